import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJobs } from '../jobs/index.ts'
import { openLedger } from './index.ts'
import { refuseOldServer } from './postgres-errors.ts'
import { postgresDatabases, type TestDatabases } from './test-databases.ts'

describe('a PostgreSQL server that cannot be used', () => {
  let databases: TestDatabases
  let url = ''

  beforeAll(async () => {
    databases = await postgresDatabases()
    url = (await databases.fresh()).databaseUrl ?? ''
  }, 60_000)
  afterAll(() => databases?.close())

  async function asOwner(...statements: string[]): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    await client.end()
    return rows
  }

  const changed = (change: (parts: URL) => void) => {
    const parts = new URL(url)
    change(parts)
    return parts.toString()
  }

  it.each<[string, (parts: URL) => void, RegExp]>([
    ['the wrong port', (parts) => (parts.port = '1'), /does not answer\.$/],
    ['the wrong password', (parts) => (parts.password = 'secret-thing'), /does not let this user in/],
    ['the wrong name', (parts) => (parts.pathname = '/nothing'), /has no database of that name\.$/],
    ['an unknown host', (parts) => (parts.hostname = 'no.such.host.invalid'), /nobody knows that host\.$/],
  ])(
    'because of %s, is told in a sentence with a cure and without the password',
    async (_, change, message) => {
      const error = await openLedger({ databaseUrl: changed(change) }).catch((cause: unknown) => cause)
      expect(error).toMatchObject({ code: 'ledger-unreachable', message: expect.stringMatching(message) })
      expect((error as { hint: string }).hint).not.toBe('')
      expect(JSON.stringify([(error as Error).message, (error as { hint: string }).hint])).not.toContain(
        'secret-thing',
      )
    },
  )

  it('because of missing rights, or because it is read-only, gets no part of a schema', async () => {
    await asOwner(`create role guest login password 'guest'`)
    const guest = changed((parts) => {
      parts.username = 'guest'
      parts.password = 'guest'
    })
    await expect(openLedger({ databaseUrl: guest })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow this user to do that'),
    })
    await expect(openJobs({ databaseUrl: guest })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow this user to do that'),
    })
    await asOwner(
      `alter role guest set default_transaction_read_only = on`,
      'grant all on schema public to guest',
    )
    await expect(openLedger({ databaseUrl: guest })).rejects.toMatchObject({
      message: expect.stringContaining('may only be read'),
    })
    expect(
      await asOwner(`select table_name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema')`),
    ).toEqual([])
  })

  it('because it is too old, is refused by its number', () => {
    expect(() => refuseOldServer(120_018, 'postgres://u:p@h/d')).toThrow(
      'The PostgreSQL server at postgres://u@h/d has version 12; Orch needs 13 or newer.',
    )
    expect(() => refuseOldServer(130_000, url)).not.toThrow()
  })
})
