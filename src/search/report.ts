import type { Attempt, Outcome } from '../attempt.ts'
import type { Goal } from '../goal/index.ts'
import type { Ledger, StoredAttempt } from '../ledger/index.ts'
import type { Prepared } from './prepare.ts'
import type { GoalSearch } from './search.ts'

/** What became of one goal in a run; a line of the per-goal file. */
export interface GoalReport {
  readonly id: string
  readonly outcome: Outcome | 'ill-typed'
  readonly strategy: string | null
  readonly script: string | null
  readonly time_seconds: number
  readonly cpu_seconds: number
  readonly attempts: number
  readonly goal_hash: string | null
  readonly receipt: string | null
  /** Why there is no proof, or the counterexample. */
  readonly detail: string | null
}

interface Progress {
  readonly goal: Goal
  key: string | undefined
  refused: Exclude<Prepared, { kind: 'ready' }> | undefined
  settled: Attempt | undefined
  concluded: boolean
  skipped: string[]
}

/** Follows a run, goal by goal. What was spent is read from the ledger, so that a resumed run reports all of it. */
export class RunReport {
  readonly #progress: readonly Progress[]
  readonly #byGoal: Map<Goal, Progress>

  constructor(goals: readonly Goal[], search: Pick<GoalSearch, 'events'>) {
    this.#progress = goals.map((goal) => ({
      goal,
      key: undefined,
      refused: undefined,
      settled: undefined,
      concluded: false,
      skipped: [],
    }))
    this.#byGoal = new Map(this.#progress.map((entry) => [entry.goal, entry]))
    const { events } = search
    events.on('prepared', ({ goal, prepared }) => {
      const entry = this.#byGoal.get(goal)
      if (!entry) return
      if (prepared.kind === 'ready') entry.key = prepared.problem.key
      else entry.refused = prepared
    })
    events.on('skipped', ({ problem, arm, prior }) => {
      for (const entry of this.#withKey(problem.key)) {
        entry.skipped.push(`${arm} (${prior.outcome} before in ${prior.budgetSeconds} s)`)
      }
    })
    events.on('concluded', ({ problem, attempt }) => {
      for (const entry of this.#withKey(problem.key)) {
        entry.concluded = true
        entry.settled ??= attempt
      }
    })
  }

  get total(): number {
    return this.#progress.length
  }

  get processed(): number {
    return this.#progress.filter((entry) => this.#isProcessed(entry)).length
  }

  get solved(): number {
    return this.#progress.filter((entry) => this.#settled(entry)?.outcome === 'proved').length
  }

  idsOf(key: string): readonly string[] {
    return this.#withKey(key).map(({ goal }) => goal.id)
  }

  async goals(ledger: Ledger, runId: string): Promise<readonly GoalReport[]> {
    const reports: GoalReport[] = []
    for (const entry of this.#progress) {
      const attempts = entry.key === undefined ? [] : await attemptsOf(ledger, entry.key, runId)
      reports.push(this.#report(entry, attempts))
    }
    return reports
  }

  /** How many statements the run proved that the bank does not have: lemmas that its goals or others wait for. */
  async lemmasProved(ledger: Ledger, runId: string): Promise<number> {
    const own = new Set(this.#progress.map(({ key }) => key))
    const proved = new Set<string>()
    let before: number | null | undefined
    do {
      const page = await ledger.attempts({
        runId,
        outcome: 'proved',
        limit: 1000,
        ...(before != null && { before }),
      })
      for (const { goalKey } of page.items) if (!own.has(goalKey)) proved.add(goalKey)
      before = page.next
    } while (before != null)
    return proved.size
  }

  #report(entry: Progress, attempts: readonly StoredAttempt[]): GoalReport {
    const settled = this.#settled(entry)
    const outcome = this.#outcome(entry, attempts)
    const sum = (pick: (attempt: StoredAttempt) => number) =>
      Math.round(attempts.reduce((total, attempt) => total + pick(attempt), 0) * 1000) / 1000
    const skipped = entry.skipped.length > 0 ? `not tried again: ${entry.skipped.join(', ')}` : undefined
    return {
      id: entry.goal.id,
      outcome,
      strategy: settled?.strategy ?? null,
      script: settled ? settled.tactics.join('\n') : null,
      time_seconds: sum(({ timeSeconds }) => timeSeconds),
      cpu_seconds: sum(({ cpuSeconds }) => cpuSeconds),
      attempts: attempts.length,
      goal_hash: entry.key ?? null,
      receipt: settled?.receipt ?? null,
      detail:
        entry.refused?.why ?? detailOf(settled) ?? (settled ? null : (skipped ?? attempts[0]?.error ?? null)),
    }
  }

  #outcome(entry: Progress, attempts: readonly StoredAttempt[]): GoalReport['outcome'] {
    if (entry.refused) return entry.refused.kind === 'too-long' ? 'timeout' : 'ill-typed'
    const settled = this.#settled(entry)
    if (settled) return settled.outcome
    if (!this.#isProcessed(entry)) return 'cancelled'
    const outcomes = attempts.map(({ outcome }) => outcome)
    if (outcomes.length > 0 && outcomes.every((outcome) => outcome === 'error')) return 'error'
    return outcomes.length > 0 && outcomes.every((outcome) => outcome === 'timeout') ? 'timeout' : 'failed'
  }

  /** Two lines of a bank may be the same goal; what settles one settles the other. */
  #twin(entry: Progress): Progress {
    if (entry.key === undefined || entry.concluded) return entry
    return this.#withKey(entry.key).find(({ concluded }) => concluded) ?? entry
  }

  #settled(entry: Progress): Attempt | undefined {
    return this.#twin(entry).settled
  }

  #isProcessed(entry: Progress): boolean {
    return entry.refused !== undefined || this.#twin(entry).concluded
  }

  #withKey(key: string): Progress[] {
    return this.#progress.filter((entry) => entry.key === key)
  }
}

async function attemptsOf(ledger: Ledger, goalKey: string, runId: string): Promise<readonly StoredAttempt[]> {
  return (await ledger.attempts({ goalKey, runId, limit: 1000 })).items
}

function detailOf(settled: Pick<Attempt, 'counterexample' | 'error'> | undefined): string | undefined {
  return settled?.counterexample === undefined ? settled?.error : `counterexample: ${settled.counterexample}`
}
