import { join } from 'node:path'
import { homeDir } from '../config/index.ts'
import type { Ledger } from './ledger.ts'
import { openPostgres } from './postgres.ts'
import { databaseError } from './postgres-errors.ts'
import { createSqlLedger } from './sql-ledger.ts'
import { openSqlite } from './sqlite.ts'

export {
  attemptsAfter,
  lastAttemptId,
  type RunSolve,
  type StreamedAttempt,
  solvesOfRun,
} from './attempt-stream.ts'
export { copyLedger, type TableCopy } from './copy-ledger.ts'
export {
  appendEvents,
  EVENT_TYPES,
  type EventType,
  lastEventId,
  lastEvents,
  type NewEvent,
  readEvents,
  type StoredEvent,
} from './events.ts'
export { judgedType } from './evidence.ts'
export {
  GOAL_SORTS,
  type GoalFilter,
  goalCounts,
  goalsByPrefix,
  type ListedGoal,
  listedGoal,
  nameGoals,
  pageOfGoals,
} from './goal-pages.ts'
export { GoalTexts } from './goal-texts.ts'
export {
  banditStates,
  bestScripts,
  countScripts,
  countTacticRows,
  pulsesSince,
  type SolvedRange,
  solvedPer,
  solvedRange,
} from './history.ts'
export type {
  ArcAttempt,
  AttemptQuery,
  CachedScript,
  CachedTactics,
  FrontierGoal,
  GoalQuery,
  GoalStatus,
  GoalWords,
  Ledger,
  LedgerStats,
  Page,
  PriorAttempt,
  ReceiptRow,
  Run,
  SimilarGoal,
  StoredAttempt,
  StoredGoal,
  StrategyStats,
} from './ledger.ts'
export { GOAL_STATUSES } from './ledger.ts'
export { JOBS_SCHEMA } from './migrations.ts'
export { databaseError, withoutPassword } from './postgres-errors.ts'
export { claimedGoals, countReceipts, findReceipt, heldReceipt, listReceipts } from './receipt-queries.ts'
export { controlRun, forgetControl, type RunControl, runControl } from './run-control.ts'
export {
  type ProofStates,
  proofStates,
  type SearchTreeRow,
  saveProofStates,
  saveSearchTree,
  searchTrees,
} from './search-records.ts'
export { findSimilar, indexForSearch, type Similar, searchWords } from './similarity.ts'
export { CACHE_STRATEGY, creditFinder, type SoleFinder } from './sole-finder.ts'
export type { Sql, SqlReader, SqlTransaction, SqlValue } from './sql.ts'
export { removeWorker, saveWorker, workerRows } from './worker-rows.ts'

export interface LedgerOptions {
  /** A PostgreSQL URL; without it the ledger is the SQLite file in `home`. */
  readonly databaseUrl?: string | undefined
  readonly home?: string | undefined
  /** How long a locked database is waited for. */
  readonly lockWaitMs?: number | undefined
}

/** Opens the ledger, creating or upgrading it as needed. */
export async function openLedger({
  databaseUrl,
  home = homeDir(),
  lockWaitMs,
}: LedgerOptions = {}): Promise<Ledger> {
  if (databaseUrl) {
    const sql = await openPostgres(databaseUrl)
    // Missing rights and read-only servers show when the schema is looked at.
    return createSqlLedger(sql).catch((cause: unknown) => {
      throw databaseError(databaseUrl, cause)
    })
  }
  return createSqlLedger(openSqlite(ledgerPath(home), lockWaitMs === undefined ? {} : { lockWaitMs }))
}

export function ledgerPath(home: string = homeDir()): string {
  return join(home, 'ledger.db')
}
