/** What `sketch` tries on outlines and their holes. */
import {
  CASES,
  type CloserName,
  type InductionName,
  LOGICAL,
  PATIENT_CLOSERS,
  STRUCTURAL,
} from '../../tactics/index.ts'

export const SECONDS = 6

/** Drafts that follow the structure of the goal. */
export const DRAFTS: readonly InductionName[] = ['functional', ...STRUCTURAL, ...CASES, ...LOGICAL]

/** What a hole may take of its own, when quick means have failed. */
export const HOLE_INDUCTIONS: readonly InductionName[] = ['functional', ...STRUCTURAL, ...CASES]

/** Closers that every hole gets first, because they are quick. */
export const HOLE_CLOSERS: readonly CloserName[] = [
  'rfl',
  'omega',
  'plain simp',
  'assumption',
  ...PATIENT_CLOSERS,
]

/** How much a model leaves to chance. */
export const TEMPERATURE = 0.2

/** The share of the budget that a model may take for one answer. */
export const MODEL_SHARE = 0.6

/** What was found so far must still be told. */
export const RESERVE = { share: 0.15, mostSeconds: 1 } as const

export const MOST = {
  premises: 6,
  /** More open holes than this are not worth anybody's time. */
  open: 3,
  /** An outline with more holes than this explains nothing. */
  holes: 12,
  inductions: 6,
  /** What a draft may leave to show: cases of an induction, or steps by a theorem. */
  cases: 5,
  steps: 3,
} as const

/** What makes an outline worse: each open hole, the letters of their goals, and above all that nothing of it is proved. */
export const DEMERITS = {
  hole: 100,
  letter: 0.05,
  mostForLetters: 90,
  byStructure: 50,
  nothingProved: 10_000,
}
