/** A ledger with real runs in it, and the dashboard that shows it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTask } from '../../src/arc/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { loadConfig } from '../../src/config/index.ts'
import { startDashboard } from '../../src/server/index.ts'
import { runOrch } from '../cli/run-orch.ts'

type Dashboard = Awaited<ReturnType<typeof startDashboard>>

/** Markup where a name and a statement belong; a page that takes it for its own changes its title. */
export const HOSTILE = {
  id: `<img src=x onerror="document.title='taken'">`,
  goal: `∀ s : String, s = "<script>document.title='taken'</script><svg onload=document.title='taken'>" → s = s`,
}

const GOALS = [
  { id: 'add_zero', goal: '∀ n : Nat, n + 0 = n', difficulty: 0.05, priority: 0.9 },
  { id: 'add_swap', goal: '∀ a b c : Nat, a + b + c = c + b + a', difficulty: 0.1, priority: 0.8 },
  { id: 'min_le_max', goal: '∀ a b : Nat, min a b ≤ max a b', difficulty: 0.2, priority: 0.6 },
  { id: 'too_small', goal: '∀ n : Nat, n < 5', difficulty: 0.1, priority: 0.7 },
  { ...HOSTILE, difficulty: 0.1, priority: 0.5 },
]

const PROJECT = `
def twice (n : Nat) : Nat := n + n
theorem twice_zero : twice 0 = 0 := rfl
theorem twice_succ (n : Nat) : twice (n + 1) = twice n + 2 := by sorry
`

/** Two holes, one of them false, and a name with markup in it. */
export const SMALL = `theorem easy (n : Nat) : n + 0 = n := by
  sorry

theorem tooSmall (n : Nat) : n < 5 := by
  sorry

theorem «<img src=x onerror="document.title='taken'">» (s : String)
    (h : s = "<script>document.title='taken'</script>") : s = s := by
  sorry
`

const BLUEPRINT = String.raw`
\begin{definition}\label{def:twice}\lean{twice} Twice a number. \end{definition}
\begin{lemma}\label{lem:zero}\lean{twice_zero}\uses{def:twice} Twice nothing is nothing. \end{lemma}
\begin{lemma}\label{lem:succ}\lean{twice_succ}\uses{def:twice} One more is two more. \end{lemma}
\begin{theorem}[<b>Goal</b>]\label{thm:even}\lean{twice_even}\uses{lem:zero, lem:succ} It is even. \end{theorem}
\begin{proof} \uses{lem:nowhere} By induction. \end{proof}`

export class World implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'orch-browser-'))
  readonly home = join(this.folder, 'home')
  /** Budgets that a busy machine does not use up: what is proved or refuted must not depend on its speed. */
  readonly #env = { ORCH_HOME: this.home, ORCH_TIMEOUT_MICRO: '90', ORCH_TIMEOUT_REFUTE: '90' }
  #dashboard: Dashboard | undefined
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async orch(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runOrch(args, { env: this.#env, cwd: this.folder })
    if (code === 2) throw new Error(`orch ${args.join(' ')}: ${stderr}`)
    return stdout
  }

  /** A bank run over the first goals, all settled within seconds. */
  async runBank(goals: number, ...flags: readonly string[]): Promise<void> {
    const bank = join(this.folder, 'bank.jsonl')
    writeFileSync(
      bank,
      GOALS.slice(0, goals)
        .map((goal) => `${JSON.stringify(goal)}\n`)
        .join(''),
    )
    const results = join(this.folder, 'results')
    await this.orch([
      'bank',
      '--bank',
      bank,
      '--timeout',
      '170',
      '--profile',
      '0',
      '--results',
      results,
      ...flags,
    ])
  }

  /** A small Lean project with a blueprint, read and checked. */
  async runBlueprint(): Promise<void> {
    mkdirSync(join(this.folder, 'blueprint', 'src'), { recursive: true })
    writeFileSync(join(this.folder, 'blueprint', 'src', 'web.tex'), BLUEPRINT)
    writeFileSync(join(this.folder, 'Twice.lean'), PROJECT)
    mkdirSync(join(this.folder, 'Numbers'))
    writeFileSync(join(this.folder, 'Numbers', 'Small.lean'), SMALL)
    await this.orch(['blueprint', 'status', '--json', '--lean', 'embedded'])
  }

  async runArc(): Promise<void> {
    const batch = join(this.folder, 'tasks.jsonl')
    writeFileSync(batch, TASKS.map((task) => `${printTask(task)}\n`).join(''))
    const checkpoints = [
      '--describer-checkpoint',
      'builtin:symbolic',
      '--ruler-checkpoint',
      'builtin:symbolic',
    ]
    const search = ['--nodes', '600', '--loop-iters', '2', '--candidate-k', '3', '--edit-k', '3']
    const files = [
      '--out-jsonl',
      join(this.folder, 'out.jsonl'),
      '--trace-jsonl',
      join(this.folder, 'trace.jsonl'),
    ]
    await this.orch(['arc', 'run', '--batch-file', batch, ...files, ...checkpoints, ...search])
  }

  /** The same tasks over and over, until somebody stops it. */
  async runLongArc(): Promise<void> {
    const batch = join(this.folder, 'many.jsonl')
    const tasks = Array.from({ length: 400 }, (_, at) =>
      TASKS.map((one) => ({ ...one, task: { ...one.task, id: `${one.task.id}-${at + 1}` } })),
    ).flat()
    writeFileSync(batch, tasks.map((task) => `${printTask(task)}\n`).join(''))
    const out = join(this.folder, 'many-out.jsonl')
    await this.orch([
      'arc',
      'run',
      '--batch-file',
      batch,
      '--out-jsonl',
      out,
      '--workers',
      '1',
      '--nodes',
      '900',
    ])
  }

  /** Asks for a lemma and gives its ticket. */
  async ask(goal: string, name: string, ...flags: readonly string[]): Promise<string> {
    const ticket = JSON.parse(
      await this.orch(['market', 'request', goal, '--name', name, '--json', ...flags]),
    )
    return String(ticket.ticket_id)
  }

  /** Opens the dashboard; a second time on the same port. */
  async open(): Promise<void> {
    const settings = loadConfig({ env: { ...process.env, ...this.#env }, envFile: join(this.folder, '.env') })
    this.#dashboard = await startDashboard({
      settings,
      host: '127.0.0.1',
      port: this.#port,
      folder: this.folder,
    })
    this.#port = this.#dashboard.port
  }

  async close(): Promise<void> {
    await this.#dashboard?.[Symbol.asyncDispose]()
    this.#dashboard = undefined
  }

  async get<T>(path: string): Promise<T> {
    return (await (await fetch(`${this.url}${path}`)).json()) as T
  }

  async post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as T
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
