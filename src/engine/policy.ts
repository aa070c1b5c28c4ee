import type { Outcome } from '../attempt.ts'

/** What a policy may look at when it ranks arms for one problem. */
export interface Choice {
  /** The arms that may run now. */
  readonly arms: readonly string[]
  /** The arms that already failed on this problem. */
  readonly failed: readonly string[]
  /** Cheap facts about the problem, coarsest first. */
  readonly features: readonly string[]
}

/** One ended attempt, with the circumstances it was chosen in. */
export interface Observation {
  readonly arm: string
  readonly failed: readonly string[]
  readonly features: readonly string[]
  readonly outcome: Outcome
  readonly cpuSeconds: number
}

/** Decides which arms to try next. Its state is plain JSON, so that it survives restarts. */
export interface Policy {
  readonly name: string
  /** The `count` most promising arms, best first. */
  choose(choice: Choice, count: number): readonly string[]
  /** An attempt starts: it is charged now, whatever becomes of it. */
  started(arm: string): void
  ended(observation: Observation): void
  save(): unknown
  /** Takes a saved state back; a state it cannot read is left alone and `false` returned. */
  restore(state: unknown): boolean
}

/** The best `count` of the arms by score; the given order decides ties. */
export function topArms(
  arms: readonly string[],
  count: number,
  score: (arm: string) => number,
): readonly string[] {
  const scored = arms.map((arm) => ({ arm, score: score(arm) }))
  scored.sort((left, right) => right.score - left.score)
  return scored.slice(0, count).map(({ arm }) => arm)
}
