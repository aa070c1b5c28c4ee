import type { StrategyStats } from '../../api/index.ts'
import {
  type ArcAttempt,
  attemptsAfter,
  creditFinder,
  type Ledger,
  lastAttemptId,
  type SoleFinder,
  type StreamedAttempt,
} from '../../ledger/index.ts'

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

/**
 * Totals over all attempts, or those of one run, kept up to date by reading only what is new: asking again costs
 * nothing much, however large the ledger is.
 */
export class Tally {
  readonly #ledger: Ledger
  readonly #runId: string | undefined
  #folded = new Account(0)
  /** What is too new to be folded in for good; empty on SQLite. */
  #tail = new Account(0)
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

  /** Goals that were proved, as of the last look. */
  get proved(): ReadonlySet<string> {
    const recent = this.#tail.provers
    if (recent.size === 0) return this.#folded.proved
    return new Set([...this.#folded.provers.keys(), ...recent.keys()])
  }

  async #catchUp(): Promise<Totals> {
    const last = await lastAttemptId(this.#ledger)
    // Somebody emptied the ledger.
    if (last < this.#folded.last) this.#folded = new Account(0)
    const settled = this.#ledger.dialect === 'sqlite' ? last : Math.max(0, last - UNSETTLED)
    await this.#read(this.#folded, settled)
    const tail = new Account(this.#folded.last)
    await this.#read(tail, last)
    this.#tail = tail
    return totalsOf(this.#folded, tail)
  }

  /** How often a goal was tried and what that cost, as of the last look. */
  effort(goalKey: string): Effort {
    const [known, recent] = [this.#folded.goals.get(goalKey), this.#tail.goals.get(goalKey)]
    return {
      attempts: (known?.attempts ?? 0) + (recent?.attempts ?? 0),
      cpuSeconds: (known?.cpuSeconds ?? 0) + (recent?.cpuSeconds ?? 0),
    }
  }

  async #read(account: Account, until: number): Promise<void> {
    while (account.last < until) {
      const rows = await attemptsAfter(this.#ledger, account.last, {
        until,
        runId: this.#runId,
        limit: CHUNK,
      })
      for (const row of rows) account.add(row)
      if (rows.length < CHUNK) account.last = until
      // A large ledger takes a while at the first time; others get their turn in between.
      else await new Promise(setImmediate)
    }
  }
}

/** The tasks of an ARC run in the same words: they are in a table of their own. */
export function arcTotals(attempts: readonly ArcAttempt[]): Totals {
  const account = new Account(0)
  for (const [id, { taskHash, strategy, outcome, timeSeconds, cpuSeconds }] of attempts.entries()) {
    const success = Number(outcome === 'proved')
    account.add({
      ...{ id, strategy, outcome, success },
      goal_hash: taskHash,
      time_seconds: timeSeconds,
      cpu_seconds: cpuSeconds,
      cache_hit: null,
    })
  }
  return totalsOf(account, new Account(0))
}

type Counted = Omit<StreamedAttempt, 'timestamp' | 'run_id'>

interface Effort {
  attempts: number
  cpuSeconds: number
}

class Account {
  last: number
  readonly strategies = new Map<string, Sums>()
  readonly outcomes = new Map<string, number>()
  readonly goals = new Map<string, Effort>()
  readonly provers = new Map<string, SoleFinder>()
  readonly proved = new Set<string>()
  /** Goals that only this strategy proved. */
  readonly unique = new Map<string, number>()

  constructor(last: number) {
    this.last = last
  }

  add(row: Counted): void {
    this.last = row.id
    const sums = getOrAdd(this.strategies, row.strategy, noSums)
    sums.attempts += 1
    sums.solved += row.success
    sums.refuted += row.outcome === 'refuted' ? 1 : 0
    sums.seconds += row.time_seconds
    sums.cpuSeconds += row.cpu_seconds
    if (row.cache_hit !== null) {
      sums.cacheAsked += 1
      sums.cacheHits += row.cache_hit
    }
    count(this.outcomes, row.outcome, 1)
    const effort = getOrAdd(this.goals, row.goal_hash, () => ({ attempts: 0, cpuSeconds: 0 }))
    effort.attempts += 1
    effort.cpuSeconds += row.cpu_seconds
    if (row.success === 1) this.#proved(row.goal_hash, row.strategy)
  }

  #proved(goal: string, strategy: string): void {
    this.provers.set(goal, creditFinder(this.unique, this.provers.get(goal), strategy))
    this.proved.add(goal)
  }
}

function totalsOf(folded: Account, tail: Account): Totals {
  const strategies = new Map<string, Sums>()
  const outcomes = new Map(folded.outcomes)
  for (const [outcome, times] of tail.outcomes) count(outcomes, outcome, times)
  for (const account of [folded, tail])
    for (const [name, sums] of account.strategies) {
      const sum = getOrAdd(strategies, name, noSums)
      for (const field of Object.keys(sums) as (keyof Sums)[]) sum[field] += sums[field]
    }
  const unique = new Map(folded.unique)
  let goalsSolved = folded.provers.size
  for (const [goal, prover] of tail.provers) {
    const before = folded.provers.get(goal)
    if (before === undefined) goalsSolved += 1
    creditFinder(unique, before, prover)
  }
  let goalsTried = folded.goals.size
  for (const goal of tail.goals.keys()) if (!folded.goals.has(goal)) goalsTried += 1
  const all = [...strategies.values()]
  const sum = (pick: (sums: Sums) => number) => all.reduce((total, sums) => total + pick(sums), 0)
  const asked = sum(({ cacheAsked }) => cacheAsked)
  return {
    attempts: sum(({ attempts }) => attempts),
    solved: sum(({ solved }) => solved),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    cacheHitRate: asked > 0 ? sum(({ cacheHits }) => cacheHits) / asked : null,
    outcomes: Object.fromEntries(outcomes),
    goalsTried,
    goalsSolved,
    strategies: Array.from(strategies, ([strategy, sums]) =>
      toStats(strategy, sums, unique.get(strategy) ?? 0),
    ).sort((left, right) => (left.strategy < right.strategy ? -1 : 1)),
  }
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function count(map: Map<string, number>, key: string, times: number): void {
  map.set(key, (map.get(key) ?? 0) + times)
}

function noSums(): Sums {
  return { attempts: 0, solved: 0, refuted: 0, seconds: 0, cpuSeconds: 0, cacheHits: 0, cacheAsked: 0 }
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
