import { type Attempt, isSuccess } from '../attempt.ts'
import type { Ledger, PriorAttempt } from '../ledger/index.ts'
import type { RowCount } from '../strategies/index.ts'
import { type GoalProblem, shortHash } from './problem.ts'

const COUNTEREXAMPLE = 'counterexample: '

/** What a run writes into the ledger and wants to know from it. */
export class RunMemory {
  readonly #ledger: Ledger
  readonly #runId: string | undefined
  /** Whether attempts of other runs count. */
  readonly #remembersOthers: boolean

  constructor(ledger: Ledger, { runId, useCache }: { readonly runId?: string; readonly useCache: boolean }) {
    this.#ledger = ledger
    this.#runId = runId
    this.#remembersOthers = useCache
  }

  /** An attempt with lemmas is another experiment than one without: its version says with which. */
  async record(
    attempt: Attempt,
    { lemmas = '', counterexample }: { lemmas?: string; counterexample?: string | undefined },
  ): Promise<void> {
    const { goalKey, strategy, tactics, timeSeconds, outcome } = attempt
    const strategyVersion = attempt.strategyVersion + lemmaMark(lemmas)
    const refuted = outcome === 'refuted' && counterexample !== undefined
    await this.#ledger.record({
      ...attempt,
      strategyVersion,
      ...(refuted && { error: COUNTEREXAMPLE + counterexample }),
    })
    if (isSuccess(outcome)) {
      await this.#ledger.updateScript({ goalKey, tactics, strategy, success: true, timeSeconds })
    }
  }

  /** Attempts that need not be made again: those with the same lemmas. */
  async priors({ key, lemmas }: Pick<GoalProblem, 'key' | 'lemmas'>): Promise<readonly PriorAttempt[]> {
    const all = this.#remembersOthers ? await this.#ledger.priors(key) : await this.#priorsOfRun(key)
    const mark = lemmaMark(lemmas)
    return all.flatMap((prior) => {
      const [version = '', hash] = prior.strategyVersion.split('+')
      return (hash === undefined ? '' : `+${hash}`) === mark ? [{ ...prior, strategyVersion: version }] : []
    })
  }

  /** The attempt that settled a goal in this run, perhaps before it was interrupted. */
  async settled(goalKey: string): Promise<Attempt | undefined> {
    const runId = this.#runId
    if (runId === undefined) return undefined
    for (const outcome of ['proved', 'refuted'] as const) {
      const query = { goalKey, runId, outcome, limit: 1 }
      const [attempt] = (await this.#ledger.attempts(query)).items
      if (attempt) return { ...attempt, outcome }
    }
    return undefined
  }

  /** Where the last attempt of a strategy on a goal left off. */
  async unfinished(goalKey: string, strategy: string, strategyVersion: string): Promise<readonly string[]> {
    const stored = await this.#ledger.unfinished(goalKey, strategy)
    const counts = this.#remembersOthers || stored?.runId === this.#runId
    return stored && counts && stored.strategyVersion === strategyVersion ? stored.scripts : []
  }

  async keepUnfinished(
    goalKey: string,
    strategy: string,
    strategyVersion: string,
    scripts: readonly string[],
  ): Promise<void> {
    await this.#ledger.saveUnfinished({ goalKey, strategy, strategyVersion, scripts, runId: this.#runId })
  }

  /** Adds what the rows of the tables did in an attempt. */
  async countRows(strategy: string, rows: readonly RowCount[]): Promise<void> {
    if (rows.length === 0) return
    await this.#ledger.sql.write((transaction) =>
      transaction.runMany(
        `insert into tactic_rows (strategy, row_name, uses, solves, cpu_seconds) values (?, ?, ?, ?, ?)
          on conflict (strategy, row_name) do update set uses = tactic_rows.uses + excluded.uses,
          solves = tactic_rows.solves + excluded.solves,
          cpu_seconds = tactic_rows.cpu_seconds + excluded.cpu_seconds`,
        rows.map(({ row, uses, solves, cpuSeconds }) => [strategy, row, uses, solves, cpuSeconds]),
      ),
    )
  }

  /** The values for which a goal was found to fail. */
  async counterexample(goalKey: string): Promise<string | undefined> {
    const { items } = await this.#ledger.attempts({ goalKey, outcome: 'refuted', limit: 100 })
    const found = items.find(({ error }) => error?.startsWith(COUNTEREXAMPLE))
    return found?.error?.slice(COUNTEREXAMPLE.length)
  }

  async #priorsOfRun(goalKey: string): Promise<PriorAttempt[]> {
    const runId = this.#runId
    if (runId === undefined) return []
    const { items } = await this.#ledger.attempts({ goalKey, runId, limit: 1000 })
    return items.flatMap(({ strategy, strategyVersion, budget, outcome }) =>
      outcome === 'claimed' ? [] : [{ strategy, strategyVersion, budgetSeconds: budget.seconds, outcome }],
    )
  }
}

function lemmaMark(lemmas: string): string {
  return lemmas && `+${shortHash(lemmas).slice(0, 12)}`
}
