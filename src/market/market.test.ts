import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeGoal } from '../goal/index.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../ledger/index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from '../ledger/test-databases.ts'
import { receiptFor } from '../ledger/test-receipts.ts'
import { createMarket, type Market, type Ticket } from './index.ts'

const reject = async () => ({ kind: 'rejected', reason: 'uses sorry' }) as const

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('the marketplace on %s', (_name, start) => {
  let databases: TestDatabases
  let options: LedgerOptions
  let ledger: Ledger
  let market: Market
  let time = 0

  /** A check that accepts, and leaves the receipt that the checker leaves. */
  async function accept({ ticketId, goalKey: key, goal: text }: Ticket) {
    const receipt = `receipt-${ticketId}`
    await ledger.saveReceipt(receiptFor({ key, text }, receipt))
    return { kind: 'accepted', receipt } as const
  }

  beforeAll(async () => {
    databases = await start()
  })
  afterAll(() => databases.close())
  beforeEach(async () => {
    time = Date.UTC(2026, 0, 1)
    options = await databases.fresh()
    ledger = await openLedger(options)
    onTestFinished(() => ledger.close())
    market = createMarket(ledger, { now: () => time })
  })

  it('takes a lemma from request over claim and check to delivery', async () => {
    const ticketId = await market.requestLemma({
      goal: '∀ ε > 0, ∃ δ > 0, δ < ε',
      context: ['Hausdorff', 'continuous'],
      suggestedName: 'foo.bar_continuous',
      constraints: ['noncomputable'],
      priority: 0.8,
      waitingGoal: 'goal-7',
    })
    const [open] = await market.getOpenTickets({ limit: 10 })
    expect(open).toMatchObject({
      ticketId,
      goal: '∀ ε > 0, ∃ δ > 0, δ < ε',
      context: ['Hausdorff', 'continuous'],
      suggestedName: 'foo.bar_continuous',
      constraints: ['noncomputable'],
      priority: 0.8,
      status: 'open',
      waitingGoals: ['goal-7'],
    })
    expect(await market.claimTicket(ticketId, 'copilot')).toBe(true)
    expect(await market.getOpenTickets()).toEqual([])
    const completion = await market.completeTicket(ticketId, 'by simp', 'copilot', async (ticket, proof) => {
      expect([ticket.ticketId, proof]).toEqual([ticketId, 'by simp'])
      return accept(ticket)
    })
    expect(completion.kind).toBe('completed')
    expect(await market.getTicket(ticketId)).toMatchObject({
      status: 'completed',
      completedBy: 'copilot',
      completedProof: 'by simp',
      receipt: `receipt-${ticketId}`,
      claimedBy: undefined,
    })
  })

  it('refuses a proof that does not check and leaves the ticket open', async () => {
    const ticketId = await market.requestLemma({ goal: 'p' })
    await market.claimTicket(ticketId, 'w')
    expect(await market.completeTicket(ticketId, 'by sorry', 'w', reject)).toEqual({
      kind: 'refused',
      reason: 'uses sorry',
    })
    expect(await market.getTicket(ticketId)).toMatchObject({ status: 'open', completedProof: undefined })
  })

  it('takes deliveries only from the holder of the claim', async () => {
    const ticketId = await market.requestLemma({ goal: 'p' })
    expect(await market.completeTicket(ticketId, 'x', 'w', accept)).toMatchObject({
      kind: 'not-claimed',
      status: 'open',
    })
    await market.claimTicket(ticketId, 'w1')
    expect(await market.claimTicket(ticketId, 'w2')).toBe(false)
    expect(await market.completeTicket(ticketId, 'x', 'w2', accept)).toMatchObject({
      kind: 'not-claimed',
      claimedBy: 'w1',
    })
    expect(await market.releaseTicket(ticketId, 'w2')).toBe(false)
    expect(await market.releaseTicket(ticketId, 'w1')).toBe(true)
    expect(await market.claimTicket(ticketId, 'w2')).toBe(true)
    await expect(market.completeTicket('nothing', 'x', 'w', accept)).rejects.toMatchObject({
      code: 'unknown-ticket',
    })
  })

  it('returns a ticket whose lease is over, also while its late holder is still being checked', async () => {
    const ticketId = await market.requestLemma({ goal: 'p' })
    expect(await market.claimTicket(ticketId, 'slow', { leaseMs: 1000 })).toBe(true)
    time += 999
    expect(await market.claimTicket(ticketId, 'other')).toBe(false)
    expect(await market.claimTicket(ticketId, 'slow', { leaseMs: 1000 })).toBe(true)
    time += 999
    expect(await market.listTickets({ status: 'claimed' })).toHaveLength(1)
    const completion = await market.completeTicket(ticketId, 'late', 'slow', async () => {
      time += 1
      expect((await market.getOpenTickets()).map((ticket) => ticket.ticketId)).toEqual([ticketId])
      expect(await market.listTickets({ status: 'open' })).toHaveLength(1)
      expect(await market.claimTicket(ticketId, 'other')).toBe(true)
      return { kind: 'accepted' }
    })
    expect(completion).toEqual({ kind: 'not-claimed', status: 'claimed', claimedBy: 'other' })
    expect((await market.getTicket(ticketId))?.completedProof).toBeUndefined()
  })

  it('files the same lemma once, however its variables are called, and lets its value grow', async () => {
    const first = await market.requestLemma({ goal: '∀ n : Nat, n + 0 = n', priority: 0.3, waitingGoal: 'a' })
    const second = await market.requestLemma({
      goal: '∀ k : Nat,  k + 0 = k',
      priority: 0.9,
      waitingGoal: 'b',
    })
    const third = await market.requestLemma({ goal: '∀ k : Nat, k + 0 = k', priority: 0.1, waitingGoal: 'b' })
    expect([second, third]).toEqual([first, first])
    expect(await market.getTicket(first)).toMatchObject({ priority: 0.9, waitingGoals: ['a', 'b'] })
    await market.cancelTicket(first)
    expect(await market.requestLemma({ goal: '∀ n : Nat, n + 0 = n' })).not.toBe(first)
  })

  it('offers the most valuable ticket first, but none that waits for another', async () => {
    const base = await market.requestLemma({ goal: 'base', priority: 0.1 })
    const top = await market.requestLemma({ goal: 'top', priority: 0.9, dependsOn: [base] })
    const other = await market.requestLemma({ goal: 'other', priority: 0.5 })
    const open = async () => (await market.getOpenTickets()).map(({ ticketId }) => ticketId)
    expect(await open()).toEqual([other, base])
    await market.claimTicket(base, 'w')
    expect(await open()).toEqual([other])
    await market.completeTicket(base, 'by rfl', 'w', accept)
    expect(await open()).toEqual([top, other])
    expect((await market.getTicket(top))?.dependsOn).toEqual([base])
  })

  it('refuses dependencies that run in a circle, or lead nowhere', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((goal) => market.requestLemma({ goal })))
    if (!a || !b || !c) throw new Error('no tickets')
    await market.addDependency(a, b)
    await market.addDependency(b, c)
    await expect(market.addDependency(c, a)).rejects.toMatchObject({ code: 'ticket-cycle' })
    await expect(market.addDependency(a, a)).rejects.toMatchObject({ code: 'ticket-cycle' })
    await expect(market.requestLemma({ goal: 'c', dependsOn: [a] })).rejects.toMatchObject({
      code: 'ticket-cycle',
    })
    await expect(market.addDependency(a, 'nothing')).rejects.toMatchObject({ code: 'unknown-ticket' })
    await market.addDependency(a, c)
    expect((await market.getTicket(a))?.dependsOn.toSorted()).toEqual([b, c].sort())
  })

  it('cancels what is not done yet, and only that', async () => {
    const ticketId = await market.requestLemma({ goal: 'p' })
    await market.claimTicket(ticketId, 'w')
    expect(await market.cancelTicket(ticketId)).toBe(true)
    expect(await market.cancelTicket(ticketId)).toBe(false)
    expect(await market.claimTicket(ticketId, 'w')).toBe(false)
    expect(await market.completeTicket(ticketId, 'x', 'w', accept)).toMatchObject({
      kind: 'not-claimed',
      status: 'cancelled',
    })
    expect(await market.listTickets({ status: 'cancelled' })).toHaveLength(1)
  })

  describe('whose goal is settled some other way', () => {
    const waiting = { ...makeGoal({ id: 'waiting', text: '∀ n : Nat, n = n' }), key: 'lean:waiting' }
    const settle = async () => {
      await ledger.saveReceipt(receiptFor(waiting, 'receipt-of-waiting'))
      await ledger.record({
        goalKey: waiting.key,
        goalText: waiting.text,
        strategy: 'micro',
        strategyVersion: '1',
        outcome: 'proved',
        tactics: ['simp'],
        timeSeconds: 1,
        cpuSeconds: 1,
        budget: { seconds: 8 },
        startedAt: time,
        receipt: 'receipt-of-waiting',
      })
    }

    it('is withdrawn, unless somebody else needs it or is at work on it', async () => {
      await ledger.saveGoals([waiting])
      const file = (goal: string) => market.requestLemma({ goal, waitingGoal: waiting.key })
      const unneeded = await file('p → p')
      const claimed = await file('q → q')
      const wanted = await file('r → r')
      await market.requestLemma({ goal: 'r → r' })
      const other = await file('s → s')
      await ledger.saveGoals([{ ...waiting, id: 'another', key: 'lean:another' }])
      await market.requestLemma({ goal: 's → s', waitingGoal: 'lean:another' })
      await market.claimTicket(claimed, 'me')
      expect(await market.closeUnneeded()).toEqual([])
      await settle()
      expect(await market.closeUnneeded()).toEqual([unneeded])
      const open = (await market.getOpenTickets()).map(({ ticketId }) => ticketId)
      expect(open.toSorted()).toEqual([wanted, other].toSorted())
      await market.releaseTicket(claimed, 'me')
      expect(await market.closeUnneeded()).toEqual([claimed])
    })

    it('is needed by a hole of a project, which is no goal of the ledger, until that is settled', async () => {
      const ticket = await market.requestLemma({ goal: 'p → p', waitingGoal: waiting.key })
      expect(await market.closeUnneeded()).toEqual([])
      await settle()
      expect(await market.closeUnneeded()).toEqual([ticket])
    })
  })

  it('says what a lemma lets go on', async () => {
    await ledger.saveGoals([{ ...makeGoal({ id: 'waiting', text: 'w' }), key: 'lean:w' }])
    const first = await market.requestLemma({ goal: 'p → p', waitingGoal: 'lean:w' })
    const second = await market.requestLemma({ goal: 'q → q' })
    const after = await market.requestLemma({ goal: 'r → r', dependsOn: [first] })
    await market.requestLemma({ goal: 's → s', dependsOn: [first, second] })
    await market.claimTicket(first, 'me')
    expect((await market.completeTicket(first, 'intro h; exact h', 'me', accept)).kind).toBe('completed')
    expect(await market.unblockedBy(first)).toEqual({ goals: ['waiting'], tickets: [after] })
  })

  it('finds similar tickets, so that a finished proof can be reused', async () => {
    const done = await market.requestLemma({ goal: '∀ a b : Nat, a + b = b + a' })
    await market.requestLemma({ goal: '∀ xs : List Nat, xs ++ [] = xs' })
    await market.claimTicket(done, 'w')
    await market.completeTicket(done, 'by omega', 'w', accept)
    const [best] = await market.searchSimilar('∀ x y : Nat, x + y = y + x', { limit: 5 })
    expect(best?.ticket).toMatchObject({ ticketId: done, status: 'completed', completedProof: 'by omega' })
    expect(best?.similarity).toBe(1)
  })

  it.each([
    [{ goal: ' ' }, 'empty-goal'],
    [{ goal: 'p', priority: 1.5 }, 'bad-priority'],
    [{ goal: 'p', priority: Number.NaN }, 'bad-priority'],
  ])('refuses the request %j', async (request, code) => {
    await expect(market.requestLemma(request)).rejects.toMatchObject({ code })
  })

  it('never lets two processes hold the same claim, nor file the same lemma twice', async () => {
    const program = `
      import { openLedger } from '${import.meta.dirname}/../ledger/index.ts'
      import { createMarket } from '${import.meta.dirname}/index.ts'
      const [options, worker] = process.argv.slice(1)
      const ledger = await openLedger(JSON.parse(options))
      const market = createMarket(ledger)
      const ids = []
      for (let n = 0; n < 60; n += 1) ids.push(await market.requestLemma({ goal: 'lemma ' + n }))
      const claimed = []
      for (const id of ids) if (await market.claimTicket(id, worker)) claimed.push(id)
      console.log(JSON.stringify({ ids, claimed }))
      await ledger.close()
    `
    const run = async (worker: string): Promise<{ ids: string[]; claimed: string[] }> => {
      const args = ['--input-type=module-typescript', '-e', program, JSON.stringify(options), worker]
      return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
    }
    const [one, two] = await Promise.all([run('one'), run('two')])
    expect(one.ids).toEqual(two.ids)
    expect([...one.claimed, ...two.claimed].sort()).toEqual([...one.ids].sort())
    expect(await market.listTickets({ status: 'claimed' })).toHaveLength(60)
  })
})
