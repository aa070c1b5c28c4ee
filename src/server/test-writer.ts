/**
 * A search in a process of its own, as the ledger sees it: attempts written one commit after the other. It does not
 * wait for a lock at all, so whoever holds one makes it fail. Tells how many it wrote, or why it could not.
 */
import { openLedger } from '../ledger/index.ts'
import { attemptOn, goalOf } from './test-server.ts'

const [home = '', count = '0'] = process.argv.slice(2)
const ledger = await openLedger({ home, lockWaitMs: 0 })
const goals = Array.from({ length: 200 }, (_, at) => goalOf(`goal_${at}`, `∀ n : Nat, n + ${at} = ${at} + n`))
await ledger.saveGoals(goals)
await ledger.startRun({ runId: 'other', command: 'bg', config: {}, seed: 1 })
process.send?.({ kind: 'ready' })
await new Promise((go) => process.once('message', go))
const begun = [performance.now(), process.cpuUsage()] as const
let written = 0
try {
  for (; written < Number(count); written += 1) {
    const goal = goals[written % goals.length]
    if (!goal) throw new Error('unreachable')
    const recorded = ledger.record(attemptOn(goal, { runId: 'other', timeSeconds: written }))
    // Nothing else is to come with it.
    await ledger.flush()
    await recorded
  }
  const { user, system } = process.cpuUsage(begun[1])
  process.send?.({
    kind: 'done',
    written,
    seconds: (performance.now() - begun[0]) / 1000,
    cpuSeconds: (user + system) / 1e6,
  })
} catch (error) {
  process.send?.({ kind: 'failed', written, why: String(error) })
}
await ledger.close()
process.disconnect()
