/** What `micro` tries, in this order. */
import {
  CASE_CLOSERS,
  CASES,
  type CloserName,
  type EffortName,
  type InductionName,
  LOGICAL,
  OPTIONAL_CLOSERS,
  PATIENT_CLOSERS,
  STRUCTURAL,
  WHOLE_CLOSERS,
} from '../../tactics/index.ts'

export const SECONDS = 8

/** What a goal must be like for a stage: about recursive functions or not, about the library alone. */
type When = 'recursive' | 'plain' | 'of the library'

export type Stage = { readonly when?: When } & (
  | {
      readonly run: 'closers'
      readonly rows: readonly CloserName[]
      /** What worked before comes first, and then only so many of them, or all but those. */
      readonly part?: 'first' | 'rest'
      readonly effort: EffortName
    }
  /** Lean's own searches, whose suggestion is used in their place. */
  | { readonly run: 'search'; readonly rows: readonly CloserName[] }
  | {
      readonly run: 'inductions'
      readonly rows: readonly InductionName[]
      readonly closers: readonly CloserName[]
      readonly effort: EffortName
    }
)

/** Worth a try before Lean is asked what the goal is about: milliseconds each, and many goals need no more. */
export const AT_ONCE = { rows: ['intros; rfl', 'intros; omega'], effort: 'step' } as const

/** How many closers come before an induction: they hardly ever end a goal about recursive functions. */
export const FIRST_FEW = 3

const WHOLE = [...WHOLE_CLOSERS, ...OPTIONAL_CLOSERS]
const INDUCTIONS: readonly InductionName[] = ['functional', ...STRUCTURAL]

export const STAGES: readonly Stage[] = [
  { run: 'closers', rows: WHOLE, effort: 'step', when: 'plain' },
  { run: 'closers', rows: WHOLE, part: 'first', effort: 'step', when: 'recursive' },
  // The library cannot know a lemma about the user's functions; about its own it is quick to ask.
  { run: 'search', rows: ['exact?'], when: 'of the library' },
  { run: 'inductions', rows: INDUCTIONS, closers: CASE_CLOSERS, effort: 'deep' },
  { run: 'closers', rows: WHOLE, part: 'rest', effort: 'step', when: 'recursive' },
  {
    run: 'inductions',
    rows: [...CASES, ...LOGICAL, 'witness', 'by an own theorem'],
    closers: PATIENT_CLOSERS,
    effort: 'deep',
  },
  {
    run: 'inductions',
    rows: INDUCTIONS,
    closers: [...PATIENT_CLOSERS, 'cases of all; simp_all', 'cases; grind'],
    effort: 'deep',
  },
  { run: 'search', rows: ['try?'] },
]
