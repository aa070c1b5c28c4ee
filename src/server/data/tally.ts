import type { Ledger, SqlValue } from '../../ledger/index.ts'
import type { StrategyStats } from '../schemas.ts'

interface Row {
  id: number
  goal_hash: string
  strategy: string
  outcome: string
  success: number
  time_seconds: number
  cpu_seconds: number
  cache_hit: number | null
}

interface Sums {
  attempts: number
  solved: number
  refuted: number
  seconds: number
  cpuSeconds: number
  cacheHits: number
  cacheAsked: number
}

export interface Totals {
  readonly attempts: number
  readonly solved: number
  readonly cpuSeconds: number
  readonly cacheHitRate: number | null
  readonly outcomes: Readonly<Record<string, number>>
  readonly strategies: readonly StrategyStats[]
  readonly goalsTried: number
  readonly goalsSolved: number
}

const CHUNK = 5_000
/** With several writers on PostgreSQL an attempt may appear a little after one with a higher number. */
const UNSETTLED = 1_000
const COLUMNS = 'id, goal_hash, strategy, outcome, success, time_seconds, cpu_seconds, cache_hit'

/**
 * Totals over all attempts, or those of one run, kept up to date by reading only what is new: asking again costs
 * nothing much, however large the ledger is.
 */
export class Tally {
  readonly #ledger: Ledger
  readonly #runId: string | undefined
  #folded = new Account()
  #catchingUp: Promise<Totals> | undefined

  constructor(ledger: Ledger, runId?: string) {
    this.#ledger = ledger
    this.#runId = runId
  }

  /** Requests that come at the same time share the work. */
  totals(): Promise<Totals> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  async #catchUp(): Promise<Totals> {
    const { sql } = this.#ledger
    const [row] = await sql.all<{ id: number | null }>('select max(id) as id from attempts')
    const last = row?.id ?? 0
    // Somebody emptied the ledger.
    if (last < this.#folded.last) this.#folded = new Account()
    const settled = sql.dialect === 'sqlite' ? last : Math.max(0, last - UNSETTLED)
    await this.#read(this.#folded, settled)
    if (settled === last) return this.#folded.totals()
    const recent = this.#folded.copy()
    await this.#read(recent, last)
    return recent.totals()
  }

  async #read(account: Account, until: number): Promise<void> {
    const [condition, parameters]: [string, SqlValue[]] =
      this.#runId === undefined ? ['', []] : ['run_id = ? and', [this.#runId]]
    while (account.last < until) {
      const rows = await this.#ledger.sql.all<Row>(
        `select ${COLUMNS} from attempts where ${condition} id > ? and id <= ? order by id limit ?`,
        [...parameters, account.last, until, CHUNK],
      )
      for (const row of rows) account.add(row)
      if (rows.length < CHUNK) account.last = until
      // A large ledger takes a while at the first time; others get their turn in between.
      else await new Promise(setImmediate)
    }
  }
}

class Account {
  last = 0
  readonly #strategies: Map<string, Sums>
  readonly #outcomes: Map<string, number>
  /** Who proved a goal; null when several strategies did. */
  readonly #provers: Map<string, string | null>
  readonly #goals: Set<string>

  constructor(from?: Account) {
    this.last = from ? from.last : 0
    this.#strategies = new Map(
      Array.from(from ? from.#strategies : [], ([name, sums]) => [name, { ...sums }]),
    )
    this.#outcomes = new Map(from ? from.#outcomes : [])
    this.#provers = new Map(from ? from.#provers : [])
    this.#goals = new Set(from ? from.#goals : [])
  }

  copy(): Account {
    return new Account(this)
  }

  add(row: Row): void {
    this.last = row.id
    const known = this.#strategies.get(row.strategy)
    const sums = known ?? {
      attempts: 0,
      solved: 0,
      refuted: 0,
      seconds: 0,
      cpuSeconds: 0,
      cacheHits: 0,
      cacheAsked: 0,
    }
    if (!known) this.#strategies.set(row.strategy, sums)
    sums.attempts += 1
    sums.solved += row.success
    sums.refuted += row.outcome === 'refuted' ? 1 : 0
    sums.seconds += row.time_seconds
    sums.cpuSeconds += row.cpu_seconds
    if (row.cache_hit !== null) {
      sums.cacheAsked += 1
      sums.cacheHits += row.cache_hit
    }
    this.#outcomes.set(row.outcome, (this.#outcomes.get(row.outcome) ?? 0) + 1)
    this.#goals.add(row.goal_hash)
    if (row.success === 1) {
      const prover = this.#provers.get(row.goal_hash)
      this.#provers.set(row.goal_hash, prover === undefined || prover === row.strategy ? row.strategy : null)
    }
  }

  totals(): Totals {
    const unique = new Map<string, number>()
    for (const prover of this.#provers.values())
      if (prover !== null) unique.set(prover, (unique.get(prover) ?? 0) + 1)
    const all = [...this.#strategies.values()]
    const sum = (pick: (sums: Sums) => number) => all.reduce((total, sums) => total + pick(sums), 0)
    const asked = sum(({ cacheAsked }) => cacheAsked)
    return {
      attempts: sum(({ attempts }) => attempts),
      solved: sum(({ solved }) => solved),
      cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
      cacheHitRate: asked > 0 ? sum(({ cacheHits }) => cacheHits) / asked : null,
      outcomes: Object.fromEntries(this.#outcomes),
      goalsTried: this.#goals.size,
      goalsSolved: this.#provers.size,
      strategies: Array.from(this.#strategies, ([strategy, sums]) =>
        toStats(strategy, sums, unique.get(strategy) ?? 0),
      ).sort((left, right) => (left.strategy < right.strategy ? -1 : 1)),
    }
  }
}

function toStats(strategy: string, sums: Sums, uniqueSolves: number): StrategyStats {
  return {
    strategy,
    attempts: sums.attempts,
    solved: sums.solved,
    refuted: sums.refuted,
    rate: sums.solved / sums.attempts,
    mean_time_seconds: sums.seconds / sums.attempts,
    cpu_seconds: sums.cpuSeconds,
    cpu_seconds_per_solve: sums.solved > 0 ? sums.cpuSeconds / sums.solved : null,
    cache_hit_rate: sums.cacheAsked > 0 ? sums.cacheHits / sums.cacheAsked : null,
    unique_solves: uniqueSolves,
  }
}
