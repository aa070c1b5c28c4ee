/** What `copilot` does, in this order. A share is one of the time that is left when the first stage begins. */
import type { LawFamily } from '../../lemmas/index.ts'
import { type EffortName, TRIALS } from '../../tactics/index.ts'

export const SECONDS = 20

/** Laws of all families in one group come in one order: of the functions first that others are made of. */
export type FamilyGroups = readonly (readonly LawFamily[])[]

export type Stage =
  /** The goal itself: as it is, and by each induction on it. A look takes no data apart, which costs more than all else. */
  | {
      readonly run: 'inductions'
      readonly effort: EffortName
      readonly isLook?: boolean
      readonly about?: 'tests'
    }
  /** Guessed laws, proved and then used. A goal about tests wants other ones than a goal about data. */
  | {
      readonly run: 'laws'
      readonly data: FamilyGroups
      readonly tests: FamilyGroups
      readonly share: number
    }
  /** Inductions inside the cases where inductions are stuck. */
  | { readonly run: 'nested inductions'; readonly share: number; readonly onlyWithNewLemmas?: boolean }
  /** A goal that has resisted so far may be false for values that a first look does not reach. */
  | { readonly run: 'counterexample'; readonly share: number }
  /** Equations among the goal's functions that Lean finds by building terms. */
  | { readonly run: 'equations'; readonly share: number }
  /** Best-first search with all that is known, until the time is over. */
  | { readonly run: 'search' }

/** What each case may take when the goal is tried with all that is known. */
export const FULL: EffortName = 'thorough'

export const STAGES: readonly Stage[] = [
  // What a goal about tests lacks is mostly what one test says of another, or what keeps it true: that is soon found, and
  // long tries without it are in vain.
  { run: 'inductions', effort: 'brief', isLook: true, about: 'tests' },
  { run: 'laws', data: [], tests: [['related'], ['preserved']], share: 0.2 },
  { run: 'inductions', effort: FULL },
  // Laws of single functions are cheap, and most goals that need a lemma need one of these.
  {
    run: 'laws',
    data: [['units', 'accumulators', 'commutativity']],
    tests: [['conditional'], ['units', 'accumulators', 'commutativity']],
    share: 0.2,
  },
  // Where a case is stuck says more about what is missing than any guess.
  { run: 'nested inductions', share: 0.25 },
  {
    run: 'laws',
    data: [['further'], ['related'], ['preserved'], ['conditional']],
    tests: [['further']],
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

export const SECOND_LOOK = { ...TRIALS.second, simplify: false }

export const MOST = {
  premises: 8,
  /** Tactics and premises that Lean Copilot proposes. */
  proposals: 16,
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
 * be easier when others are known. Of the inductions on variables and along calls with other lemmas at hand, where what
 * fails uses up its limit, the first round tries the first few: the others hardly ever prove anything.
 */
export const LAW_EFFORTS = [
  { plainly: 'glance', byInduction: 'brief', withCondition: 'short', most: 2 },
  { plainly: 'glance', byInduction: 'fair', withCondition: 'fair', most: Infinity },
  { plainly: 'short', byInduction: 'thorough', withCondition: 'thorough', most: Infinity },
] as const

/** One proof of a lemma at a time: the first one mostly succeeds. */
export const LAW_WIDTH = 1

/** Laws are made in chunks, of each family at most so many, and tested for so much of the time; one request may take `secondsShare`. */
export const SCREENING = { most: 96, chunk: 24, share: 0.15, secondsShare: 0.4 } as const

/** A proof is shortened only if that much time is left, and within this share of it. */
export const TRIMMING = { leastSeconds: 1, share: 0.4 } as const

/**
 * How many new lemmas make another try of the goal worth its time: the first ones help most, and what one test says of
 * another may be all that a goal about tests lacks.
 */
export function enoughLemmas(known: number, isAboutTest: boolean): number {
  return (isAboutTest ? 1 : 2) + Math.floor(known / 2)
}
