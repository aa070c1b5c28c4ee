import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAbsolute, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunRequest, Started } from '../api/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { ApiProblem } from './problem.ts'

interface StarterOptions {
  /** The program and its first arguments, before the name of the command. */
  readonly command: readonly string[]
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly onLine: (line: string) => void
}

const MOST_RUNS = 4
const APPEAR_MS = 20_000
const LOOK_MS = 100

/** Starts runs as processes of their own; they are asked to stop when the server does. */
export class RunStarter implements AsyncDisposable {
  readonly #options: StarterOptions
  readonly #children = new Set<ChildProcess>()

  constructor(options: StarterOptions) {
    this.#options = options
  }

  /** Where runs run: the project that the dashboard is about. */
  get folder(): string {
    return this.#options.folder
  }

  /** Resolves when the run is in the ledger, or when it is clear that it will not be. */
  async start(ledger: Ledger, wanted: RunRequest): Promise<Started> {
    if (this.#children.size >= MOST_RUNS)
      throw new ApiProblem(409, 'too-many-runs', `At most ${MOST_RUNS} runs are started from here at a time.`)
    const { folder, env, onLine } = this.#options
    const [program = '', ...first] = this.#options.command
    const child = spawn(program, [...first, ...this.#flags(wanted)], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#children.add(child)
    const gone = new Promise<void>((done) => child.once('close', () => done()))
    void gone.then(() => this.#children.delete(child))
    child.once('error', (error) => onLine(error.message))
    let last = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        last = line
        onLine(`${wanted.command}: ${line}`)
      }
    })
    const runId = await this.#appear(ledger, child)
    if (runId === undefined && child.exitCode !== null && child.exitCode !== 0)
      throw new ApiProblem(
        422,
        'run-failed',
        `The run did not start: ${last || `exit code ${child.exitCode}`}`,
      )
    return { pid: child.pid ?? 0, run_id: runId ?? null }
  }

  async #appear(ledger: Ledger, child: ChildProcess): Promise<string | undefined> {
    const giveUpAt = Date.now() + APPEAR_MS
    for (;;) {
      const [run] = await ledger.runs({ host: hostname(), pid: child.pid ?? 0, limit: 1 })
      const isOver = child.exitCode !== null || child.signalCode !== null || Date.now() > giveUpAt
      if (run || isOver) return run?.runId
      await pause(LOOK_MS)
    }
  }

  #flags({ command, bank, timeout_seconds, profile, strategies }: RunRequest): string[] {
    const limit = command === 'bank' ? '--timeout' : '--duration'
    return [
      command,
      '--json',
      ...(bank === undefined ? [] : ['--bank', this.#inside(bank)]),
      ...(timeout_seconds === undefined ? [] : [limit, String(timeout_seconds)]),
      ...(profile === undefined ? [] : ['--profile', String(profile)]),
      ...(strategies ?? []).flatMap((name) => ['--strategy', strategyName(name)]),
    ]
  }

  /** A file below the folder, links followed; anything else is none of a client's business. */
  #inside(path: string): string {
    const outside = new ApiProblem(
      422,
      'bad-bank',
      'The bank must be a file below the folder of the dashboard.',
    )
    try {
      const root = realpathSync(this.#options.folder)
      const file = realpathSync(resolve(root, path))
      const inner = relative(root, file)
      if (inner.startsWith('..') || isAbsolute(inner) || !statSync(file).isFile()) throw outside
      return file
    } catch {
      throw outside
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ends = [...this.#children].map(
      (child) => new Promise<void>((done) => child.once('close', () => done())),
    )
    for (const child of this.#children) child.kill('SIGTERM')
    await Promise.race([Promise.all(ends), pause(5_000, undefined, { ref: false })])
  }
}

function strategyName(name: string): string {
  if (/^\w[\w.-]*$/.test(name)) return name
  throw new ApiProblem(422, 'bad-strategy', 'That is not the name of a strategy.')
}
