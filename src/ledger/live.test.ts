import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEvents, controlRun, lastEvents, openLedger, readEvents, runControl } from './index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from './test-databases.ts'

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('what processes tell each other through %s', (_, open) => {
  let databases: TestDatabases

  beforeAll(async () => {
    databases = await open()
  })
  afterAll(() => databases.close())

  it('arrives in order, whoever wrote it, each event once', async () => {
    const place = await databases.fresh()
    const [one, two] = [await openLedger(place), await openLedger(place)]
    const write = (ledger: typeof one, name: string) =>
      Array.from({ length: 20 }, (__, count) =>
        appendEvents(ledger, [{ type: 'goal', runId: name, data: { count } }]),
      )
    await Promise.all([...write(one, 'one'), ...write(two, 'two')])
    const seen = []
    for (let after = 0; ; ) {
      const page = await readEvents(two, after, 7)
      if (page.length === 0) break
      seen.push(...page)
      after = page.at(-1)?.id ?? after
    }
    expect(seen).toHaveLength(40)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(40)
    const last = await lastEvents(one, { type: 'goal', runId: 'two', limit: 1 })
    expect(last[0]?.data).toEqual({ count: 19 })
    await Promise.all([one.close(), two.close()])
  })

  it('keeps what is wanted of a run until it is changed', async () => {
    const ledger = await openLedger(await databases.fresh())
    expect(await runControl(ledger, 'r')).toBeUndefined()
    await controlRun(ledger, 'r', { cpuTarget: 0.25 })
    await controlRun(ledger, 'r', { wanted: 'pause' })
    expect(await runControl(ledger, 'r')).toEqual({ wanted: 'pause', cpuTarget: 0.25 })
    await ledger.close()
  })
})
