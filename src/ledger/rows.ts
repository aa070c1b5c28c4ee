import * as z from 'zod'
import { parseOutcome } from '../attempt.ts'
import type { GoalStatus, PriorAttempt, StoredAttempt, StoredGoal } from './ledger.ts'

/** Rows as they are in the database, and how they become the words of the product. */
export interface AttemptRow {
  id: number
  goal_hash: string
  goal_text: string
  strategy: string
  time_seconds: number
  tactics: string
  script: string | null
  timestamp: string
  outcome: string
  cpu_seconds: number
  strategy_version: string
  budget: number
  run_id: string | null
  receipt: string | null
  error: string | null
  worker: string | null
  cache_hit: number | null
  judged_type: string | null
  counterexample: string | null
  lemma_set: string
  premises: string
}

export interface GoalRow {
  id: number
  goal_hash: string
  goal_id: string
  goal_text: string
  context: string
  imports: string
  preamble: string
  difficulty: number
  priority: number
  status: GoalStatus
  solved_by: string | null
  tactics: string | null
  script: string | null
  receipt: string | null
  judged_type?: string | null
  metadata: string
}

export type PriorRow = Pick<
  AttemptRow,
  'goal_hash' | 'strategy' | 'strategy_version' | 'lemma_set' | 'budget' | 'outcome'
>

const Strings = z.array(z.string())
const Metadata = z.record(z.string(), z.unknown())

export function parseStrings(json: string | null): readonly string[] {
  return json === null ? [] : Strings.parse(JSON.parse(json))
}

export function toAttempt(row: AttemptRow): StoredAttempt {
  return {
    attemptId: row.id,
    goalKey: row.goal_hash,
    goalText: row.goal_text,
    strategy: row.strategy,
    strategyVersion: row.strategy_version,
    outcome: row.outcome === 'claimed' ? 'claimed' : (parseOutcome(row.outcome) ?? 'error'),
    tactics: parseStrings(row.tactics),
    script: row.script ?? undefined,
    timeSeconds: row.time_seconds,
    cpuSeconds: row.cpu_seconds,
    budget: { seconds: row.budget },
    startedAt: Date.parse(row.timestamp),
    runId: row.run_id ?? undefined,
    receipt: row.receipt ?? undefined,
    error: row.error ?? undefined,
    worker: row.worker ?? undefined,
    cacheHit: row.cache_hit === null ? undefined : row.cache_hit === 1,
    provedType: row.outcome === 'proved' ? (row.judged_type ?? undefined) : undefined,
    counterexample: row.counterexample ?? undefined,
    lemmaSet: row.lemma_set === '' ? undefined : row.lemma_set,
    premises: row.premises === '[]' ? undefined : parseStrings(row.premises),
  }
}

export function toGoal(row: GoalRow): StoredGoal {
  return {
    key: row.goal_hash,
    id: row.goal_id,
    text: row.goal_text,
    context: parseStrings(row.context),
    imports: parseStrings(row.imports),
    preamble: row.preamble,
    difficulty: row.difficulty,
    priority: row.priority,
    status: row.status,
    solvedBy: row.solved_by ?? undefined,
    tactics: parseStrings(row.tactics),
    script: row.script ?? undefined,
    receipt: row.receipt ?? undefined,
    provedType: row.status === 'proved' ? (row.judged_type ?? undefined) : undefined,
    ...(row.metadata !== '{}' && { metadata: Metadata.parse(JSON.parse(row.metadata)) }),
  }
}

export function toPrior(row: PriorRow): PriorAttempt {
  return {
    strategy: row.strategy,
    strategyVersion: row.strategy_version,
    lemmaSet: row.lemma_set,
    budgetSeconds: row.budget,
    outcome: parseOutcome(row.outcome) ?? 'error',
  }
}
