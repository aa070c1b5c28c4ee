import { z } from 'zod'
import { type Checkpoint, parseWeights } from '../checkpoint/index.ts'
import { COMPARATOR_VERSION, type Comparison, FEATURES, round } from '../compare/index.ts'
import { vouchedLength } from '../cost.ts'
import { findPrimitive, layersOf, type Program } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { EVENNESS, evennessOf, LOOKS, looksOff } from './reports.ts'

/** Changes whenever the critic's vector or its deterministic score would. */
export const CRITIC_VERSION = 'arc-critic-4'

/** The comparator's features, then what else is known of a candidate without any answer. */
export const CRITIC_FEATURES: readonly string[] = [
  ...FEATURES.map(([name]) => name),
  'cost',
  'support',
  'violated',
  'cells_rule',
  'table_rows',
  'renamed_colours',
  'turned',
  'object_rule',
  'further_stages',
  'hard_colours',
  'absent_colours',
  'fixed_size',
  'similar_solved',
  'repair_gain',
  ...LOOKS,
  ...EVENNESS,
]

/** What a trained critic needs to fit. */
export const CRITIC_FITS = { comparator: COMPARATOR_VERSION, critic: CRITIC_VERSION } as const

export interface Merits {
  readonly pairsSolved: number
  readonly pairs: number
  readonly cost: number
  readonly support: number
}

/** Colours that the text of a program names, as often as it does: by number in steps, tables and actions. */
function hardColours(program: Program): number[] {
  return program.stages.flatMap((stage): number[] => [
    ...layersOf(stage).flatMap(({ steps }) =>
      steps.flatMap(({ op, argument }) =>
        findPrimitive(op)?.parameter.kind === 'colour' ? [Number(argument)] : [],
      ),
    ),
    ...(stage.kind === 'each'
      ? stage.table.flatMap(({ action: { ink } }) => (typeof ink === 'number' ? [ink] : []))
      : []),
    ...(stage.kind === 'cells'
      ? stage.table.flatMap(({ ink }) => (ink.kind === 'colour' && ink.colour > 0 ? [ink.colour] : []))
      : []),
  ])
}

/**
 * The critic's view of a candidate. Besides what the comparator measures on the train pairs: how long and how literal
 * the program is, how many candidates agree with it, and how its predictions look beside the train outputs.
 */
export function criticVector(
  task: Task,
  program: Program,
  outputs: readonly (Grid | undefined)[],
  comparison: Comparison,
  merits: Merits,
  violated: number,
  recall: { readonly similarSolved: number; readonly repairGain: number },
): readonly number[] {
  const rows = program.stages.map((stage) => (stage.kind === 'cells' ? stage.table.length : 0))
  const hard = hardColours(program)
  const present = new Set(task.tests.flatMap((grid) => [...grid.cells]))
  const written = new Set(task.train.flatMap(({ output }) => [...output.cells]))
  return [
    ...comparison.feature_vec,
    merits.cost / 100,
    Math.log2(merits.support),
    violated,
    rows.some((n) => n > 0) ? 1 : 0,
    rows.reduce((sum, n) => sum + n, 0) / 10,
    program.view.relabel.kind === 'as-is' ? 0 : 1,
    program.view.turn === 'none' ? 0 : 1,
    program.stages.some((stage) => stage.kind === 'each') ? 1 : 0,
    program.stages.length - 1,
    hard.length / 10,
    hard.filter((c) => !present.has(c) && !written.has(c)).length,
    program.stages.some((s) => (s.kind === 'stack' || s.kind === 'cells') && s.size.kind === 'fixed') ? 1 : 0,
    recall.similarSolved,
    recall.repairGain,
    ...looksOff(task, outputs),
    ...evennessOf(task, program, outputs),
  ].map(round)
}

const SCALE = 50

/**
 * The score without a model, from 0 to 1: pairs solved decide, then the shorter description, where each doubling of
 * the candidates behind one prediction counts as a little shorter. The same order as the teacher's own.
 */
function deterministicScore({ pairsSolved, pairs, cost, support }: Merits): number {
  const length = Math.max(0, vouchedLength(cost, support))
  return (pairsSolved + SCALE / (SCALE + length)) / (pairs + 1)
}

/** Orders candidates; higher is better. */
export type Critic = (vector: readonly number[], merits: Merits) => number

export const deterministicCritic: Critic = (_, merits) => deterministicScore(merits)

const rankerSchema = z.strictObject({
  features: z.array(z.string()),
  mean: z.array(z.number()),
  scale: z.array(z.number()),
  weights: z.array(z.number()),
})

export type Ranker = z.infer<typeof rankerSchema>

/** A trained ranker decides among candidates that solve equally many pairs; pairs solved stay the first key. */
export function learntCritic(ranker: Ranker): Critic {
  return (vector, { pairsSolved, pairs }) => {
    let sum = 0
    for (let i = 0; i < ranker.weights.length; i++) {
      const value = ((vector[i] ?? 0) - (ranker.mean[i] ?? 0)) / (ranker.scale[i] ?? 1)
      sum += value * (ranker.weights[i] ?? 0)
    }
    return (pairsSolved + 1 / (1 + Math.exp(-sum))) / (pairs + 1)
  }
}

export function criticOf(checkpoint: Checkpoint | undefined): Critic {
  if (checkpoint === undefined || checkpoint.backend === 'symbolic') return deterministicCritic
  return learntCritic(parseWeights(rankerSchema, checkpoint))
}
