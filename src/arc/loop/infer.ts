import { z } from 'zod'
import { loadCheckpoint } from '../checkpoint/index.ts'
import { COMPARATOR_VERSION, compareOutputs } from '../compare/index.ts'
import { PLAUSIBLE } from '../cost.ts'
import { printProgram } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { solve } from '../teacher/index.ts'
import { priorOf, RULER_FITS } from './open-models.ts'

/** What a ruler alone says about a task. */
export const inferredRowSchema = z.strictObject({
  task_id: z.string(),
  ruler: z.string(),
  rank: z.int().min(0),
  program: z.string(),
  why: z.string(),
  pairs_solved: z.int().min(0),
  train_pairs: z.int().min(1),
  cost: z.number(),
  verifier_score: z.number(),
  feature_vec: z.array(z.number()),
  comparator_version: z.string(),
})

/** As `orch arc run` counts it: every pair, in fewer words than it would take to list them. */
export function isExplained(row: z.infer<typeof inferredRowSchema>): boolean {
  return row.pairs_solved === row.train_pairs && row.cost <= PLAUSIBLE
}

export interface InferOptions {
  /** `teacher` for the whole plan, or one of its rulers. */
  readonly ruler: string
  readonly checkpoint: string
  readonly nodes: number
  readonly count: number
}

/** Programs of one ruler, best first; no critic, no loop, no memory. */
export function inferPrograms(task: Task, options: InferOptions): z.infer<typeof inferredRowSchema>[] {
  const prior = priorOf(loadCheckpoint(options.checkpoint, 'ruler', RULER_FITS))
  const found = solve(task, {
    nodes: options.nodes,
    ...(prior && { prior }),
    ...(options.ruler !== 'teacher' && { only: options.ruler }),
  })
  return found.slice(0, options.count).map(({ program, why, made, outputs, pairsSolved, cost }, rank) => {
    const { feature_vec, verifier_score } = compareOutputs(task, program, made, outputs)
    return {
      task_id: task.id,
      ruler: options.ruler,
      rank,
      program: printProgram(program),
      why,
      pairs_solved: pairsSolved,
      train_pairs: task.train.length,
      cost,
      verifier_score,
      feature_vec: [...feature_vec],
      comparator_version: COMPARATOR_VERSION,
    }
  })
}
