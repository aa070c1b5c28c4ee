/** What every fault needs: a cluster with real workers, banks of goals that nobody has seen, and what must hold afterwards. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../src/engine/index.ts'
import { audit } from '../../../test/distributed/audit.ts'
import { type Cluster, startCluster } from '../../../test/distributed/cluster.ts'
import type { BankProcess } from '../../../test/search/bank-process.ts'

export const LANES = ['--only', 'lean', '--lanes', 'light:1,heavy:1']
/** What is not put right within this time is stuck. */
const STUCK_MS = 600_000
const POLL_MS = 25

const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `∀ a b : Nat, a + b + ${n} = ${n} + b + a`,
  (n) => `∀ x y : Nat, x ≤ y → x + ${n} ≤ y + ${n}`,
  (n) => `∀ a b c : Nat, a * (b + c) + ${n} = a * b + a * c + ${n}`,
]

export interface Bank {
  readonly path: string
  readonly args: readonly string[]
  readonly goals: number
  readonly prefix: string
}

export interface BankEnd {
  readonly run: string
  readonly processed: number
  readonly solved: number
  readonly refuted: number
}

export class Stage implements AsyncDisposable {
  readonly cluster: Cluster
  readonly random: Random
  readonly workers: BankProcess[] = []
  /** Variables of the submitter, where a fault needs others. */
  submitterEnv: NodeJS.ProcessEnv = {}
  /** Dead jobs that belong to the fault. */
  deadExpected = 0
  /** Banks of the fault itself, beside those of the stage. */
  banksExpected = 0
  #count = 0

  static async open(random: Random): Promise<Stage> {
    return new Stage(await startCluster(), random)
  }

  private constructor(cluster: Cluster, random: Random) {
    this.cluster = cluster
    this.random = random
  }

  /** Waits for a random part of a time; says how long that was. */
  async moment(mostMs: number): Promise<number> {
    const ms = Math.round(this.random.next() * mostMs)
    await pause(ms)
    return ms
  }

  pick<T>(all: readonly T[]): T {
    const one = all[Math.floor(this.random.next() * all.length)]
    if (one === undefined) throw new Error('there is nothing to pick from')
    return one
  }

  /** Starts workers until so many are there. */
  async staff(wanted: number, env: NodeJS.ProcessEnv = {}): Promise<void> {
    const alive = this.workers.filter(({ child }) => child.exitCode === null && child.signalCode === null)
    this.workers.splice(0, this.workers.length, ...alive)
    const missing = Math.max(0, wanted - alive.length)
    this.workers.push(
      ...(await Promise.all(Array.from({ length: missing }, () => this.cluster.worker(LANES, env)))),
    )
  }

  /** Goals of which one does not hold and the others do, all new: whatever was found before does not help. */
  bank(goals = 24, flags: readonly string[] = []): Bank {
    this.#count += 1
    const n = 1_000 * this.#count + Math.floor(this.random.next() * 900)
    const prefix = `f${this.#count}-`
    const texts = Array.from({ length: goals }, (_, k) =>
      k === 0 ? `∀ a : Nat, a + ${n} = ${n}` : (SHAPES[k % SHAPES.length]?.(n + k) ?? ''),
    )
    const path = this.cluster.bank(
      `${prefix}bank`,
      texts.map((goal, k) => ({ id: `${prefix}${k}`, goal, difficulty: k % 4 === 3 ? 0.8 : 0.2 })),
    )
    const results = `${this.cluster.folder}/${prefix}results`
    const args = ['bank', '--bank', path, '--results', results, '--timeout', '900', '--json', ...flags]
    return { path, prefix, goals, args }
  }

  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + STUCK_MS
    while (!(await holds().catch(() => false))) {
      if (performance.now() > giveUpAt) throw new Error(`for ${STUCK_MS / 1000} s it did not happen: ${what}`)
      await pause(POLL_MS)
    }
  }

  /** Whether an attempt is under way on a worker. */
  async isBusy(): Promise<boolean> {
    const rows = await this.cluster.query(`select 1 from orch_jobs.job where state = 'active' limit 1`)
    return rows.length > 0
  }

  /** How many jobs have been answered so far. */
  async answered(): Promise<number> {
    const [row] = await this.cluster.query<{ n: number }>(
      `select count(*)::int as n from orch_jobs.job where state = 'completed'`,
    )
    return row?.n ?? 0
  }

  /** How many attempts the submitters have recorded so far. */
  async recorded(): Promise<number> {
    const [row] = await this.cluster.query<{ n: number }>('select count(*)::int as n from attempts')
    return row?.n ?? 0
  }

  /** Whether all goals of a bank have been settled in the ledger. */
  async settled({ prefix, goals }: Bank): Promise<boolean> {
    const [row] = await this.cluster.query<{ n: number }>(
      `select count(*)::int as n from goals where goal_id like $1 and status in ('proved', 'refuted')`,
      [`${prefix}%`],
    )
    return row?.n === goals
  }

  async end(run: BankProcess): Promise<BankEnd> {
    const { stdout, stderr, code } = await run.ended
    if (stdout === '') throw new Error(`no output (exit code ${code}): ${stderr.slice(-500)}`)
    const told = JSON.parse(stdout)
    if (told.error) throw new Error(`it could not go on: ${JSON.stringify(told.error)}`)
    return {
      run: told.run_id,
      processed: told.goals_processed,
      solved: told.goals_solved,
      refuted: told.goals_refuted,
    }
  }

  /** What is wrong with the ledger and the queue, once whatever is only late has had its time. */
  async findings(): Promise<readonly string[]> {
    let found: readonly string[] = ['the database does not answer']
    const look = async () => {
      const dead = await this.cluster.query(`select 1 from orch_jobs.job where name = 'dead'`)
      const runs = await this.cluster.query(`select run_id from runs where command = 'bank'`)
      const banks = this.#count + this.banksExpected
      found = [
        ...(await audit(this.cluster)),
        ...(runs.length === banks ? [] : [`${runs.length} runs of ${banks} banks`]),
        ...(dead.length !== this.deadExpected
          ? [`${dead.length} dead jobs, ${this.deadExpected} expected`]
          : []),
      ]
      return found.length === 0
    }
    await this.until('a clean audit', look).catch(() => undefined)
    return found
  }

  /** How many jobs came back to the queue so far. */
  async returned(): Promise<number> {
    const [row] = await this.cluster.query<{ n: number }>(
      `select count(*)::int as n from orch_jobs.job where retry_count > 0 and name <> 'dead'`,
    )
    return row?.n ?? 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]()
  }
}
