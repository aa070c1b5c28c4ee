/**
 * What sharing the bandit costs: runs that learn at once on one PostgreSQL database, each sharing after every ten
 * attempts as fast as it can, against one run alone. A real run shares every two seconds.
 * node bench/distributed/learning.ts [shares]
 */
import { loadConfig } from '../../src/config/index.ts'
import { createRandom } from '../../src/engine/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { createPolicy } from '../../src/search/index.ts'
import { benchDatabase } from './server.ts'

const shares = Number(process.argv[2] ?? 50)
const ATTEMPTS = 10
const ARMS = ['micro', 'refute', 'sketch', 'copilot', 'reprover']
/** Heads of goals: what makes the state grow. */
const FEATURES = 40
await using database = await benchDatabase()
const { config } = loadConfig({ env: {} })
const strategies = ARMS.map((name) => ({ name, timeoutSeconds: 10 }))
let expected = 0

async function learn(run: number): Promise<number[]> {
  const ledger = await openLedger({ databaseUrl: database.url })
  const random = createRandom(run)
  const policy = await createPolicy(config, { ledger, random, strategies })
  const times: number[] = []
  for (let share = 0; share < shares; share += 1) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const arm = ARMS[Math.floor(random.next() * ARMS.length)] ?? 'micro'
      const features = [`head ${Math.floor(random.next() * FEATURES)}`]
      policy.started(arm)
      policy.ended({ arm, failed: [], features, outcome: 'failed', cpuSeconds: 1 })
    }
    const started = performance.now()
    await policy.share(ledger)
    times.push(performance.now() - started)
  }
  await ledger.close()
  return times
}

for (const runs of [1, 4, 16]) {
  const started = performance.now()
  const all = await Promise.all(Array.from({ length: runs }, (_, run) => learn(run)))
  const times = all.flat().sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
  expected += runs * shares * ATTEMPTS
  console.log(
    `${runs} runs: ${((1000 * times.length) / (performance.now() - started)).toFixed(0)} shares a second, ` +
      `median ${at(0.5)} ms, 99 % within ${at(0.99)} ms`,
  )
}
const ledger = await openLedger({ databaseUrl: database.url })
const { arms } = (await ledger.banditState('ucb')) as { arms: Record<string, { trials: number }> }
const counted = Object.values(arms).reduce((sum, { trials }) => sum + trials, 0)
await ledger.close()
console.log(`${counted} of ${expected} attempts counted`)
process.exitCode = counted === expected ? 0 : 1
