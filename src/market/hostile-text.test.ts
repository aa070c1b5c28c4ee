/**
 * Text of strangers in every field that reaches the database. It comes back as it went in, and does nothing else: the
 * tables stay, other rows stay, and searching for it finds it or nothing.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { goalTextKey, makeGoal } from '../goal/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from '../ledger/test-databases.ts'
import { createMarket } from './index.ts'

const SPITE = [
  `'; drop table goals; --`,
  `" or 1=1 --`,
  '$1 ?1 :goal @goal %s',
  '%_\\%',
  '\u0000',
  '\ud800 and \udc00',
  '\u202e\u200b\u001b[2J',
  `"AND" NEAR(a b) OR* NOT (x:`,
  `to_tsquery('a' & | ! <-> b)`,
  '{"a":[{"$ne":null}]}',
  '\\x00\\n\\\\',
  'é'.normalize('NFD'),
  '💥'.repeat(500),
  'a'.repeat(20_000),
]

const hostile = fc.oneof(
  fc.constantFrom(...SPITE),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom(...SPITE), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map(([a, b]) => `${b}${a}`),
)
const name = hostile.filter((text) => text.trim() !== '')

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('hostile text on %s', (_name, start) => {
  let databases: TestDatabases
  let ledger: Ledger
  /** What a column of text can hold; lists are kept as JSON, which holds everything. */
  const held = (text: string) => {
    const whole = text.toWellFormed()
    return ledger.sql.dialect === 'postgres' ? whole.replaceAll('\u0000', '\ufffd') : whole
  }

  beforeAll(async () => {
    databases = await start()
    ledger = await openLedger(await databases.fresh())
  })
  afterAll(async () => {
    await ledger.close()
    await databases.close()
  })

  it('comes back from goals and attempts as it went in', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(name, hostile, hostile, hostile, async (text, one, other, third) => {
        count += 1
        const goal = makeGoal({
          id: `${count} ${one}`,
          text: `${count} ${text}`,
          context: [other],
          preamble: third,
        })
        const key = goalTextKey(goal)
        await ledger.saveGoals([{ ...goal, key }])
        const attempt: Attempt = {
          goalKey: key,
          goalText: goal.text,
          strategy: one,
          strategyVersion: other,
          outcome: 'failed',
          tactics: [third, one],
          timeSeconds: 1,
          cpuSeconds: 1,
          budget: { seconds: 8 },
          startedAt: 0,
          error: third,
          worker: other,
          runId: one,
        }
        await ledger.record(attempt)
        await ledger.flush()
        const stored = await ledger.goal(key)
        expect(stored).toMatchObject({ id: held(goal.id), text: held(goal.text), preamble: held(third) })
        expect(stored?.context).toEqual([other])
        const { items } = await ledger.attempts({ goalKey: key })
        expect(items).toHaveLength(1)
        expect(items[0]).toMatchObject({
          strategy: held(one),
          tactics: [third, one],
          error: held(third),
          worker: held(other),
        })
        await ledger.similarGoals(text, { context: [other] })
        expect((await ledger.goals({ goalId: held(goal.id) })).items).toHaveLength(1)
      }),
      { numRuns: 60 },
    )
    const [row] = await ledger.sql.all<{ goals: number; attempts: number }>(
      'select (select count(*) from goals) as goals, (select count(*) from attempts) as attempts',
      [],
    )
    expect(row).toEqual({ goals: count, attempts: count })
  })

  it('comes back from tickets as it went in', async () => {
    const market = createMarket(ledger)
    let count = 0
    await fc.assert(
      fc.asyncProperty(name, hostile, name, async (text, one, worker) => {
        count += 1
        const id = await market.requestLemma({
          goal: `${count} ${text}`,
          context: [one],
          constraints: [one],
          suggestedName: `${worker}`,
        })
        await market.searchSimilar(text)
        await market.claimTicket(id, worker)
        expect(await market.getTicket(id)).toMatchObject({
          goal: held(`${count} ${text}`),
          context: [one],
          constraints: [one],
          status: 'claimed',
          claimedBy: held(worker),
        })
      }),
      { numRuns: 40 },
    )
  })
})
