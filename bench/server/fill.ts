import { openLedger } from '../../src/ledger/index.ts'

const STRATEGIES = ['micro', 'refute', 'copilot', 'sketch', 'reprover']
const OUTCOMES = ['failed', 'failed', 'timeout', 'cancelled', 'error']
const BATCH = 20_000

/** A ledger with so many attempts on a tenth as many goals, a third of them proved, in 20 runs. */
export async function fillLedger(home: string, attempts: number): Promise<void> {
  const ledger = await openLedger({ home })
  const goals = Math.ceil(attempts / 10)
  const key = (goal: number) => `lean:${((goal * 2_654_435_761) % 2 ** 32).toString(16).padStart(40, '0')}`
  for (let from = 0; from < goals; from += 1000) {
    const some = Array.from({ length: Math.min(1000, goals - from) }, (_, at) => {
      const goal = from + at
      const text = `∀ a b c : Nat, a + ${goal % 997} * b + c = c + b * ${goal % 997} + a ∧ lemma${goal} a`
      return {
        key: key(goal),
        id: `goal_${goal}`,
        text,
        context: [],
        imports: [],
        preamble: '',
        difficulty: (goal % 100) / 100,
        priority: (goal % 37) / 37,
      }
    })
    await ledger.saveGoals(some)
  }
  const runs = 20
  const began = Date.UTC(2026, 0, 1)
  for (let run = 0; run < runs; run += 1) {
    const runId = `bank-${run}`
    await ledger.startRun({ runId, command: 'bank', config: { profile: 1 }, seed: run })
    await ledger.endRun(runId, { interrupted: false })
  }
  for (let from = 0; from < attempts; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, attempts - from) }, (_, at) => {
      const number = from + at
      const goal = number % goals
      const solved = goal % 3 === 0 && number >= attempts - goals
      const outcome = solved ? 'proved' : (OUTCOMES[number % OUTCOMES.length] ?? 'failed')
      return [
        key(goal),
        `goal ${goal}`,
        STRATEGIES[(number + goal) % STRATEGIES.length] ?? 'micro',
        solved ? 1 : 0,
        (number % 80) / 10,
        solved ? '["simp"]' : '[]',
        new Date(began + number * 100).toISOString(),
        outcome,
        (number % 70) / 10,
        '1',
        8,
        `bank-${Math.floor((number * runs) / attempts)}`,
        null,
        number % 2,
      ]
    })
    await ledger.sql.write((transaction) =>
      transaction.runMany(
        `insert into attempts (goal_hash, goal_text, strategy, success, time_seconds, tactics, timestamp, outcome,
          cpu_seconds, strategy_version, budget, run_id, error, cache_hit)
          values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        rows,
      ),
    )
  }
  await ledger.sql.write(async (transaction) => {
    await transaction.run(
      `update goals set status = 'proved', solved_by = 'micro', tactics = '["simp"]',
        solved_at = '2026-01-0' || (1 + id % 9) || 'T0' || (id % 10) || ':' || (10 + id % 50) || ':00.000Z',
        receipt = 'r' || id where (id - 1) % 3 = 0`,
    )
    await transaction.run(
      `insert into receipts (receipt, goal_hash, body, created_at)
        select receipt, goal_hash, '{}', solved_at from goals where receipt is not null`,
    )
    for (let at = 0; at < 20_000; at += 1)
      await transaction.run('insert into events (at, run_id, type, data) values (?, ?, ?, ?)', [
        new Date(began + at * 1000).toISOString(),
        'bank-0',
        'pulse',
        PULSE,
      ])
  })
  await ledger.close()
}

const PULSE = JSON.stringify({
  cpu_share: 0.5,
  memory_share: 0.25,
  cpu_target: 0.5,
  paused: false,
  queued: 100,
  lanes: { light: { running: 3, limit: 3 }, heavy: { running: 1, limit: 2 } },
  running: [],
  goals: { total: 1000, processed: 500, solved: 300 },
  arms: STRATEGIES.map((strategy) => ({ strategy, trials: 100, mean: 0.4, score: 0.9 })),
})
