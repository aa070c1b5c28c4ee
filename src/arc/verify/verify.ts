import { applyProgram } from '../apply/index.ts'
import type { Program } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import type { Pair } from '../io/index.ts'

/** What a program did on one pair. `nothing` means it does not apply to the input. */
export type PairVerdict =
  | { readonly kind: 'exact'; readonly output: Grid }
  | { readonly kind: 'wrong'; readonly output: Grid }
  | { readonly kind: 'nothing' }

export interface ProgramVerdict {
  readonly pairs: readonly PairVerdict[]
  readonly exact: number
  /** Every pair, and at least one, came out exactly. */
  readonly solved: boolean
}

/** Runs a program on every pair; only equality of every cell counts. */
export function verifyProgram(program: Program, pairs: readonly Pair[]): ProgramVerdict {
  const verdicts = pairs.map(({ input, output }): PairVerdict => {
    const made = applyProgram(program, input)
    if (made === undefined) return { kind: 'nothing' }
    return { kind: sameGrid(made, output) ? 'exact' : 'wrong', output: made }
  })
  const exact = verdicts.filter((verdict) => verdict.kind === 'exact').length
  return { pairs: verdicts, exact, solved: pairs.length > 0 && exact === pairs.length }
}
