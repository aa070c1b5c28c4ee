/** A server without a port on a real ledger that real calls have filled. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { Attempt } from '../attempt.ts'
import { cacheDir, loadConfig } from '../config/index.ts'
import { goalTextKey, makeGoal } from '../goal/index.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../ledger/index.ts'
import { receiptFor } from '../ledger/test-receipts.ts'
import { LazyLean } from '../use-cases/index.ts'
import { createApp } from './app.ts'
import { Certificates } from './certificates.ts'
import { MachineWatch } from './data/machine.ts'
import { Feed } from './feed.ts'
import { LiveSearches } from './goal-search/live-searches.ts'
import type { GuardOptions } from './guard.ts'
import { LedgerConnection } from './ledger-connection.ts'
import { LogBook } from './log-book.ts'
import { Playground } from './playground.ts'
import { LiveProject } from './project/live-project.ts'
import type { RateLimits } from './rate-limit.ts'
import { RunStarter } from './run-starter.ts'
import { StatsCache } from './server-context.ts'

export const HOSTILE = '<script>alert("x")</script> " \' & \u2028 \u0000'

export interface TestServer extends AsyncDisposable {
  readonly folder: string
  readonly ledger: Ledger
  readonly log: LogBook
  /** Every address with its method, as `GET /api/goals/{goal_hash}`. */
  readonly routes: readonly string[]
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  request(path: string, init: RequestInit): Promise<Response>
  /** Live events over a real connection: they are written to it directly. */
  events(headers?: Record<string, string>): Promise<Response>
}

export async function openTestServer({
  database,
  guard = {},
  limits,
  envFile = '',
}: {
  database?: LedgerOptions
  guard?: Partial<GuardOptions>
  limits?: RateLimits
  /** What is in the .env beside the server. */
  envFile?: string
} = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'orch-server-'))
  const home = join(folder, 'home')
  const webFolder = join(folder, 'web')
  mkdirSync(join(webFolder, 'assets'), { recursive: true })
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Orch</title>')
  writeFileSync(join(webFolder, 'assets', 'main-abcdef12.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'not yours')
  const options = database ?? { home }
  const ledger = await openLedger(options)
  const stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  stack.defer(() => ledger.close())
  const connection = stack.use(new LedgerConnection(options))
  const log = new LogBook({ secrets: ['hunter2-token'] })
  const env = { ORCH_HOME: home, ORCH_LLM_API_KEY: 'sk-very-secret' }
  writeFileSync(join(folder, '.env'), envFile)
  const settings = loadConfig({ env, envFile: join(folder, '.env') })
  const cli = join(import.meta.dirname, '..', 'cli.ts')
  const lean = stack.use(new LazyLean({ cacheDir: cacheDir() }))
  const feed = stack.use(new Feed(() => connection.open()))
  const project = stack.use(
    new LiveProject({
      folder: join(folder, 'project'),
      isNamed: true,
      parts: async () => ({ ledger, lean, config: { ...settings.config, cacheDir: join(folder, 'cache') } }),
      onChange: () => feed.announce('project'),
      onProblem: (error) => log.error(error),
    }),
  )
  const searches = stack.use(
    new LiveSearches({
      parts: async () => ({ ledger, lean, config: settings.config }),
      onChange: () => feed.announce('search'),
      onProblem: (error) => log.error(error),
    }),
  )
  const parts = {
    searches,
    playground: stack.use(new Playground(lean)),
    connection,
    project,
    log,
    settings,
    webFolder,
    lean,
    certificates: stack.use(new Certificates(lean, cacheDir())),
    feed,
    machine: stack.use(new MachineWatch()),
    starter: stack.use(
      new RunStarter({
        command: [process.execPath, cli],
        folder,
        env: { ...process.env, ORCH_HOME: home },
        onLine: (line) => log.write('info', line),
      }),
    ),
    tallies: new StatsCache(),
    version: '0.0.0',
  }
  const app = createApp({
    parts,
    guard: { token: undefined, loopback: true, hosts: [], ...guard },
    ...(limits && { limits }),
  })
  let listening: Promise<string> | undefined
  const listen = () =>
    new Promise<string>((ready) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
        ready(`http://127.0.0.1:${port}`),
      )
      stack.defer(() => new Promise<void>((closed) => server.close(() => closed())))
      stack.defer(() => {
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    })
  const request = async (path: string, init: RequestInit) =>
    app.request(new Request(new URL(path, 'http://127.0.0.1:8000'), init))
  return {
    folder,
    ledger,
    log,
    routes: app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    request,
    events: async (headers = {}) => {
      listening ??= listen()
      return fetch(`${await listening}/api/events`, { headers })
    },
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export function goalOf(id: string, text: string, parts = {}) {
  const goal = makeGoal({ id, text, ...parts })
  return { ...goal, key: goalTextKey(goal) }
}

export function attemptOn(goal: { key: string; text: string }, parts: Partial<Attempt> = {}): Attempt {
  return {
    goalKey: goal.key,
    goalText: goal.text,
    strategy: 'micro',
    strategyVersion: '1',
    outcome: 'failed',
    tactics: [],
    timeSeconds: 0.5,
    cpuSeconds: 0.25,
    budget: { seconds: 8 },
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    runId: 'bank-1',
    ...parts,
  }
}

/** Three goals (one proved, one refuted, one open), eight attempts, a run, a receipt and two tickets. */
export async function fill(ledger: Ledger): Promise<{ proved: string; refuted: string; open: string }> {
  const proved = goalOf('add_zero', '∀ n : Nat, n + 0 = n', { priority: 0.9, difficulty: 0.1 })
  const refuted = goalOf('all_small', '∀ n : Nat, n < 5', { difficulty: 0.2 })
  const open = goalOf('hostile', `∀ n : Nat, n = n -- ${HOSTILE.replace('\u0000', '')}`, { difficulty: 0.9 })
  await ledger.startRun({
    runId: 'bank-1',
    command: 'bank',
    host: 'elsewhere',
    config: { llmApiKey: 'sk-very-secret', profile: 1 },
    seed: 7,
  })
  await ledger.saveGoals([proved, refuted, open])
  await ledger.saveReceipt(receiptFor(proved, 'receipt-1'))
  await ledger.saveReceipt(receiptFor(refuted, 'receipt-2', `¬ (${refuted.text}\n)`))
  await ledger.record(attemptOn(proved, { strategy: 'sketch' }))
  await ledger.record(
    attemptOn(proved, { outcome: 'proved', tactics: ['simp'], receipt: 'receipt-1', cacheHit: false }),
  )
  const counterexample = 'n := 5'
  await ledger.record(
    attemptOn(refuted, {
      strategy: 'refute',
      outcome: 'refuted',
      receipt: 'receipt-2',
      counterexample,
    }),
  )
  for (const strategy of ['micro', 'copilot', 'sketch'])
    await ledger.record(attemptOn(open, { strategy, outcome: 'timeout' }))
  await ledger.record(attemptOn(open, { strategy: 'reprover', outcome: 'error', error: HOSTILE }))
  await ledger.record(attemptOn(open, { outcome: 'cancelled', runId: undefined }))
  await ledger.changeBanditState('ucb', () => ({ arms: { micro: { mean: 0.5, trials: 4 } } }))
  await ledger.endRun('bank-1', { goals_solved: 1, interrupted: false })
  return { proved: proved.key, refuted: refuted.key, open: open.key }
}
