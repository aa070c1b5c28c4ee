/** How many bytes an attempt and a goal take in PostgreSQL, indexes included: what a plan for 10^9 of them rests on. */
import { randomBytes } from 'node:crypto'
import { makeGoal } from '../../src/goal/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { benchDatabase } from './server.ts'

const rows = Number(process.argv[2] ?? 20_000)
await using database = await benchDatabase()
const ledger = await openLedger({ databaseUrl: database.url })
const text = '∀ a b c : Nat, a * (b + c) = a * b + a * c'
const goals = Array.from({ length: rows }, (_, n) => ({
  ...makeGoal({ id: `g${n}`, text: `${text} + ${n}` }),
  key: `lean:${randomBytes(20).toString('hex')}`,
}))
await ledger.saveGoals(goals)
const strategies = ['micro', 'refute', 'sketch', 'copilot']
await Promise.all(
  goals.map(({ key, text: goalText }, n) =>
    ledger.record({
      goalKey: key,
      goalText,
      strategy: strategies[n % strategies.length] ?? 'micro',
      strategyVersion: '12',
      outcome: 'failed',
      tactics: [],
      timeSeconds: 1.2345,
      cpuSeconds: 0.9876,
      budget: { seconds: 8 },
      startedAt: Date.now(),
      runId: 'bank-20261116T220000-12345678',
      error: 'no closer applies',
      worker: 'machine-17:12345:0123abcd',
    }),
  ),
)
const sizes = await ledger.sql.all<{ name: string; heap: number; total: number }>(
  `select relname as name, pg_table_size(oid) as heap, pg_total_relation_size(oid) as total from pg_class
    where relname in ('attempts', 'goals', 'search_index')`,
)
for (const { name, heap, total } of sizes)
  console.log(`${name}: ${Math.round(heap / rows)} bytes a row, ${Math.round(total / rows)} with indexes`)
await ledger.close()
