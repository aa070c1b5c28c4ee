import type { StrategyStatsAnswer } from '../../api/index.ts'
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
  /** Attempts that proved or refuted their goal. */
  readonly settled: number
  readonly cpuSeconds: number
  readonly cacheHitRate: number | null
  readonly outcomes: Readonly<Record<string, number>>
  readonly strategies: readonly StrategyStatsAnswer[]
  readonly goalsTried: number
  readonly goalsSolved: number
  readonly goalsRefuted: number
}

const CHUNK = 5_000
/** With several writers on PostgreSQL an attempt may appear a little after one with a higher number. */
const UNSETTLED = 1_000

/**
 * Totals over all attempts, or those of one run, kept up to date by reading only what is new: asking again costs
 * nothing much, however large the ledger is.
 */
export class AttemptTally {
  readonly #ledger: Ledger
  readonly #runId: string | undefined
  #folded = new Account(0)
  /** What is too new to be folded in for good; empty on SQLite. */
  #tail = new Account(0)
  #catchingUp: Promise<Totals> | undefined

  /** The tally of a run asks the one of everything which solves are unique: no other strategy has it in any run. */
  readonly #whole: AttemptTally | undefined

  constructor(ledger: Ledger, runId?: string, whole?: AttemptTally) {
    this.#ledger = ledger
    this.#runId = runId
    this.#whole = whole
  }

  /** The only strategy that settled a goal, as of the last look; null where several did. */
  finderOf(goalKey: string): SoleFinder | undefined {
    const [known, recent] = [this.#folded.finders.get(goalKey), this.#tail.finders.get(goalKey)]
    return recent === undefined ? known : creditFinder(new Map(), known, recent)
  }

  /** Requests that come at the same time share the work. */
  totals(): Promise<Totals> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /** Goals that were proved or refuted, as of the last look. */
  get settled(): ReadonlySet<string> {
    return [this.#folded.refuted, this.#tail.proved, this.#tail.refuted].reduce<ReadonlySet<string>>(
      (all, more) => (more.size === 0 ? all : all.union(more)),
      this.#folded.proved,
    )
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
    const totals = totalsOf(this.#folded, tail)
    const whole = this.#whole
    if (!whole) return totals
    await whole.totals()
    return {
      ...totals,
      strategies: totals.strategies.map((row) => ({
        ...row,
        unique_solves: this.#alone(row.strategy, whole),
      })),
    }
  }

  /** How many goals a strategy settled here that no other one has settled anywhere. */
  #alone(strategy: string, whole: AttemptTally): number {
    const goals = [this.#folded, this.#tail].flatMap(({ settlers }) => [...(settlers.get(strategy) ?? [])])
    return new Set(goals.filter((goal) => whole.finderOf(goal) === strategy)).size
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
  /** Who settled a goal, if it was one strategy alone. */
  readonly finders = new Map<string, SoleFinder>()
  readonly proved = new Set<string>()
  readonly refuted = new Set<string>()
  /** Goals by the strategy that settled them. */
  readonly settlers = new Map<string, Set<string>>()
  /** Goals that only this strategy settled. */
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
    if (row.success === 1) this.proved.add(row.goal_hash)
    if (row.outcome === 'refuted') this.refuted.add(row.goal_hash)
    if (row.success === 1 || row.outcome === 'refuted') this.#settled(row.goal_hash, row.strategy)
  }

  #settled(goal: string, strategy: string): void {
    this.finders.set(goal, creditFinder(this.unique, this.finders.get(goal), strategy))
    getOrAdd(this.settlers, strategy, () => new Set<string>()).add(goal)
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
  for (const [goal, finder] of tail.finders) creditFinder(unique, folded.finders.get(goal), finder)
  const inBoth = (pick: (account: Account) => ReadonlySet<string>) =>
    pick(folded).size + [...pick(tail)].filter((goal) => !pick(folded).has(goal)).length
  let goalsTried = folded.goals.size
  for (const goal of tail.goals.keys()) if (!folded.goals.has(goal)) goalsTried += 1
  const all = [...strategies.values()]
  const sum = (pick: (sums: Sums) => number) => all.reduce((total, sums) => total + pick(sums), 0)
  const asked = sum(({ cacheAsked }) => cacheAsked)
  return {
    attempts: sum(({ attempts }) => attempts),
    settled: sum(({ solved, refuted }) => solved + refuted),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    cacheHitRate: asked > 0 ? sum(({ cacheHits }) => cacheHits) / asked : null,
    outcomes: Object.fromEntries(outcomes),
    goalsTried,
    goalsSolved: inBoth(({ proved }) => proved),
    goalsRefuted: inBoth(({ refuted }) => refuted),
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

function toStats(strategy: string, sums: Sums, uniqueSolves: number): StrategyStatsAnswer {
  const settled = sums.solved + sums.refuted
  return {
    strategy,
    attempts: sums.attempts,
    solved: sums.solved,
    refuted: sums.refuted,
    rate: settled / sums.attempts,
    mean_time_seconds: sums.seconds / sums.attempts,
    cpu_seconds: sums.cpuSeconds,
    cpu_seconds_per_solve: settled > 0 ? sums.cpuSeconds / settled : null,
    cache_hit_rate: sums.cacheAsked > 0 ? sums.cacheHits / sums.cacheAsked : null,
    unique_solves: uniqueSolves,
  }
}
