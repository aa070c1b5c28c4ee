import type { Program } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'

/** One proposed solution: a program, what it predicts, and how it was found. */
export interface Candidate {
  readonly program: Program
  /** One grid per test input; undefined where the program gives nothing. */
  readonly outputs: readonly (Grid | undefined)[]
  /** Which train pairs the program reproduces exactly. */
  readonly solved: readonly boolean[]
  readonly pairsSolved: number
  /** Description length in tenths of a step: lower is simpler. */
  readonly cost: number
  /** Operator applications spent when it was found. */
  readonly nodes: number
  /** Which part of the ruler found it, in a few words. */
  readonly why: string
}
