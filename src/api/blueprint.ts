/** The blueprint of the project that a dashboard looks at. */
import * as z from 'zod'
import { count, text, ticketStatus } from './words.ts'

/**
 * `fully_proved`: proved, and so is all that it stands on. `proved`: every declaration has its receipt. `claimed`: the
 * proof is marked, or the Lean text is complete, and no receipt says so. `stated`: every declaration is there.
 */
export const nodeStatus = z.enum([
  'fully_proved',
  'proved',
  'mathlib',
  'claimed',
  'stated',
  'not_stated',
  'not_ready',
])

export const blueprintNode = z.object({
  /** Its first label. */
  id: text,
  /** The environment: `theorem`, `definition`. */
  kind: text,
  title: text.nullable(),
  status: nodeStatus,
  file: text,
  line: count,
  declarations: z.array(text),
  /** What the statement and the proof use, by id. */
  uses: z.object({ statement: z.array(text), proof: z.array(text) }),
  /** Declarations with holes that its own stand on: it is complete given these. */
  given: z.array(text),
  /** Unproved nodes below it that nothing keeps from being proved now. */
  waits_for: z.array(text),
  /** How many unproved nodes stand on it, directly or not. */
  unlocks: count,
  receipts: z.array(text),
  tickets: z.array(z.object({ ticket_id: text, status: ticketStatus, goal: text })),
})

export const blueprint = z.object({
  project: text,
  /** The main file, from the project; null where there is no blueprint. */
  main: text.nullable(),
  nodes: z.array(blueprintNode),
  counts: z.record(nodeStatus, count),
  /** The longest chain of unproved nodes, each needing the one before it. */
  critical_path: z.array(text),
  problems: z.array(z.object({ file: text, line: count, message: text })),
  /** Lean files whose declarations are not known yet, or not any more: orch blueprint status reads them. */
  unread: z.array(text),
})

export type NodeStatus = z.infer<typeof nodeStatus>
export type BlueprintNodeAnswer = z.infer<typeof blueprintNode>
export type BlueprintAnswer = z.infer<typeof blueprint>
