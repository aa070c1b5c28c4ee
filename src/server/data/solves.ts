import { type ArcAttempt, type Ledger, type RunSolve, solvesOfRun } from '../../ledger/index.ts'

export interface Solve {
  readonly goal_hash: string
  readonly goal_id: string
  readonly outcome: 'proved' | 'refuted'
  readonly strategy: string
  readonly endedAt: number
}

const MOST = 2_000

/** The first solves of one run, in their order; only new ones are read. */
export class Solves {
  readonly #ledger: Ledger
  readonly #runId: string
  #solves: Solve[] = []
  #last = 0

  constructor(ledger: Ledger, runId: string) {
    this.#ledger = ledger
    this.#runId = runId
  }

  async all(): Promise<readonly Solve[]> {
    const ledger = this.#ledger
    // With several writers on PostgreSQL a solve may appear after one with a higher number.
    const [from, known] = ledger.dialect === 'sqlite' ? [this.#last, this.#solves] : [0, []]
    if (known.length >= MOST) return known
    const rows = await solvesOfRun(ledger, { runId: this.#runId, after: from, limit: MOST - known.length })
    // Strategies race, and two of them may both have settled a goal.
    const first = new Map(known.map((solve) => [solve.goal_hash, solve]))
    for (const solve of rows.map(toSolve)) if (!first.has(solve.goal_hash)) first.set(solve.goal_hash, solve)
    this.#solves = [...first.values()]
    this.#last = rows.at(-1)?.id ?? from
    return this.#solves
  }
}

/** Those of an ARC run: its tasks have a table of their own. */
export function arcSolves(attempts: readonly ArcAttempt[]): Solve[] {
  return attempts
    .filter(({ outcome }) => outcome === 'proved')
    .slice(0, MOST)
    .map(({ taskHash, task, strategy, startedAt, timeSeconds }) => ({
      goal_hash: taskHash,
      goal_id: task,
      outcome: 'proved' as const,
      strategy,
      endedAt: startedAt + timeSeconds * 1000,
    }))
}

function toSolve({ goal_hash, goal_id, outcome, strategy, timestamp, time_seconds }: RunSolve): Solve {
  const endedAt = Date.parse(timestamp) + time_seconds * 1000
  return { goal_hash, goal_id: goal_id ?? goal_hash, outcome, strategy, endedAt }
}
