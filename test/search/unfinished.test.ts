/** What a strategy leaves unfinished in one run is where it goes on in the next, with the real Lean. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir, loadConfig } from '../../src/config/index.ts'
import { makeGoal } from '../../src/goal/index.ts'
import { Checker, chooseToolchain, LeanPool } from '../../src/lean/index.ts'
import { type Ledger, openLedger } from '../../src/ledger/index.ts'
import { GoalSearch } from '../../src/search/index.ts'
import { type Strategy, strategiesByName } from '../../src/strategies/index.ts'

/** Nothing ends it: a search has branches for as long as it likes. */
const endless = makeGoal({
  id: 'endless',
  text: '∀ a b c : Nat, walk a (walk b c) = walk b (walk a c)',
  preamble: `opaque secret : Nat → Nat → Nat
def walk : Nat → Nat → Nat
  | 0, steps => secret steps steps
  | n + 1, steps => walk n (secret steps n)`,
})

let folder = ''
let pool: LeanPool
let checker: Checker
let ledger: Ledger

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-unfinished-test-'))
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
  ledger = await openLedger({ home: folder })
  await Promise.all([pool.warm(), checker.warm()])
})

afterAll(async () => {
  await ledger.close()
  await Promise.all([checker.close(), pool.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** Runs copilot on the goal and tells what it was given to go on with; where that is all, it need not search. */
async function attempt(runId: string, seconds: number, { useCache = true, searches = true } = {}) {
  const { config } = loadConfig({
    env: { ORCH_TIMEOUT_COPILOT: String(seconds), ORCH_ESCALATE_AFTER: '100' },
    envFile: join(folder, 'none'),
  })
  const given: (readonly string[])[] = []
  const strategies = strategiesByName(['copilot']).map(
    (copilot): Strategy => ({
      ...copilot,
      run(goal, tools, run) {
        given.push(run.resume ?? [])
        return searches
          ? copilot.run(goal, tools, run)
          : Promise.resolve({ kind: 'failed', why: 'it was only asked', cpuSeconds: 0 })
      },
    }),
  )
  const lanes = { light: 1, heavy: 1 }
  const shared = { config, ledger, pool, checker, strategies, worker: 'tester', lanes }
  const search = new GoalSearch({ ...shared, runId, seed: 1, useCache, cpuTarget: 1 })
  let key = ''
  search.events.on('attempt', ({ problem }) => {
    key = problem.key
  })
  await search.run([endless], { signal: AbortSignal.timeout(100_000) })
  return { given, left: (await ledger.unfinished(key, 'copilot'))?.scripts ?? [] }
}

describe('a goal that copilot ran out of time on', () => {
  it('is taken up again where the last run left it, unless earlier runs are not to count', async () => {
    // However busy the machine is: at some budget it gets as far as an open branch.
    let seconds = 2
    let left: readonly string[] = []
    for (; left.length === 0; seconds *= 2) {
      const first = await attempt(`run-${seconds}`, seconds)
      expect(first.given).toEqual([[]])
      left = first.left
    }
    expect((await attempt('larger', seconds, { searches: false })).given).toEqual([left])
    expect((await attempt('alone', 2, { useCache: false, searches: false })).given).toEqual([[]])
  })
})
