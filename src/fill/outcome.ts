/** What became of a hole. */
import type { Accepted } from './bench.ts'
import type { Hole } from './hole.ts'

export type HoleOutcome =
  | {
      readonly kind: 'proved'
      readonly hole: Hole
      readonly accepted: Accepted
      readonly seconds: number
      /** Open declarations that its own declaration still rests on: complete given these. */
      readonly given: readonly string[]
    }
  | {
      readonly kind: 'refuted'
      readonly hole: Hole
      readonly counterexample: string
      readonly seconds: number
    }
  /** Everything was tried. */
  | { readonly kind: 'failed'; readonly hole: Hole; readonly why: string; readonly seconds: number }
  /** Time was over before everything was tried. */
  | { readonly kind: 'open'; readonly hole: Hole; readonly seconds: number }
  /** Not searched, and why. */
  | { readonly kind: 'skipped'; readonly hole: Hole; readonly why: string }
