/**
 * Sketches in a run, with the real Lean: the holes of an outline that stay open become tickets, the lemmas go through
 * claim, check and delivery, and the outline is put together with them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir, loadConfig } from '../../src/config/index.ts'
import { makeGoal } from '../../src/goal/index.ts'
import { Checker, chooseToolchain, LeanPool, readReceipt, verifyReceipt } from '../../src/lean/index.ts'
import { type Ledger, openLedger } from '../../src/ledger/index.ts'
import { createMarket } from '../../src/market/index.ts'
import { openTestEndpoint, type TestEndpoint } from '../../src/models/test-endpoint.ts'
import { GoalSearch } from '../../src/search/index.ts'
import { BUILT_IN, type Strategy, strategiesByName } from '../../src/strategies/index.ts'

const PREAMBLE = `inductive Peano where
  | zero
  | succ (n : Peano)

def plus : Peano → Peano → Peano
  | .zero, m => m
  | .succ n, m => .succ (plus n m)

def times : Peano → Peano → Peano
  | .zero, _ => .zero
  | .succ n, m => plus m (times n m)`

const OUTLINE = `intro a b
have more : ∀ c d, times c (.succ d) = plus c (times c d) := by
  sorry
have nothing : ∀ c, times c .zero = .zero := by
  sorry
induction a with
| zero => sorry
| succ n ih => sorry`

/** Knows how to multiply with a successor, which takes two lemmas about sums, and nothing else. */
const expert: Strategy = {
  name: 'expert',
  version: 1,
  profile: 0,
  timeoutSeconds: 60,
  availability: async () => ({ available: true }),
  async run(goal, tools, { signal }) {
    await using dojo = await tools.openDojo(goal, signal)
    const script = `have s : ∀ x y, plus x (.succ y) = .succ (plus x y) := by
  intro x y
  induction x <;> simp_all [plus]
have l : ∀ x y z, plus x (plus y z) = plus y (plus x z) := by
  intro x y z
  induction x <;> simp_all [plus]
intro c d
induction c <;> simp_all [plus, times]`
    const result = await dojo.runTactic(dojo.root, script, { timeoutMs: 60_000, signal })
    return result.kind === 'closed'
      ? { kind: 'proved', script, cpuSeconds: null }
      : { kind: 'failed', why: 'not about successors', cpuSeconds: null }
  },
}

let folder = ''
let pool: LeanPool
let checker: Checker
let ledger: Ledger
let endpoint: TestEndpoint

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-sketch-test-'))
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), {
    size: 1,
    threads: 4,
  })
  checker = new Checker(pool)
  ledger = await openLedger({ home: folder })
  endpoint = await openTestEndpoint(() => `\`\`\`lean\n${OUTLINE}\n\`\`\``)
  await Promise.all([pool.warm(), checker.warm()])
})

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]()
  await ledger.close()
  await Promise.all([checker.close(), pool.close()])
  rmSync(folder, { recursive: true, force: true })
})

const commutes = makeGoal({
  id: 'times_comm',
  text: '∀ a b : Peano, times a b = times b a',
  preamble: PREAMBLE,
})

describe('a sketch in a run', () => {
  it('has its open holes proved as tickets and is then put together and checked', async () => {
    const env = {
      ORCH_TIMEOUT_SKETCH: '60',
      ORCH_TIMEOUT_OTHER: '60',
      ORCH_ESCALATE_AFTER: '100',
      ORCH_SLATE: '1',
      ORCH_LLM_BASE_URL: endpoint.baseUrl,
      ORCH_LLM_MODEL: 'test',
    }
    const { config } = loadConfig({ env, envFile: join(folder, 'none') })
    const search = new GoalSearch({
      config,
      ledger,
      pool,
      checker,
      strategies: [...strategiesByName(['sketch'], BUILT_IN), expert],
      worker: 'tester',
      lanes: { light: 2, heavy: 1 },
      runId: 'run-1',
      seed: 1,
      useCache: true,
      cpuTarget: 1,
    })
    const failures: (string | undefined)[] = []
    const tickets: string[] = []
    let proved: { strategy: string; tactics: readonly string[] } | undefined
    search.events.on('attempt', ({ problem, attempt }) => {
      if (problem.goal.id !== commutes.id) return
      if (attempt.outcome === 'failed') failures.push(attempt.error)
    })
    search.events.on('escalated', ({ problem, ticket }) => {
      if (problem.goal.id === commutes.id) tickets.push(ticket.goal)
    })
    search.events.on('concluded', ({ problem, attempt }) => {
      if (problem.goal.id === commutes.id && attempt?.outcome === 'proved') proved = attempt
    })
    await search.run([commutes], { signal: AbortSignal.timeout(280_000) })

    expect(failures).toContain('1 of 4 holes of the best outline stay open')
    expect(tickets).toContain('∀ (c d : Peano), times c d.succ = plus c (times c d)')
    expect(proved?.strategy).toBe('sketch')
    expect(proved?.tactics.join('\n')).toContain('have more : ∀ c d, times c (.succ d) = plus c (times c d)')

    const completed = await createMarket(ledger).listTickets({ status: 'completed' })
    const ticket = completed.find(({ goal }) => goal === tickets[0])
    expect(ticket).toMatchObject({ completedBy: 'tester' })
    const [waiting = ''] = ticket?.waitingGoals ?? []
    const goal = await ledger.goal(waiting)
    expect(goal).toMatchObject({ id: commutes.id, status: 'proved' })
    const receipt = readReceipt(await ledger.receipt(goal?.receipt ?? ''))
    expect(receipt.proof).toMatchObject({ lemmas: expect.stringContaining('theorem') })
    expect(await verifyReceipt(checker, receipt)).toMatchObject({ kind: 'confirmed' })
  }, 300_000)
})
