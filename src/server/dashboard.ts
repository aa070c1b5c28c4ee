import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import * as z from 'zod'
import type { LoadedConfig } from '../config/index.ts'
import { InputError } from '../errors.ts'
import type { LeanChoice } from '../lean/index.ts'
import { GoalTexts } from '../ledger/index.ts'
import { makeRoom } from '../search/index.ts'
import { LazyLean } from '../use-cases/index.ts'
import { createApp } from './app.ts'
import { Certificates } from './certificates.ts'
import { MachineWatch } from './data/machine.ts'
import { Feed } from './feed.ts'
import { LiveSearches } from './goal-search/live-searches.ts'
import { isLoopback } from './guard.ts'
import { LedgerConnection } from './ledger-connection.ts'
import { LogBook } from './log-book.ts'
import { pagesFolder } from './pages.ts'
import { Playground } from './playground.ts'
import { LiveProject } from './project/live-project.ts'
import { RunStarter } from './run-starter.ts'
import { type ServerContext, StatsCache } from './server-context.ts'

export interface DashboardOptions {
  readonly settings: LoadedConfig
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  /** Needed on addresses that others can reach; made up if not given. */
  readonly token?: string | undefined
  readonly webFolder?: string
  /** Where runs that are started from the page run, and below which their banks lie; the current folder by default. */
  readonly folder?: string
  /** The Lean project to show, if it is not simply the folder; the folder then is its place, too. */
  readonly project?: string
  /** Which Lean reads and searches the project, and checks what is delivered. */
  readonly lean?: LeanChoice
  readonly onLog?: (line: string) => void
}

export interface Dashboard extends AsyncDisposable {
  /** The address to open; with the token, if one is needed. */
  readonly url: string
  readonly port: number
  readonly token: string | undefined
  [Symbol.asyncDispose](): Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
const CLI = join(ROOT, 'src', 'cli.ts')
const Package = z.object({ version: z.string() })

/** Opens the dashboard on a port. */
export async function startDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { settings, host, onLog } = options
  const loopback = isLoopback(host)
  const token = options.token ?? (loopback ? undefined : randomBytes(24).toString('base64url'))
  const { databaseUrl, home, cacheDir, llmApiKey, kernels } = settings.config
  const log = new LogBook({
    secrets: [token ?? '', databaseUrl ?? '', llmApiKey ?? ''],
    echo: ({ level, message }) => onLog?.(`${level}: ${message}`),
  })
  const webFolder = options.webFolder ?? (await pagesFolder(log))
  await using stack = new AsyncDisposableStack()
  const connection = stack.use(new LedgerConnection({ databaseUrl, home }))
  const folder = options.project ?? options.folder ?? process.cwd()
  const { pool } = makeRoom(settings.config)
  const lean = stack.use(
    new LazyLean({ cacheDir, kernels, lean: options.lean ?? 'auto', cwd: folder, ...pool }),
  )
  const certificates = stack.use(new Certificates(lean, cacheDir))
  const feed = stack.use(new Feed(() => connection.open()))
  const machine = stack.use(new MachineWatch())
  const starter = stack.use(
    new RunStarter({
      command: [process.execPath, CLI],
      folder,
      // A run writes where this dashboard looks, wherever the setting came from.
      env: {
        ...process.env,
        ORCH_HOME: home,
        ORCH_CACHE_DIR: cacheDir,
        ...(databaseUrl !== undefined && { ORCH_DATABASE_URL: databaseUrl }),
      },
      onLine: (line) => log.write('info', line),
    }),
  )
  const project = stack.use(
    new LiveProject({
      folder,
      isNamed: options.project !== undefined,
      parts: async () => ({ ledger: await connection.open(), lean, config: settings.config }),
      onChange: () => feed.announce('project'),
      onProblem: (error) => log.error(error),
    }),
  )
  const searches = stack.use(
    new LiveSearches({
      parts: async () => ({ ledger: await connection.open(), lean, config: settings.config }),
      onChange: () => feed.announce('search'),
      onProblem: (error) => log.error(error),
    }),
  )
  const playground = stack.use(new Playground(lean))
  const { version } = Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const tallies = new StatsCache()
  const parts: ServerContext = {
    connection,
    lean,
    certificates,
    feed,
    machine,
    log,
    settings,
    starter,
    project,
    searches,
    playground,
    tallies,
    version,
    webFolder,
  }
  const app = createApp({
    parts,
    guard: { token, loopback, hosts: [host.toLowerCase()] },
    addressOf: (context) => getConnInfo(context).remote.address ?? '',
  })
  const server = await listen(app.fetch, host, options.port)
  stack.defer(() => stopListening(server))
  const { port } = server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const shown = name.includes(':') ? `[${name}]` : name
  const query = token === undefined ? '' : `/?token=${token}`
  const open = stack.move()
  log.write('info', `listening on ${shown}:${port}`)
  // The first look at a large ledger takes a moment: it is taken before anybody asks.
  void warm(parts)
  return {
    url: `http://${shown}:${port}${query}`,
    port,
    token,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function warm({ connection, tallies, log }: ServerContext): Promise<void> {
  try {
    const ledger = await connection.open()
    await tallies.all(ledger)
    if (ledger.dialect === 'sqlite') await GoalTexts.of(ledger).find(' ')
  } catch (error) {
    log.write('warn', error instanceof Error ? error.message : String(error))
  }
}

function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  hostname: string,
  port: number,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, () => {
      server.off('error', fail)
      resolve(server)
    })
    function fail(cause: NodeJS.ErrnoException) {
      reject(listenError(cause, hostname, port))
    }
    server.once('error', fail)
  })
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): InputError {
  const where = `${host}:${port}`
  if (cause.code === 'EADDRINUSE')
    return new InputError('port-taken', `Something else is listening on ${where} already.`, {
      hint: `Use another port: orch dashboard --port ${port + 1}`,
      cause,
    })
  if (cause.code === 'EACCES')
    return new InputError('port-forbidden', `This user may not listen on ${where}.`, {
      hint: 'Use a port above 1024.',
      cause,
    })
  return new InputError('cannot-listen', `It is not possible to listen on ${where}: ${cause.message}.`, {
    cause,
  })
}

function stopListening(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
