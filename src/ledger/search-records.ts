/**
 * What searches went through, for people to look at: the latest tree of states of each strategy on a goal, and the
 * states on the way of a proof. Nothing is decided by either. Trees are bounded in number, oldest out first.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Ledger } from './ledger.ts'

const MOST_TREES = 2_000
/** Old trees are looked for once in so many writes. */
const CLEAN_EVERY = 100

const FailedTactic = z.object({
  tactic: z.string(),
  outcome: z.enum(['rejected', 'timeout', 'crashed']),
  cpuSeconds: z.number(),
})

const Tree = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      parent: z.number().nullable(),
      tactic: z.string().nullable(),
      price: z.number().nullable(),
      cpuSeconds: z.number(),
      goals: z.array(z.string()),
      failed: z.array(FailedTactic),
      failures: z.number(),
    }),
  ),
  leftOut: z.number(),
})

const States = z.object({
  start: z.array(z.string()),
  steps: z.array(
    z.object({
      tactic: z.string(),
      goals: z.array(z.string()),
      messages: z.array(z.string()).default([]),
      milliseconds: z.number(),
    }),
  ),
})

export type ProofStates = z.infer<typeof States>

export interface SearchTreeRow {
  readonly strategy: string
  readonly runId: string | undefined
  readonly updatedAt: string
  readonly tree: z.infer<typeof Tree>
}

/** `tree` and `states` are JSON. */
export function searchRecordsSchema(): readonly string[] {
  return [
    `create table search_trees (
      goal_hash text not null,
      strategy text not null,
      run_id text,
      updated_at text not null,
      tree text not null,
      primary key (goal_hash, strategy)
    )`,
    'create index search_trees_by_time on search_trees (updated_at)',
    `create table proof_states (
      goal_hash text not null,
      script_hash text not null,
      updated_at text not null,
      states text not null,
      primary key (goal_hash, script_hash)
    )`,
  ]
}

const written = new WeakMap<Ledger['sql'], number>()

export async function saveSearchTree(
  { sql }: Ledger,
  { goalKey, strategy, runId, tree }: TreeToSave,
): Promise<void> {
  const count = (written.get(sql) ?? 0) + 1
  written.set(sql, count)
  await sql.write(async (transaction) => {
    await transaction.run(
      `insert into search_trees (goal_hash, strategy, run_id, updated_at, tree) values (?, ?, ?, ?, ?)
        on conflict (goal_hash, strategy) do update
        set run_id = excluded.run_id, updated_at = excluded.updated_at, tree = excluded.tree`,
      [goalKey, strategy, runId ?? null, new Date().toISOString(), JSON.stringify(tree)],
    )
    if (count % CLEAN_EVERY !== 0) return
    await transaction.run(
      `delete from search_trees where updated_at <
        (select updated_at from search_trees order by updated_at desc limit 1 offset ${MOST_TREES})`,
    )
  })
}

interface TreeToSave {
  readonly goalKey: string
  readonly strategy: string
  readonly runId: string | undefined
  readonly tree: unknown
}

/** The latest trees on a goal, newest first. */
export async function searchTrees({ sql }: Ledger, goalKey: string): Promise<readonly SearchTreeRow[]> {
  const rows = await sql.all<{ strategy: string; run_id: string | null; updated_at: string; tree: string }>(
    'select strategy, run_id, updated_at, tree from search_trees where goal_hash = ? order by updated_at desc',
    [goalKey],
  )
  return rows.flatMap(({ strategy, run_id, updated_at, tree }) => {
    const read = Tree.safeParse(JSON.parse(tree)).data
    return read ? [{ strategy, runId: run_id ?? undefined, updatedAt: updated_at, tree: read }] : []
  })
}

export async function saveProofStates(
  { sql }: Ledger,
  goalKey: string,
  script: string,
  states: unknown,
): Promise<void> {
  await sql.write((transaction) =>
    transaction.run(
      `insert into proof_states (goal_hash, script_hash, updated_at, states) values (?, ?, ?, ?)
        on conflict (goal_hash, script_hash) do update
        set updated_at = excluded.updated_at, states = excluded.states`,
      [goalKey, scriptHash(script), new Date().toISOString(), JSON.stringify(states)],
    ),
  )
}

export async function proofStates(
  { sql }: Ledger,
  goalKey: string,
  script: string,
): Promise<ProofStates | undefined> {
  const [row] = await sql.all<{ states: string }>(
    'select states from proof_states where goal_hash = ? and script_hash = ?',
    [goalKey, scriptHash(script)],
  )
  return row && States.safeParse(JSON.parse(row.states)).data
}

/** Ends of lines and spaces behind a script change nothing of its states. */
function scriptHash(script: string): string {
  return createHash('sha256').update(script.trimEnd()).digest('hex').slice(0, 40)
}
