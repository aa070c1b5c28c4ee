import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { goalTextKey, makeGoal } from '../goal/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { receiptFor } from '../ledger/test-receipts.ts'
import {
  type Arm,
  createRandom,
  createScheduler,
  createUcb,
  type Problem,
  type ProblemScheduler,
} from './index.ts'

const goals = Array.from({ length: 30 }, (_, index) => {
  const goal = makeGoal({ id: `g${index}`, text: `∀ n : Nat, n + ${index} = ${index} + n` })
  return { ...goal, key: goalTextKey(goal) }
})

/** Proves the goals it is responsible for and honestly fails on the others. */
function armFor(name: string, solves: (text: string) => boolean, started: string[]): Arm<Problem, string> {
  return {
    name,
    version: '1',
    run: async ({ key, text }) => {
      started.push(`${name} ${key}`)
      await new Promise((resolve) => setImmediate(resolve))
      return solves(text) ? { kind: 'proved', evidence: 'script', tactics: ['omega'] } : { kind: 'failed' }
    },
  }
}

/** One process's share of the work: everything it knows comes from the ledger, as after a crash. */
async function work(
  ledger: Ledger,
  started: string[],
  until: (scheduler: ProblemScheduler<Problem>) => void,
) {
  const policy = createUcb()
  policy.restore(await ledger.banditState(policy.name))
  const scheduler = createScheduler<Problem, string>({
    arms: [armFor('even', (text) => /[02468] =/.test(text), started), armFor('never', () => false, started)],
    policy,
    random: createRandom(1),
    // What the ledger is to call proved needs a receipt in it.
    verify: async ({ key, text }) => {
      const receipt = receiptFor({ key, text }, `receipt of ${key}`)
      await ledger.saveReceipt(receipt)
      return { kind: 'accepted', receipt: receipt.id }
    },
    record: (attempt) => ledger.record(attempt),
    priors: (problem) => ledger.priors(problem.key),
    budget: () => ({ seconds: 8 }),
    slate: 1,
  })
  for (const { goal } of await ledger.frontier()) scheduler.enqueue(goal)
  until(scheduler)
  const summary = await scheduler.run()
  await ledger.changeBanditState(policy.name, () => policy.save())
  return { summary, policy }
}

it('a search that was stopped goes on where it was: no attempt twice, no goal lost, the bandit remembers', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orch-resume-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const started: string[] = []

  const before = await openLedger({ home })
  await before.saveGoals(goals)
  const first = await work(before, started, (scheduler) => {
    let ended = 0
    scheduler.on('ended', () => {
      ended += 1
      if (ended === 12) void scheduler.stop()
    })
  })
  const conclusive = (await before.attempts({ limit: 1000 })).items.filter(
    ({ outcome }) => outcome !== 'cancelled',
  )
  await before.close()
  expect(conclusive.length).toBeGreaterThanOrEqual(12)
  expect(conclusive.length).toBeLessThan(45)

  const after = await openLedger({ home })
  onTestFinished(() => after.close())
  started.length = 0
  const second = await work(after, started, () => {})
  const done = new Set(conclusive.map(({ strategy, goalKey }) => `${strategy} ${goalKey}`))
  expect(started.filter((attempt) => done.has(attempt))).toEqual([])
  expect(first.summary.proved + second.summary.proved).toBe(15)
  const frontier = await after.frontier()
  expect(frontier).toHaveLength(15)
  expect(frontier.every(({ tried }) => tried.length === 2)).toBe(true)

  started.length = 0
  const third = await work(after, started, () => {})
  expect(started).toEqual([])
  expect(third.summary).toMatchObject({ attempts: 0, exhausted: 15 })
  expect(third.policy.save()).toEqual(second.policy.save())
})
