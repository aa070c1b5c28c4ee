/** The Lean project that a dashboard looks at: its files, its holes, and what was found for them. */
import * as z from 'zod'
import { count, number, outcome, share, text } from './words.ts'

/**
 * `proposed`: there is a proof that the checker accepted, and the file does not have it yet. `failed`: every strategy
 * was tried. `skipped`: not searched, `why` says for what reason. `queued` and `searching`: by the search of now.
 */
export const holeState = z.enum(['open', 'queued', 'searching', 'proposed', 'refuted', 'failed', 'skipped'])

export const holeCounts = z.object({
  open: count,
  proposed: count,
  refuted: count,
  failed: count,
  skipped: count,
  /** Holes that were filled from this page since the dashboard was started. */
  written: count,
})

export const projectFile = z.object({
  path: text,
  /** Changes with the file and with what it imports; `apply` wants it back. Empty as long as it is not read. */
  version: text,
  /** `failed`: Lean could not elaborate it at all. */
  state: z.enum(['unread', 'read', 'failed']),
  failure: text.nullable(),
  errors: count,
  counts: holeCounts,
})

export const projectActivity = z.object({
  kind: z.enum(['idle', 'reading', 'searching', 'applying']),
  /** Files that are read, or holes that are settled, of how many. */
  done: count,
  total: count,
  detail: text,
})

export const project = z.object({
  folder: text,
  /** Null where there is no project; `problem` says why. */
  kind: z.enum(['lake', 'folder', 'file']).nullable(),
  problem: z.object({ message: text, hint: text.nullable() }).nullable(),
  /** What the lakefile says that cannot be honoured. */
  notes: z.array(text),
  version: text,
  activity: projectActivity,
  /** Files changed while something was going on; they are read when it is over. */
  is_stale: z.boolean(),
  /** How the last search ended. */
  message: z.object({ text, is_problem: z.boolean() }).nullable(),
  counts: holeCounts,
  files: z.array(projectFile),
})

export const projectHole = z.object({
  id: text,
  line: count,
  column: count,
  declaration: text.nullable(),
  goal: text,
  goal_hash: text,
  difficulty: share,
  state: holeState,
  /** What is being tried on it right now. */
  trying: text.nullable(),
  why: text.nullable(),
  counterexample: text.nullable(),
  /** Open declarations that its own still rests on: complete given these. */
  given: z.array(text),
  last_outcome: z.object({ outcome, strategy: text, seconds: number }).nullable(),
  /** Who found the proof, its receipt, and what `apply` would change; null without a proof. */
  strategy: text.nullable(),
  receipt: text.nullable(),
  diff: text.nullable(),
  /** Declarations whose proofs are written with it, because it rests on them. */
  needs: z.array(text),
})

export const projectHoles = z.object({
  path: text,
  version: text,
  failure: text.nullable(),
  errors: z.array(z.object({ line: count, column: count, text })),
  holes: z.array(projectHole),
})

const scope = {
  /** One hole by its id, or all of a file by its path; everything without either. */
  hole: text.min(1).max(2000).optional(),
  path: text.min(1).max(2000).optional(),
}

export const searchProject = z.object({
  ...scope,
  timeout_seconds: number.positive().max(86_400).default(600),
  /** Search again what earlier runs found nothing for. */
  again: z.boolean().default(false),
})

export const applyProject = z.object({
  ...scope,
  /** That of the file, or of the project, as it was when the diff was shown. */
  version: text.min(1).max(200),
})

export const appliedProject = z.object({
  written: z.array(text),
  /** Files that were left alone, and why. */
  kept: z.array(z.object({ path: text, why: text })),
  /** Proofs that would have changed something else. */
  withdrawn: z.array(z.object({ path: text, line: count, why: text })),
})

export type HoleState = z.infer<typeof holeState>
export type HoleCounts = z.infer<typeof holeCounts>
export type ProjectFile = z.infer<typeof projectFile>
export type ProjectActivity = z.infer<typeof projectActivity>
export type ProjectAnswer = z.infer<typeof project>
export type ProjectHole = z.infer<typeof projectHole>
export type ProjectHolesAnswer = z.infer<typeof projectHoles>
export type SearchProject = z.infer<typeof searchProject>
export type ApplyProject = z.infer<typeof applyProject>
export type AppliedProject = z.infer<typeof appliedProject>
