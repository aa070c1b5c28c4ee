import type { Ledger } from '../../ledger/index.ts'

export interface Solve {
  readonly goal_hash: string
  readonly goal_id: string
  readonly strategy: string
  readonly endedAt: number
}

interface Row {
  id: number
  goal_hash: string
  goal_id: string | null
  strategy: string
  timestamp: string
  time_seconds: number
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
    const { sql } = this.#ledger
    // With several writers on PostgreSQL a solve may appear after one with a higher number.
    const [from, known] = sql.dialect === 'sqlite' ? [this.#last, this.#solves] : [0, []]
    if (known.length >= MOST) return known
    const rows = await sql.all<Row>(
      `select a.id, a.goal_hash, g.goal_id, a.strategy, a.timestamp, a.time_seconds from shown_attempts a
        left join goals g on g.goal_hash = a.goal_hash
        where a.run_id = ? and a.told = 'proved' and a.success = 1 and a.id > ? order by a.id limit ?`,
      [this.#runId, from, MOST - known.length],
    )
    this.#solves = [...known, ...rows.map(toSolve)]
    this.#last = rows.at(-1)?.id ?? from
    return this.#solves
  }
}

function toSolve({ goal_hash, goal_id, strategy, timestamp, time_seconds }: Row): Solve {
  const endedAt = Date.parse(timestamp) + time_seconds * 1000
  return { goal_hash, goal_id: goal_id ?? goal_hash, strategy, endedAt }
}
