/** Where two texts differ: what lies before `from` and behind the two ends is the same in both. */
export interface Difference {
  readonly from: number
  /** End of the difference in the first text, and in the second. */
  readonly before: number
  readonly after: number
}

export function difference(one: string, other: string): Difference {
  const least = Math.min(one.length, other.length)
  let from = 0
  while (from < least && one[from] === other[from]) from += 1
  let behind = 0
  while (behind < least - from && one[one.length - 1 - behind] === other[other.length - 1 - behind])
    behind += 1
  return { from, before: one.length - behind, after: other.length - behind }
}
