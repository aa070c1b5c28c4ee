import type { Random } from '../../engine/index.ts'
import { programSize, scoreOutputs, scoreProgram } from '../compare/index.ts'
import { type Analysis, proposeEdits } from '../critic/index.ts'
import { type Program, printProgram, printView } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { LEAST_NODES, type Spent } from '../rulers/index.ts'
import {
  type Candidate,
  LOOK_AGAIN,
  type OperatorPrior,
  predictionOf,
  repairsOf,
  solve,
  type TeacherOptions,
} from '../teacher/index.ts'
import type { Directive } from '../trace/index.ts'
import type { Draft } from './drafts.ts'

/** One edit of a seed, carried out and measured. */
export interface EditTrial {
  readonly parent: string
  readonly directive: Directive
  readonly program: Program
  readonly text: string
  /** What a search knows of it better than its text tells: description length, and how many predict the same. */
  readonly found?: Pick<Draft, 'cost' | 'support'>
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
    ({ edit, stage, put, candidate }) => {
      const origin = edit === 'condition' && conditions.has(put) ? 'memory' : 'ruler'
      const directive = { locus: `stage ${stage}`, edit, step: put, was: null, origin } as const
      return trialOf(task, seed.id, directive, candidate, 1)
    },
  )
  return [...edits, ...repairs]
}

/** What a search found, as an edit of a seed. */
function trialOf(
  task: Task,
  parent: string,
  directive: Directive,
  { program, made, cost }: Candidate,
  support: number,
): EditTrial {
  const text = printProgram(program)
  return { parent, directive, program, text, found: { cost, support }, score: scoreOutputs(task, made) }
}

/** Of what the other views show, so many programs are held against the seed. */
const MOST_LOOKS = 24

/**
 * The task searched through views that the teacher has no nodes for: each input turned until it stands upright, or a
 * part of it. What it finds counts as an edit of a seed: the view is exchanged, and the rule fitted anew.
 */
export function secondLook(task: Task, seed: string, limits: TeacherOptions): EditTrial[] {
  const found = solve(task, { ...limits, plan: LOOK_AGAIN })
  const predictions = [...Map.groupBy(found, predictionOf).values()]
  return predictions.slice(0, MOST_LOOKS).flatMap(([best, ...others]) => {
    if (best === undefined) return []
    const step = printView(best.program.view)
    const directive = { locus: 'view', edit: 'look', step, was: null, origin: 'ruler' } as const
    return [trialOf(task, seed, directive, best, 1 + others.length)]
  })
}
