import type { Random } from '../../engine/index.ts'
import { programSize, scoreOutputs, scoreProgram } from '../compare/index.ts'
import { type Analysis, proposeEdits } from '../critic/index.ts'
import { type Program, printProgram } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { LEAST_NODES, type Spent } from '../rulers/index.ts'
import { type OperatorPrior, repairsOf } from '../teacher/index.ts'
import type { Directive } from '../trace/index.ts'
import type { Draft } from './drafts.ts'

/** One edit of a seed, carried out and measured. */
export interface EditTrial {
  readonly parent: string
  readonly directive: Directive
  readonly program: Program
  readonly text: string
  /** What a search knows of it better than its text tells: description length, and how many predict the same. */
  readonly found?: Partial<Pick<Draft, 'cost' | 'support'>>
  readonly score: number
}

/** The part of the nodes that each repair by a ruler gets, if that is not less than rulers need to begin. */
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
  search: { readonly nodes: number; readonly prior: OperatorPrior; readonly spent: Spent },
  random: Random,
  looked: Set<string>,
): EditTrial[] {
  const edits = proposeEdits(seed.program, seed.analysis, seed.remembered, random).map((edited) => ({
    ...edited,
    parent: seed.id,
    score: scoreProgram(task, edited.program),
  }))
  for (const { program } of [...seed.analysis.probes, ...edits])
    search.spent.nodes += programSize(program).steps
  const nodes = Math.max(Math.ceil(search.nodes / REPAIR_SHARE), Math.min(search.nodes, LEAST_NODES))
  const conditions = new Set(
    seed.remembered.flatMap(({ edit, step }) => (edit === 'condition' && step !== null ? [step] : [])),
  )
  const repairs = repairsOf(task, seed.program, { ...search, nodes }, { conditions, looked }).map(
    ({ edit, stage, put, candidate: { program, made, cost } }): EditTrial => ({
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
      found: { cost },
      score: scoreOutputs(task, made),
    }),
  )
  return [...edits, ...repairs]
}
