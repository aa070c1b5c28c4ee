/** The ledger from a program: was this tried, what worked, what is open. Lean is not started. Run: node examples/ledger.ts */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashGoalText, makeGoal, openLedger } from '../src/index.ts'

// Without `home` it is the ledger of this machine, the one that `orch stats` shows.
const home = mkdtempSync(join(tmpdir(), 'orch-example-'))
const ledger = await openLedger({ home })

const goal = makeGoal({ id: 'add_zero', text: '∀ n : Nat, n + 0 = n', difficulty: 0.1 })
const key = hashGoalText(goal)
await ledger.saveGoals([{ ...goal, key }])

// Deduplication: has this strategy had its chance on a goal of this text? The names of variables do not matter.
const strategy = 'micro'
console.log('attempted before:', await ledger.hasAttempted('∀ k : Nat, k + 0 = k', strategy))

// Every attempt is a row, whatever became of it. Only a receipt makes one a success.
await ledger.record({
  goalKey: key,
  goalText: goal.text,
  strategy,
  strategyVersion: '1',
  outcome: 'failed',
  tactics: [],
  timeSeconds: 0.4,
  cpuSeconds: 0.3,
  budget: { seconds: 8 },
  startedAt: Date.now(),
})
console.log('attempted now:', await ledger.hasAttempted('∀ k : Nat, k + 0 = k', strategy))

// The tactic cache: after a success, and on a new goal.
await ledger.updateScript({ goalKey: key, tactics: ['simp'], strategy, success: true, timeSeconds: 2.3 })
const cached = await ledger.getCachedTactics('∀ m: Nat,  m + 0 = m')
if (cached && cached.successRate > 0.7) {
  console.log(`Success rate: ${cached.successRate}`)
  console.log(`Tactics: ${cached.tactics.join(', ')}`)
}

// After a crash: what is not settled, and what was tried on it.
for (const { goal: open, tried } of await ledger.frontier())
  console.log('open:', open.id, 'tried:', tried.map((prior) => prior.strategy).join(', '))

const { totalAttempts, successfulAttempts, uniqueGoals } = await ledger.stats()
console.log({ totalAttempts, successfulAttempts, uniqueGoals })

await ledger.close()
rmSync(home, { recursive: true, force: true })
