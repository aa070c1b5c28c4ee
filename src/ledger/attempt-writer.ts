import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Attempt, isSettled, isSuccess } from '../attempt.ts'
import type { Sql, SqlValue } from './sql.ts'

const INSERT_ATTEMPT = `insert into attempts
  (goal_hash, goal_text, strategy, success, time_seconds, tactics, timestamp, outcome, cpu_seconds,
   strategy_version, budget, run_id, receipt, error, worker, cache_hit, counterexample, lemma_set, premises, script)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const SETTLE_GOAL = `update goals
  set status = ?, solved_by = ?, tactics = ?, script = ?, receipt = ?, solved_at = ?
  where goal_hash = ? and (status = 'open' or exists (select 1 from shown_goals shown
    where shown.goal_hash = goals.goal_hash and shown.status = 'claimed'))`

// A page of an index that many attempts touch is written once per commit, so that large commits are cheap per row.
const MOST_PER_COMMIT = 4000
// The event loop gets a turn after this many rows, so that it is never held up for long.
const ROWS_PER_TURN = 1000
// A batch waits as long as further attempts keep coming, and looks this often whether they do. A success is written
// at once, and so is the last attempt.
const GATHER_MS = 5
const GATHER_AT_MOST_MS = 100

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
    const attempts: Attempt[] = []
    const startedAt = performance.now()
    let seen = 0
    const timer = setInterval(() => {
      const grew = attempts.length > seen
      seen = attempts.length
      if (!grew || performance.now() - startedAt >= GATHER_AT_MOST_MS) ready()
    }, GATHER_MS)
    const ready = () => {
      clearInterval(timer)
      setImmediate(resolve)
    }
    const batch: Batch = { attempts, written: Promise.withResolvers(), ready }
    this.#open = batch
    this.#last = Promise.all([this.#last, gathered])
      .then(() => {
        if (this.#open === batch) this.#open = undefined
        return this.#write(attempts)
      })
      .then(batch.written.resolve, batch.written.reject)
    return batch
  }

  #write(attempts: readonly Attempt[]): Promise<void> {
    const settled = attempts.filter(({ outcome }) => isSettled(outcome))
    return this.#sql.write(
      async (transaction) => {
        for (let from = 0; from < attempts.length; from += ROWS_PER_TURN) {
          if (from > 0) await nextTurn()
          const rows = attempts.slice(from, from + ROWS_PER_TURN).map(toRow)
          await transaction.runMany(INSERT_ATTEMPT, rows)
        }
        for (const { goalKey, outcome, strategy, tactics, receipt, startedAt, timeSeconds } of settled) {
          const solvedAt = isoTime(startedAt + timeSeconds * 1000)
          const found = [JSON.stringify(tactics), tactics.join('\n'), receipt ?? null]
          await transaction.run(SETTLE_GOAL, [outcome, strategy, ...found, solvedAt, goalKey])
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
    attempt.counterexample ?? null,
    attempt.lemmaSet ?? '',
    attempt.premises === undefined ? '[]' : JSON.stringify(attempt.premises),
    attempt.tactics.length === 0 ? null : attempt.tactics.join('\n'),
  ]
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
