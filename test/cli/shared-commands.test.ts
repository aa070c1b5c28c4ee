/** The commands about a database that machines share: migrate, workers, and what others say where there is none. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayAlive, sayGone, type WorkerState } from '../../src/jobs/index.ts'
import { ledgerPath, openLedger } from '../../src/ledger/index.ts'
import { postgresDatabases, type TestDatabases } from '../../src/ledger/test-databases.ts'
import { fill } from '../../src/server/test-server.ts'
import { orchHere } from './in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-shared-commands-'))
const home = join(folder, 'home')
let databases: TestDatabases
let databaseUrl = ''

beforeAll(async () => {
  databases = await postgresDatabases()
  databaseUrl = (await databases.fresh()).databaseUrl ?? ''
})
afterAll(async () => {
  await databases.close()
  rmSync(folder, { recursive: true, force: true })
})

const orch = (...args: string[]) =>
  orchHere(args, { cwd: folder, env: { ORCH_HOME: home, ORCH_DATABASE_URL: databaseUrl } })
const alone = (...args: string[]) =>
  orchHere(args, { cwd: folder, env: { ORCH_HOME: home, ORCH_DATABASE_URL: undefined } })

const worker = (name: string, parts: Partial<WorkerState> = {}): WorkerState => ({
  worker: name,
  host: 'there',
  pid: 7,
  capability: 'abc123',
  versions: {
    orch: '0.1.0',
    build: 'b',
    work: ['lean'],
    toolchain: 't',
    checker: 'c',
    strategies: ['micro'],
  },
  lanes: { light: 3, heavy: 1 },
  running: [],
  ...parts,
})

describe('without a database', () => {
  it.each([['migrate'], ['workers'], ['worker']])(
    'orch %s says which setting is missing',
    async (command) => {
      const { stderr, code } = await alone(command)
      expect(stderr).toContain('ORCH_DATABASE_URL')
      expect(code).toBe(2)
    },
  )

  it('a program hears it as an error', async () => {
    const { stdout } = await alone('workers', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'error', error: { code: expect.any(String) } })
  })
})

describe('orch migrate', () => {
  it('makes the schema, and has nothing to do the second time', async () => {
    for (let time = 0; time < 2; time++) {
      const { stdout, code } = await orch('migrate')
      expect(stdout).toMatch(/^The schema of .*127\.0\.0\.1.* is up to date\.\n$/)
      expect(stdout).not.toContain(':orch@')
      expect(code).toBe(0)
    }
  })

  it('copies a ledger, row by row and once, and shows each table', async () => {
    const source = await openLedger({ home })
    await fill(source)
    await source.close()
    const { stdout, code } = await orch('migrate', '--from', ledgerPath(home))
    expect(stdout).toMatch(/^table +rows +copied +equal +differ +sha-256$/m)
    expect(stdout).toMatch(/^attempts +8 +8 +8 +0 +[0-9a-f]{12}$/m)
    expect(code).toBe(0)
    const { tables } = JSON.parse((await orch('migrate', '--from', ledgerPath(home), '--json')).stdout)
    for (const { copied, differing, rows, equal } of tables) {
      expect([copied, differing]).toEqual([0, 0])
      expect(equal).toBe(rows)
    }
    expect((await orch('goals')).stdout).toContain('proved  add_zero')
    expect((await orch('stats')).stdout).toBe(`${(await alone('stats')).stdout}\nNo dead jobs.\n`)
  })

  it('copies from nothing but a ledger of Orch', async () => {
    mkdirSync(join(folder, 'other'), { recursive: true })
    writeFileSync(join(folder, 'other', 'notes.db'), 'x')
    for (const from of ['nowhere/ledger.db', 'other/notes.db', 'other']) {
      const { stderr, code } = await orch('migrate', '--from', from)
      expect(stderr).toContain('There is no SQLite ledger at ')
      expect(stderr).toContain('ORCH_HOME')
      expect(code).toBe(2)
    }
  })
})

describe('orch workers', () => {
  it('says how to start one while there is none, and ends with 1', async () => {
    const { stdout, code } = await orch('workers')
    expect(stdout).toMatch(/^No worker has been heard of in .*\. Start one: orch worker\n$/)
    expect(code).toBe(1)
    expect(JSON.parse((await orch('workers', '--json')).stdout).workers).toEqual([])
  })

  it('lists who is there, what they can do and what they are at', async () => {
    const ledger = await openLedger({ databaseUrl })
    await sayAlive(
      ledger,
      worker('there:7', { running: [{ what: 'micro on add_zero', run: 'r', seconds: 3 }] }),
    )
    await sayAlive(ledger, worker('here:9', { host: 'here', pid: 9 }))
    const { stdout, code } = await orch('workers')
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^worker +state +lanes +capability +Orch +up +running$/)
    expect(lines[1]).toMatch(/^here:9 +alive +light:3,heavy:1 +abc123 +0\.1\.0 +\d+ s +0$/)
    expect(lines[2]).toMatch(/^there:7 +alive/)
    expect(lines[3]).toBe('  there:7: micro on add_zero (3 s)')
    expect(code).toBe(0)
    const { workers } = JSON.parse((await orch('workers', '--json')).stdout)
    expect(workers[1]).toMatchObject({ worker: 'there:7', alive: true, lanes: { light: 3, heavy: 1 } })
    for (const name of ['there:7', 'here:9']) await sayGone(ledger, name)
    await ledger.close()
    expect((await orch('workers')).code).toBe(1)
  })

  it('shows what a worker calls itself without obeying it', async () => {
    const ledger = await openLedger({ databaseUrl })
    await sayAlive(ledger, worker('bad\u001b[2J\nalive', { capability: 'x\u202E' }))
    const { stdout } = await orch('workers')
    await sayGone(ledger, 'bad\u001b[2J\nalive')
    await ledger.close()
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('\u202E')
  })
})

describe('a database that cannot be used', () => {
  it.each([
    ['postgres://orch:secret@127.0.0.1:1/none', 'stats'],
    ['postgres://orch:secret@127.0.0.1:1/none', 'goals'],
    ['postgres://orch:secret@127.0.0.1:1/none', 'workers'],
  ])('%s is named by %s without its password', async (url, command) => {
    const { stdout, stderr, code } = await orchHere([command], {
      cwd: folder,
      env: { ORCH_DATABASE_URL: url },
    })
    expect(stdout + stderr).not.toContain('secret')
    expect(stderr).toContain('127.0.0.1')
    expect(code).toBe(2)
  })
})
