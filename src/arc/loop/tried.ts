import type { Random } from '../../engine/index.ts'
import { applyProgram } from '../apply/index.ts'
import { compareOutputs } from '../compare/index.ts'
import { type Analysis, proposeEdits } from '../critic/index.ts'
import { type Program, printProgram } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { type OperatorPrior, repairsOf } from '../teacher/index.ts'
import type { Directive } from '../trace/index.ts'

/** One edit of a seed, carried out and measured. */
export interface EditTrial {
  readonly parent: string
  readonly directive: Directive
  readonly program: Program
  readonly text: string
  /** Description length where a ruler has measured it. */
  readonly cost: number | undefined
  readonly score: number
}

/** The part of the nodes that each repair by a ruler gets. */
const REPAIR_SHARE = 8

export interface Seed {
  readonly id: string
  readonly program: Program
  readonly analysis: Analysis
  /** Repairs that helped programs of its kind. */
  readonly remembered: readonly Directive[]
}

/** All edits of a seed: those that memory and the analysis suggest, then what the rulers would do about it. */
export function tryEdits(
  task: Task,
  seed: Seed,
  search: { readonly nodes: number; readonly prior: OperatorPrior },
  random: Random,
): EditTrial[] {
  const measure = (program: Program): number => {
    const made = task.train.map(({ input }) => applyProgram(program, input))
    const tests = task.tests.map((input) => applyProgram(program, input))
    return compareOutputs(task, program, made, tests).verifier_score
  }
  const edits = proposeEdits(seed.program, seed.analysis, seed.remembered, random).map((edited) => ({
    ...edited,
    parent: seed.id,
    cost: undefined,
    score: measure(edited.program),
  }))
  const nodes = Math.ceil(search.nodes / REPAIR_SHARE)
  const conditions = new Set(
    seed.remembered.flatMap(({ edit, step }) => (edit === 'condition' && step !== null ? [step] : [])),
  )
  const repairs = repairsOf(task, seed.program, { ...search, nodes }, conditions).map(
    ({ edit, stage, put, candidate: { program, made, outputs, cost } }): EditTrial => ({
      parent: seed.id,
      directive: {
        locus: `stage ${stage}`,
        edit,
        step: put,
        was: null,
        origin: edit === 'condition' && conditions.has(put) ? 'memory' : 'ruler',
      },
      program,
      text: printProgram(program),
      cost,
      score: compareOutputs(task, program, made, outputs).verifier_score,
    }),
  )
  return [...edits, ...repairs]
}
