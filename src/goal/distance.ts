/** How many letters have to be changed, added, left out or swapped with their neighbour to make one word the other. */
export function distance(from: string, to: string): number {
  const [left, right] = [[...from], [...to]]
  let before: number[] = []
  let last = right.map((_, at) => at + 1)
  last.unshift(0)
  for (const [i, letter] of left.entries()) {
    const row = [i + 1]
    for (const [j, other] of right.entries()) {
      const change = (last[j] ?? 0) + (letter === other ? 0 : 1)
      const isSwap = i > 0 && j > 0 && letter === right[j - 1] && left[i - 1] === other
      const swap = isSwap ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(change, swap, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last.at(-1) ?? 0
}
