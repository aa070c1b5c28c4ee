/** What `orch arc` prints. */
import * as z from 'zod'
import { count, number, share, text } from '../words.ts'

const scores = z.object({
  tasks: count,
  tasks_solved_1: count,
  tasks_solved_2: count,
  outputs: count,
  outputs_solved_1: count,
  outputs_solved_2: count,
  /** Mean over tasks of the share of their outputs that two attempts solve. */
  mean_fraction: share,
  mean_fraction_1: share,
  /** Tasks without attempts: they count as not solved. */
  missing: count,
})

const written = z.object({ tasks: count, file: text })
const checked = z.object({ tasks: count, problems: z.array(text) })

export const arcCommands = {
  'arc import': checked,
  'arc generate': z.object({
    tasks: count,
    files: z.array(text),
    /** Rows by dataset, where --out-dir was given. */
    rows: z.record(text, count),
  }),
  'arc run': z.object({
    tasks: count,
    solved: count,
    unsolved: count,
    errors: count,
    skipped: count,
    stopped_by_time: count,
    nodes: count,
    mean_verifier_score: number,
    mean_iterations: number,
    candidates: count,
    edits: count,
    improving_edits: count,
    iterations: z.array(z.object({ iter_idx: count, tasks: count, improved: count, solved: count })),
    rejected: count,
    solved_by: z.record(text, count),
    comparator_version: text,
    critic_version: text,
    seed: z.number().int(),
    checkpoints: z.record(text, text),
    /** Tasks taken over from the run before. */
    resumed: count,
  }),
  'arc infer': z.object({ tasks: count, solved: count, programs: count, file: text }),
  'arc score': scores,
  'arc submission': written,
  'arc check-submission': checked,
  'arc report': written,
  'arc explain': z.object({ task_id: text, pairs: count, pairs_solved: count, sentences: z.array(text) }),
  'arc dataset': z.object({
    dataset: z.enum(['ranking', 'blame', 'prefs']),
    rows: count,
    tasks: count,
    /** Why there are no rows. */
    empty: text.optional(),
  }),
  'arc train': z.object({
    checkpoint: text,
    content_hash: text,
    examples: count,
    held_out: z.record(text, number),
  }),
  'arc eval': z.object({ without: scores, with: scores, ratio_1: number, ratio_2: number }),
}
