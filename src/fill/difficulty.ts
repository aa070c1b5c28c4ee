/** How hard a goal looks before anybody tried it. Decides only its lane and the order, never the outcome. */

/** Goals in characters, hypotheses included; longer ones took longer on the example projects. */
const SIZES: readonly (readonly [upTo: number, difficulty: number])[] = [
  [40, 0.2],
  [80, 0.3],
  [160, 0.4],
  [320, 0.5],
  [640, 0.65],
]
const LARGEST = 0.8

export function estimateDifficulty(goal: string): number {
  return SIZES.find(([upTo]) => goal.length <= upTo)?.[1] ?? LARGEST
}
