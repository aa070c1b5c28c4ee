export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  const [below, above] = [sorted[middle - 1], sorted[middle]]
  if (above === undefined) return Number.NaN
  return sorted.length % 2 === 0 && below !== undefined ? (below + above) / 2 : above
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
