/** Where a value lies on an axis of a chart, and which round values to write beside it. */
export interface Scale {
  readonly min: number
  readonly max: number
  (value: number): number
}

export function linear(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [min, max] = domain
  const span = max - min || 1
  return Object.assign((value: number) => range[0] + ((value - min) / span) * (range[1] - range[0]), {
    min,
    max,
  })
}

/** About `wanted` round values between min and max, both ends of the data inside. */
export function ticks(min: number, max: number, wanted = 4): readonly number[] {
  const span = max - min
  if (!(span > 0) || !Number.isFinite(span)) return [min]
  const rough = span / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10
  const found: number[] = []
  for (let index = Math.ceil(min / step - 1e-9); index * step <= max + step * 1e-9; index++)
    found.push(index * step || 0)
  return found
}

/** Evenly spread places for the words of an axis; none where two would say the same. */
export function places(
  first: number,
  last: number,
  wanted: number,
  words: (value: number) => string,
): readonly number[] {
  if (!(last > first)) return [first]
  const parts = Math.max(1, wanted - 1)
  // The last one exactly: a part of the whole may miss it by a rounding.
  const spread = Array.from({ length: parts + 1 }, (_, index) =>
    index === parts ? last : first + ((last - first) * index) / parts,
  )
  const isPlain = new Set(spread.map(words)).size === spread.length
  return isPlain || wanted <= 2 ? spread : places(first, last, wanted - 1, words)
}

/** The next round value at or above. */
export function niceCeiling(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (
    ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10) * power
  )
}
