import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listWorkers, openJobs, queueOverview, sayAlive } from '../../src/jobs/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { refuseOldServer } from '../../src/ledger/postgres-errors.ts'
import { postgresDatabases, type TestDatabases } from '../../src/ledger/test-databases.ts'

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
    [
      'TLS that it does not speak',
      (parts) => (parts.search = '?sslmode=verify-full'),
      /cannot be spoken to by TLS as ORCH_DATABASE_URL asks: The server does not support SSL connections\.$/,
    ],
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
    // May make tables, as everybody did before PostgreSQL 15, but no schema for the queue.
    await asOwner('alter role guest reset default_transaction_read_only')
    await expect(openLedger({ databaseUrl: guest })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow this user to do that'),
    })
    // May make a schema for the queue, but no tables.
    const [{ name }] = (await asOwner('select current_database() as name')) as [{ name: string }]
    await asOwner('revoke all on schema public from guest', `grant create on database ${name} to guest`)
    await expect(openLedger({ databaseUrl: guest })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow this user to do that'),
    })
    expect(
      await asOwner(`select nspname as name from pg_namespace where nspname like 'orch%'
        union select table_name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema')`),
    ).toEqual([])
  })

  it('is enough for workers, submitters and readers with the grants of the documentation, and no more', async () => {
    const { databaseUrl: owner = '' } = await databases.fresh()
    await (await openLedger({ databaseUrl: owner })).close()
    await (await openJobs({ databaseUrl: owner }))[Symbol.asyncDispose]()
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'distributed.md'), 'utf8')
    const grants = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    for (const role of ['worker', 'submitter', 'reader'])
      await client.query(`create role ${role} login password '${role}'`)
    await client.query(grants)
    await client.end()
    const as = (role: string) => owner.replace('orch:orch@', `${role}:${role}@`)
    const [workers, submitters, readers] = await Promise.all(
      ['worker', 'submitter', 'reader'].map((role) => openLedger({ databaseUrl: as(role) })),
    )
    if (!workers || !submitters || !readers) throw new Error('a ledger is missing')
    {
      await using served = await openJobs({ databaseUrl: as('worker') })
      await using asked = await openJobs({ databaseUrl: as('submitter') })
      served.serve({ queues: ['any'], slots: 1, worker: 'w' }, async () => 'done')
      const job = { queue: 'any', key: 'k', data: {}, priority: 0.5, group: 'g', expireSeconds: 60 }
      expect(await asked.ask(job, new AbortController().signal)).toMatchObject({ output: 'done' })
    }
    await sayAlive(workers, {
      ...{ worker: 'w', host: 'h', pid: 1, capability: 'c', lanes: { light: 1, heavy: 0 }, running: [] },
      versions: { orch: '1', build: 'b', work: [], toolchain: '', checker: '', strategies: [] },
    })
    await submitters.saveReceipt({ id: 'r', goalKey: 'k', body: {} })
    expect(await listWorkers(readers)).toHaveLength(1)
    expect(await queueOverview(readers, 1)).toMatchObject({ dead: 0 })
    for (const ledger of [workers, readers])
      await expect(ledger.saveReceipt({ id: 'x', goalKey: 'k', body: {} })).rejects.toThrow(
        'does not allow this user to do that',
      )
    // As on a replica: what is there can be read, and the first write says what is wrong.
    await expect(
      submitters.sql.write(async (transaction) => {
        await transaction.run('set transaction read only')
        await transaction.run(`delete from workers`)
      }),
    ).rejects.toThrow('may only be read')
    await Promise.all([workers, submitters, readers].map((ledger) => ledger.close()))
  }, 60_000)

  it('because it ended the connection of a machine that slept in mid-transaction, is asked again', async () => {
    const database = await databases.fresh()
    const [ledger, watcher] = [await openLedger(database), await openLedger(database)]
    let tries = 0
    await ledger.sql.write(async (transaction) => {
      tries += 1
      await transaction.run(`delete from workers`)
      if (tries > 1) return
      const [own] = await transaction.all<{ pid: number }>('select pg_backend_pid() as pid')
      await transaction.run(`set local idle_in_transaction_session_timeout = 1`)
      const isThere = () => watcher.sql.all('select 1 from pg_stat_activity where pid = ?', [own?.pid ?? 0])
      while ((await isThere()).length > 0) await new Promise((resolve) => setImmediate(resolve))
    })
    expect(tries).toBe(2)
    await Promise.all([ledger.close(), watcher.close()])
  }, 60_000)

  it('because it is too old, is refused by its number', () => {
    expect(() => refuseOldServer(120_018, 'postgres://u:p@h/d')).toThrow(
      'The PostgreSQL server at postgres://u@h/d has version 12; Orch needs 13 or newer.',
    )
    expect(() => refuseOldServer(130_000, url)).not.toThrow()
  })
})
