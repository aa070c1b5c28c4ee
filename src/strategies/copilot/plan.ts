/** What `copilot` does, in this order. A share is one of the time that is left when the first stage begins. */
import type { LawFamily } from '../../lemmas/index.ts'
import { TRIALS } from '../../tactics/index.ts'

type Families = readonly LawFamily[]

export type Stage =
  /** The goal itself: as it is, and by each induction on it. */
  | { readonly run: 'inductions' }
  /** Guessed laws, proved and then used. A goal about tests wants other ones than a goal about data. */
  | { readonly run: 'laws'; readonly data: Families; readonly tests: Families; readonly share: number }
  /** Inductions inside the cases where inductions are stuck. */
  | { readonly run: 'nested inductions'; readonly share: number; readonly onlyWithNewLemmas?: boolean }
  /** A goal that has resisted so far may be false for values that a first look does not reach. */
  | { readonly run: 'counterexample'; readonly share: number }
  /** Equations among the goal's functions that Lean finds by building terms. */
  | { readonly run: 'equations'; readonly share: number }
  /** Best-first search with all that is known, until the time is over. */
  | { readonly run: 'search' }

export const STAGES: readonly Stage[] = [
  { run: 'inductions' },
  // Laws of single functions are cheap, and most goals that need a lemma need one of these. A goal about tests needs to
  // know what tests say of each other, and what keeps them true.
  {
    run: 'laws',
    data: ['units', 'commutativity'],
    tests: ['related', 'preserved', 'conditional', 'units', 'commutativity'],
    share: 0.2,
  },
  // Where a case is stuck says more about what is missing than any guess.
  { run: 'nested inductions', share: 0.25 },
  {
    run: 'laws',
    data: ['further', 'related', 'preserved', 'conditional'],
    tests: ['further'],
    share: 0.3,
  },
  { run: 'counterexample', share: 0.1 },
  { run: 'nested inductions', share: 0.1, onlyWithNewLemmas: true },
  { run: 'equations', share: 0.1 },
  { run: 'search' },
]

/** For going on with branches of an earlier attempt, before anything else. */
export const RESUMED_SHARE = 0.5

/**
 * The part of the budget at its end that is kept for reporting unfinished branches: the caller takes nothing after
 * it.
 */
export const LAST_WORDS = { share: 0.1, mostSeconds: 0.5 }

/** The time to say what a search was stuck on. */
export const RESTATE_SECONDS = 0.5

export const SECOND_LOOK = { ...TRIALS.second, simplify: false }

export const MOST = {
  premises: 8,
  /** Open branches that are worth keeping for a later attempt. */
  unfinished: 12,
  /** Inductions on the goal, and those that are tried again with new lemmas. */
  inductions: 6,
  inductionsAgain: 3,
  /** Inductions inside a case, case distinctions there, and variables that are taken apart. */
  inner: 6,
  innerCases: 2,
  apart: 2,
  /** Inductions inside each other, below that on the goal. */
  nesting: 2,
} as const

/** Longer branches are not worth keeping. */
export const LONGEST_UNFINISHED = 20_000

/**
 * What the proof of a law may take, in each round over those that are left: most take little, and one that takes more may
 * be easier when others are known.
 */
export const LAW_EFFORTS = [
  { plainly: 'glance', byInduction: 'brief', withCondition: 'short' },
  { plainly: 'glance', byInduction: 'fair', withCondition: 'fair' },
  { plainly: 'short', byInduction: 'thorough', withCondition: 'thorough' },
] as const

/** One proof of a lemma at a time: the first one mostly succeeds. */
export const LAW_WIDTH = 1

/** Laws are made in chunks, and tested for so much of the time; one request may take `secondsShare`. */
export const SCREENING = { chunk: 24, share: 0.15, secondsShare: 0.4 } as const

/** A proof is shortened only if that much time is left, and within this share of it. */
export const TRIMMING = { leastSeconds: 1, share: 0.4 } as const

/**
 * How many new lemmas make another try of the goal worth its time: the first ones help most, and what one test says of
 * another may be all that a goal about tests lacks.
 */
export function enoughLemmas(known: number, isAboutTest: boolean): number {
  return (isAboutTest ? 1 : 2) + Math.floor(known / 2)
}
