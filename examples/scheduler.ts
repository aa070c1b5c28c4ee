/** A strategy of your own beside the built-in ones, one goal, many goals, and a receipt. Run: node examples/scheduler.ts */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Checker,
  cacheDir,
  chooseToolchain,
  controlRun,
  LeanPool,
  openLedger,
  readReceipt,
  Scheduler,
  type Strategy,
  verifyReceipt,
} from '../src/index.ts'

const quick: Strategy = {
  name: 'quick',
  version: 1,
  profile: 0,
  timeoutSeconds: 5,
  availability: async () => ({ available: true }),
  async run(goal, tools, { signal }) {
    await using dojo = await tools.openDojo(goal, signal)
    const tactics = ['intros; rfl', 'intros; omega', 'intros; simp_all']
    for (const script of tactics) {
      const result = await dojo.runTactic(dojo.root, script, { signal })
      if (result.kind === 'closed') return { kind: 'proved', script, cpuSeconds: null }
    }
    return { kind: 'failed', why: `nothing closes ${goal.goal.id}`, cpuSeconds: null }
  },
}

const home = mkdtempSync(join(tmpdir(), 'orch-example-'))
const ledger = await openLedger({ home })
const pool = new LeanPool(await chooseToolchain({ cacheDir: cacheDir() }), { size: 1 })
const checker = new Checker(pool)

// Without `lean` and `ledger` it opens its own.
const scheduler = await Scheduler.open({ ledger, lean: { pool, checker }, profile: 0, cpuTarget: 1 })
scheduler.register(quick)
console.log('score above 0:', (await scheduler.ucbScore('quick')) > 0)

const goal = { id: 'test', text: '∀ a b : Nat, a + b = b + a', difficulty: 0.3 }
console.log('strategies:', (await scheduler.selectStrategies(goal, 3)).toSorted().join(', '))

const result = await scheduler.runGoal(goal)
console.log(result.id, result.outcome)

// What is known is looked up, checked again, and not searched again.
const again = await scheduler.runGoal({ id: 'again', text: '∀ x y : Nat, x + y = y + x' })
console.log(again.id, again.outcome, 'by', again.strategy)

// Ctrl-C ends it in good order: what runs is cancelled, inside Lean too, and what ended is in the ledger.
process.once('SIGINT', () => void scheduler.shutdown())
const results = await scheduler.processQueue([
  { id: 'swap', text: 'q ∧ p', context: ['p q : Prop', 'h : p ∧ q'] },
  { id: 'nonsense', text: '∀ n : Nat, n +' },
])
for (const { id, outcome } of results) console.log(id, outcome)

// Any dashboard on the ledger pauses, slows and stops a run, and so does a program, this one or another.
const stopped = await scheduler.processQueue(
  [{ id: 'many', text: '∀ a b c d : Nat, a * b * c * d = d * c * b * a' }],
  {
    onRun: (runId) =>
      void controlRun(ledger, runId, { wanted: 'pause' }).then(() =>
        controlRun(ledger, runId, { wanted: 'stop' }),
      ),
  },
)
console.log('stopped:', stopped.length, (await ledger.runs({ limit: 1 }))[0]?.summary !== undefined)

const receipt = readReceipt(await ledger.receipt(result.receipt ?? ''))
console.log('receipt:', (await verifyReceipt(checker, receipt)).kind)

await scheduler.shutdown()
await checker.close()
await pool.close()
await ledger.close()
rmSync(home, { recursive: true, force: true })
