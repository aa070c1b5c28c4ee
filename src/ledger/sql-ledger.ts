import { arcAttempts, recordArc } from './arc-queries.ts'
import { findDuplicate, listAttempts, priors, strategyStats } from './attempt-queries.ts'
import { AttemptWriter } from './attempt-writer.ts'
import { goalCounts } from './goal-pages.ts'
import { findGoal, frontier, listGoals, restateGoal, saveGoals, similarGoals } from './goal-queries.ts'
import { countScripts } from './history.ts'
import type { CachedScript, Ledger, ReceiptRow, Unfinished } from './ledger.ts'
import { migrate } from './migrations.ts'
import { parseStrings } from './rows.ts'
import { endRun, findRun, listRuns, resumeRun, startRun } from './run-queries.ts'
import type { Sql } from './sql.ts'
import { getCachedTactics, goalsOfText, hasAttempted } from './text-queries.ts'

/** The ledger on any database that speaks our SQL. */
export async function createSqlLedger(sql: Sql): Promise<Ledger> {
  try {
    await migrate(sql)
  } catch (error) {
    await sql.close()
    throw error
  }
  const writer = new AttemptWriter(sql)
  const change = async (statement: string, parameters: (string | number | null)[]) => {
    await sql.write((transaction) => transaction.run(statement, parameters))
  }
  const ledger: Ledger = {
    sql,
    place: sql.place,
    dialect: sql.dialect,
    record: (attempt) => writer.record(attempt),
    flush: () => writer.flush(),
    async close() {
      await writer.flush()
      await sql.close()
    },
    saveGoals: (goals) => saveGoals(sql, goals),
    restateGoal: (goal) => restateGoal(sql, goal),
    goal: (key) => findGoal(sql, key),
    goals: (query = {}) => listGoals(sql, query),
    attempts: (query = {}) => listAttempts(sql, query),
    priors: (goalKey) => priors(sql, goalKey),
    findDuplicate: (wanted) => findDuplicate(sql, wanted),
    frontier: () => frontier(sql),
    similarGoals: (text, options = {}) => similarGoals(sql, text, options),
    strategyStats: (runId) => strategyStats(sql, runId),
    async stats() {
      const strategies = await strategyStats(sql, undefined)
      const { total, ...goals } = await goalCounts(ledger)
      const totalAttempts = strategies.reduce((sum, { attempts }) => sum + attempts, 0)
      const successfulAttempts = strategies.reduce((sum, { solved, refuted }) => sum + solved + refuted, 0)
      const successRate = totalAttempts > 0 ? successfulAttempts / totalAttempts : 0
      const cachedScripts = await countScripts(ledger)
      return {
        totalAttempts,
        successfulAttempts,
        successRate,
        uniqueGoals: total,
        goals,
        cachedScripts,
        strategies,
      }
    },

    async cachedScripts(goalKey, limit = 5) {
      const rows = await sql.all<ScriptRow>(
        `select * from tactic_cache where goal_hash = ?
          order by success_rate desc, avg_time, use_count desc limit ?`,
        [goalKey, limit],
      )
      return rows.map(toScript)
    },
    updateScript: ({ goalKey, tactics, strategy, success, timeSeconds }) =>
      change(
        `insert into tactic_cache (goal_hash, tactics, strategy, success_rate, avg_time, use_count, last_used)
          values (?, ?, ?, ?, ?, 1, ?)
          on conflict (goal_hash, tactics) do update set
            success_rate = (tactic_cache.success_rate * tactic_cache.use_count + excluded.success_rate)
              / (tactic_cache.use_count + 1),
            avg_time = (tactic_cache.avg_time * tactic_cache.use_count + excluded.avg_time)
              / (tactic_cache.use_count + 1),
            use_count = tactic_cache.use_count + 1,
            last_used = excluded.last_used`,
        [goalKey, JSON.stringify(tactics), strategy, success ? 1 : 0, timeSeconds, now()],
      ),

    async unfinished(goalKey, strategy) {
      const [row] = await sql.all<UnfinishedRow>(
        'select * from unfinished where goal_hash = ? and strategy = ?',
        [goalKey, strategy],
      )
      return row && toUnfinished(row)
    },
    saveUnfinished: ({ goalKey, strategy, strategyVersion, scripts, runId }) =>
      change(
        `insert into unfinished (goal_hash, strategy, strategy_version, scripts, run_id, updated_at)
          values (?, ?, ?, ?, ?, ?)
          on conflict (goal_hash, strategy) do update set strategy_version = excluded.strategy_version,
            scripts = excluded.scripts, run_id = excluded.run_id, updated_at = excluded.updated_at`,
        [goalKey, strategy, strategyVersion, JSON.stringify(scripts), runId ?? null, now()],
      ),

    async cachedPremises(goalKey, source) {
      const [row] = await sql.all<{ premises: string }>(
        'select premises from premise_cache where goal_hash = ? and source = ?',
        [goalKey, source],
      )
      return row && parseStrings(row.premises)
    },
    savePremises: (goalKey, source, premises) =>
      change(
        `insert into premise_cache (goal_hash, source, premises, updated_at) values (?, ?, ?, ?)
          on conflict (goal_hash, source) do update
          set premises = excluded.premises, updated_at = excluded.updated_at`,
        [goalKey, source, JSON.stringify(premises), now()],
      ),

    startRun: (run) => startRun(sql, run),
    resumeRun: (runId, config) => resumeRun(sql, runId, config),
    endRun: (runId, summary) => endRun(sql, runId, summary),
    run: (runId) => findRun(sql, runId),
    runs: (query = {}) => listRuns(sql, query),

    recordArc: (attempt) => recordArc(sql, attempt),
    arcAttempts: (runId) => arcAttempts(sql, runId),
    goalsOfText: (goal) => goalsOfText(sql, goal),
    getCachedTactics: (goal) => getCachedTactics(sql, goal),
    hasAttempted: (goal, strategy) => hasAttempted(sql, goal, strategy),

    async banditState(policy) {
      const [row] = await sql.all<{ state: string }>('select state from bandit_state where policy = ?', [
        policy,
      ])
      return row && JSON.parse(row.state)
    },
    changeBanditState: (policy, next) =>
      sql.write(async (transaction) => {
        await sql.lock(transaction, `bandit ${policy}`)
        const [row] = await transaction.all<{ state: string }>(
          'select state from bandit_state where policy = ?',
          [policy],
        )
        const state = next(row && JSON.parse(row.state))
        await transaction.run(
          `insert into bandit_state (policy, state, updated_at) values (?, ?, ?)
            on conflict (policy) do update set state = excluded.state, updated_at = excluded.updated_at`,
          [policy, JSON.stringify(state), now()],
        )
        return state
      }),

    async saveReceipt({ id, goalKey, body }) {
      await sql.write(
        (transaction) =>
          transaction.run(
            `insert into receipts (receipt, goal_hash, body, created_at) values (?, ?, ?, ?)
              on conflict (receipt) do nothing`,
            [id, goalKey, JSON.stringify(body), now()],
          ),
        { survivePowerLoss: true },
      )
    },
    async receipt(id) {
      const [row] = await sql.all<{ body: string }>('select body from receipts where receipt = ?', [id])
      return row && JSON.parse(row.body)
    },
    receiptRows: ({ after, limit }) =>
      sql.all<ReceiptRow>(
        'select receipt, goal_hash, body from receipts where receipt > ? order by receipt limit ?',
        [after, limit],
      ),
    judgeReceipt: (id, why) =>
      why === undefined
        ? change('delete from denied_receipts where receipt = ?', [id])
        : change(
            `insert into denied_receipts (receipt, why, denied_at) values (?, ?, ?)
              on conflict (receipt) do update set why = excluded.why, denied_at = excluded.denied_at`,
            [id, why, now()],
          ),
  }
  return ledger
}

interface ScriptRow {
  tactics: string
  strategy: string
  success_rate: number
  avg_time: number
  use_count: number
}

function toScript(row: ScriptRow): CachedScript {
  return {
    tactics: parseStrings(row.tactics),
    strategy: row.strategy,
    successRate: row.success_rate,
    avgTime: row.avg_time,
    useCount: row.use_count,
  }
}

interface UnfinishedRow {
  goal_hash: string
  strategy: string
  strategy_version: string
  scripts: string
  run_id: string | null
}

function toUnfinished(row: UnfinishedRow): Unfinished {
  return {
    goalKey: row.goal_hash,
    strategy: row.strategy,
    strategyVersion: row.strategy_version,
    scripts: parseStrings(row.scripts),
    runId: row.run_id ?? undefined,
  }
}

function now(): string {
  return new Date().toISOString()
}
