import { type Attempt, isSettled, isSuccess } from '../attempt.ts'
import type { Sql, SqlValue } from './sql.ts'

const INSERT_ATTEMPT = `insert into attempts
  (goal_hash, goal_text, strategy, success, time_seconds, tactics, timestamp, outcome, cpu_seconds,
   strategy_version, budget, run_id, receipt, error, worker, cache_hit)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const SETTLE_GOAL = `update goals
  set status = ?, solved_by = ?, tactics = ?, receipt = ?, solved_at = ?
  where goal_hash = ? and status = 'open'`

// Large enough to make a commit cheap per row, small enough that the event loop is never held up for long.
const MOST_PER_COMMIT = 1000
// How long a lonely attempt waits for company; attempts take far longer than this anyway.
const GATHER_MS = 5

interface Batch {
  readonly attempts: Attempt[]
  readonly written: PromiseWithResolvers<void>
  /** Stops gathering. */
  readonly ready: () => void
}

/** Collects attempts and writes them in batches: whoever records may wait for the commit, nobody else does. */
export class AttemptWriter {
  readonly #sql: Sql
  #open: Batch | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  record(attempt: Attempt): Promise<void> {
    const batch = this.#open ?? this.#begin()
    batch.attempts.push(attempt)
    if (batch.attempts.length >= MOST_PER_COMMIT) this.#open = undefined
    if (!this.#open || isSettled(attempt.outcome)) batch.ready()
    return batch.written.promise
  }

  /** Resolves when everything recorded before is on disk or was reported as lost. */
  async flush(): Promise<void> {
    this.#open?.ready()
    await this.#last
  }

  #begin(): Batch {
    const { promise: gathered, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GATHER_MS)
    const ready = () => {
      clearTimeout(timer)
      setImmediate(resolve)
    }
    const batch: Batch = { attempts: [], written: Promise.withResolvers(), ready }
    this.#open = batch
    this.#last = Promise.all([this.#last, gathered])
      .then(() => {
        if (this.#open === batch) this.#open = undefined
        return this.#write(batch.attempts)
      })
      .then(batch.written.resolve, batch.written.reject)
    return batch
  }

  #write(attempts: readonly Attempt[]): Promise<void> {
    const settled = attempts.filter(({ outcome }) => isSettled(outcome))
    return this.#sql.write(
      async (transaction) => {
        await transaction.runMany(INSERT_ATTEMPT, attempts.map(toRow))
        for (const { goalKey, outcome, strategy, tactics, receipt, startedAt, timeSeconds } of settled) {
          const solvedAt = isoTime(startedAt + timeSeconds * 1000)
          const script = JSON.stringify(tactics)
          await transaction.run(SETTLE_GOAL, [outcome, strategy, script, receipt ?? null, solvedAt, goalKey])
        }
      },
      { survivePowerLoss: settled.length > 0 },
    )
  }
}

function toRow(attempt: Attempt): SqlValue[] {
  return [
    attempt.goalKey,
    attempt.goalText,
    attempt.strategy,
    isSuccess(attempt.outcome) ? 1 : 0,
    attempt.timeSeconds,
    attempt.tactics.length === 0 ? '[]' : JSON.stringify(attempt.tactics),
    isoTime(attempt.startedAt),
    attempt.outcome,
    attempt.cpuSeconds,
    attempt.strategyVersion,
    attempt.budget.seconds,
    attempt.runId ?? null,
    attempt.receipt ?? null,
    attempt.error ?? null,
    attempt.worker ?? null,
    attempt.cacheHit === undefined ? null : Number(attempt.cacheHit),
  ]
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
