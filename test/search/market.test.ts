/**
 * The marketplace in a run, with the real Lean: goals that a strategy cannot prove alone are proved with lemmas
 * that went through request, claim, check, completion and reuse.
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
import { GoalSearch } from '../../src/search/index.ts'
import type { Strategy } from '../../src/strategies/index.ts'

const PREAMBLE = ['double', 'triple', 'quadruple', 'quintuple', 'sextuple']
  .map((name, index) => `def ${name} : Nat → Nat\n  | 0 => 0\n  | n + 1 => ${name} n + ${index + 2}`)
  .join('\n\n')
const NAMES = 'double, triple, quadruple, quintuple, sextuple'

/** Inducts on the first variable and nothing else, so an equation inside a function is out of its reach. */
const inductive: Strategy = {
  name: 'inductive',
  version: 1,
  profile: 0,
  timeoutSeconds: 60,
  availability: async () => ({ available: true }),
  async run(goal, tools, { signal }) {
    await using dojo = await tools.openDojo(goal, signal)
    const lemmas = [...(goal.lemmas ?? '').matchAll(/^theorem\s+(\S+)/gm)].map(([, name]) => name)
    const scripts = [`intro x; induction x <;> simp_all [${NAMES}] <;> omega`]
    if (lemmas.length > 0) scripts.push(`intros; simp only [${lemmas.join(', ')}]`)
    for (const script of scripts) {
      const result = await dojo.runTactic(dojo.root, script, { timeoutMs: 60_000, signal })
      if (result.kind === 'closed') return { kind: 'proved', script, cpuSeconds: null }
    }
    const opened = await dojo.runTactic(dojo.root, 'intro f n; congr 1; clear f', { signal })
    const stuckOn = opened.kind === 'open' ? await dojo.restate(opened.state, signal) : undefined
    return { kind: 'failed', why: 'induction does not help', cpuSeconds: null, ...(stuckOn && { stuckOn }) }
  },
}

let folder = ''
let pool: LeanPool
let checker: Checker
let ledger: Ledger

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-market-test-'))
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), {
    size: 1,
    threads: 4,
  })
  checker = new Checker(pool)
  ledger = await openLedger({ home: folder })
})

afterAll(async () => {
  await ledger.close()
  await Promise.all([checker.close(), pool.close()])
  rmSync(folder, { recursive: true, force: true })
})

function newSearch(runId: string, helpsOthers = true): GoalSearch {
  const { config } = loadConfig({ env: { ORCH_TIMEOUT_OTHER: '300' }, envFile: join(folder, 'none') })
  const lanes = { light: 2, heavy: 1 }
  const shared = { config, ledger, pool, checker, strategies: [inductive], worker: 'tester', lanes }
  return new GoalSearch({ ...shared, runId, seed: 1, useCache: true, cpuTarget: 1, helpsOthers })
}

const inside = (name: string, factor: number) =>
  makeGoal({
    id: `inside_${name}`,
    text: `∀ (f : Nat → Nat) (n : Nat), f (${name} n) = f (${factor} * n)`,
    preamble: PREAMBLE,
  })

describe('the marketplace in a run', () => {
  it('proves five goals with lemmas that were asked for, claimed, checked, delivered and handed over', async () => {
    const goals = [
      inside('double', 2),
      inside('triple', 3),
      inside('quadruple', 4),
      inside('quintuple', 5),
      inside('sextuple', 6),
    ]
    const search = newSearch('run-1')
    const failedFirst = new Set<string>()
    const proved = new Set<string>()
    const changes: { ticketId: string; status: string }[] = []
    search.events.on('ticket', (change) => changes.push(change))
    search.events.on('attempt', ({ problem, attempt }) => {
      if (attempt.outcome === 'failed') failedFirst.add(problem.goal.id)
    })
    search.events.on('concluded', ({ problem, attempt }) => {
      if (attempt?.outcome === 'proved') proved.add(problem.goal.id)
    })
    await search.run(goals, { signal: AbortSignal.timeout(280_000) })
    for (const { id } of goals) {
      expect(failedFirst, id).toContain(id)
      expect(proved, id).toContain(id)
    }

    const completed = await createMarket(ledger).listTickets({ status: 'completed' })
    expect(completed.length).toBe(5)
    for (const ticket of completed) {
      expect(ticket.completedBy).toBe('tester')
      const statuses = changes.filter(({ ticketId }) => ticketId === ticket.ticketId)
      expect(statuses.map(({ status }) => status)).toEqual(['open', 'claimed', 'completed'])
      expect(await ledger.goal(ticket.goalKey)).toMatchObject({ status: 'proved' })
      const [waiting] = ticket.waitingGoals
      const goal = await ledger.goal(waiting ?? '')
      const receipt = readReceipt(await ledger.receipt(goal?.receipt ?? ''))
      expect(receipt.proof).toMatchObject({ lemmas: expect.stringContaining('theorem') })
      expect(await verifyReceipt(checker, receipt)).toMatchObject({ kind: 'confirmed' })
    }
  }, 300_000)

  it('works on lemmas that others wait for only when it is told to', async () => {
    const market = createMarket(ledger)
    const ticketId = await market.requestLemma({ goal: '∀ n : Nat, n + 0 = n', suggestedName: 'by_hand' })
    const own = makeGoal({ id: 'own', text: '∀ n : Nat, double n = 2 * n', preamble: PREAMBLE })
    const claimedBy = async (search: GoalSearch) => {
      const claimed: string[] = []
      search.events.on('ticket', (change) => {
        if (change.status === 'claimed') claimed.push(change.ticketId)
      })
      await search.run([own], { signal: AbortSignal.timeout(100_000) })
      return claimed
    }
    expect(await claimedBy(newSearch('run-own', false))).toEqual([])
    expect(await claimedBy(newSearch('run-all'))).toContain(ticketId)
    for (const open of await market.getOpenTickets({ limit: 100 })) await market.cancelTicket(open.ticketId)
  }, 200_000)

  it('offers a delivered lemma to a later goal over the same definitions', async () => {
    const later = makeGoal({
      id: 'later',
      text: '∀ (g : Nat → Nat) (n : Nat), g (g (double n)) = g (g (2 * n))',
      preamble: PREAMBLE,
    })
    const search = newSearch('run-2')
    const outcomes: string[] = []
    search.events.on('attempt', ({ attempt }) => outcomes.push(attempt.outcome))
    await search.run([later], { signal: AbortSignal.timeout(60_000) })
    expect(outcomes.at(-1)).toBe('proved')
    expect(await createMarket(ledger).listTickets({ status: 'open' })).toEqual([])
  })
})
