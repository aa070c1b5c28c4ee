/** Whatever text comes: every field that reaches a database takes it, on both, and gives it back. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { makeGoal } from '../goal/index.ts'
import { type Ledger, openLedger } from './index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from './test-databases.ts'

const NASTY = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\\u0000',
  '{"a":"\\u0000"}',
  `'; drop table attempts; --`,
  '? ?? $1 $$ %s',
  '\u202e\u2066\ufeff\uffff',
  '\\',
  '"',
  '\r\n\t\b',
  '💥'.repeat(300),
  'ﷺ'.repeat(50),
  `E'\\x00'`,
  '%_',
  'NaN',
  ' ',
]
const hostile = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 60 }))
/** Neither database keeps the character zero and half a surrogate as they are; everything else is kept. */
const kept = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()
const keptAll = (value: unknown): unknown =>
  typeof value === 'string'
    ? kept(value)
    : Array.isArray(value)
      ? value.map(keptAll)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [kept(name), keptAll(one)]))
        : value
const RUNS = { numRuns: 40 }

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('hostile text on %s', (_name, start) => {
  let databases: TestDatabases
  let ledger: Ledger
  let count = 0
  /** Keys that nobody else in this file has, however alike the texts are once they are stored. */
  const fresh = (text: string) => `${++count} ${text}`

  beforeAll(async () => {
    databases = await start()
    ledger = await openLedger(await databases.fresh())
  }, 180_000)
  afterAll(async () => {
    await ledger?.close()
    await databases?.close()
  })

  it('is kept in every field of an attempt and of a goal, and can be searched for', async () => {
    const fields = fc.record({
      goalText: hostile,
      strategy: hostile,
      strategyVersion: hostile,
      tactics: fc.array(hostile, { maxLength: 3 }),
      error: hostile,
      worker: hostile,
      runId: hostile,
    })
    const check = async (parts: Partial<Attempt> & { goalText: string; strategy: string }, id: string) => {
      const goal = {
        ...makeGoal({ id: fresh(id), text: `1 = 1 -- ${parts.goalText}` }),
        key: fresh(parts.goalText),
      }
      await ledger.saveGoals([goal])
      const attempt = {
        strategyVersion: '1',
        tactics: [],
        ...parts,
        goalKey: goal.key,
        outcome: 'failed' as const,
        timeSeconds: 1,
        cpuSeconds: 0.5,
        budget: { seconds: 8 },
        startedAt: 1,
      }
      await ledger.record(attempt)
      const { items } = await ledger.attempts({ goalKey: goal.key })
      expect(items.map(keptAll)).toMatchObject([keptAll(attempt) as object])
      const { items: goals } = await ledger.goals({ goalId: goal.id })
      expect(goals.map((one) => kept(one.text))).toEqual([kept(goal.text)])
      await ledger.similarGoals(goal.text)
    }
    await fc.assert(fc.asyncProperty(fields, hostile, check), RUNS)
  }, 120_000)

  it('is kept in runs, bandit states, premises, receipts and unfinished work', async () => {
    const json = fc.dictionary(
      hostile.filter((name) => name !== '__proto__'),
      hostile,
      { maxKeys: 3 },
    )
    const check = async (text: string, other: string, object: Record<string, string>) => {
      const key = fresh(text)
      await ledger.startRun({ runId: key, command: text, config: object, seed: 1 })
      await ledger.endRun(key, object)
      const run = await ledger.run(key)
      expect(keptAll([run?.command, run?.config, run?.summary])).toEqual(keptAll([text, object, object]))
      await ledger.changeBanditState(key, () => object)
      expect(keptAll(await ledger.banditState(key))).toEqual(keptAll(object))
      await ledger.savePremises(key, other, [text, other])
      expect(keptAll(await ledger.cachedPremises(key, other))).toEqual(keptAll([text, other]))
      await ledger.saveReceipt({ id: key, goalKey: other, body: object })
      expect(keptAll(await ledger.receipt(key))).toEqual(keptAll(object))
      const unfinished = {
        goalKey: key,
        strategy: other,
        strategyVersion: text,
        scripts: [text, other],
        runId: text,
      }
      await ledger.saveUnfinished(unfinished)
      expect(keptAll(await ledger.unfinished(key, other))).toEqual(keptAll(unfinished))
    }
    await fc.assert(fc.asyncProperty(hostile, hostile, json, check), RUNS)
  }, 120_000)
})
