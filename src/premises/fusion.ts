/** Several rankings of the same things as one. */

export interface Ranking {
  readonly names: readonly string[]
  readonly weight: number
}

/** How fast a rank loses value; 60 is the constant of the original paper (Cormack, Clarke and Büttcher, 2009). */
export const RANK_CONSTANT = 60

/** Reciprocal rank fusion: each ranking gives `weight / (constant + rank)`; ties keep the order of first mention. */
export function fuse(rankings: readonly Ranking[], limit: number, constant = RANK_CONSTANT): string[] {
  const scores = new Map<string, number>()
  for (const { names, weight } of rankings) {
    for (const [rank, name] of names.entries()) {
      scores.set(name, (scores.get(name) ?? 0) + weight / (constant + rank + 1))
    }
  }
  return [...scores]
    .sort(([, left], [, right]) => right - left)
    .slice(0, limit)
    .map(([name]) => name)
}
