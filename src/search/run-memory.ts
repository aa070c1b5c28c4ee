import { type Attempt, isSuccess } from '../attempt.ts'
import {
  countTacticRows,
  type Ledger,
  type PriorAttempt,
  saveProofStates,
  saveSearchTree,
} from '../ledger/index.ts'
import type { RowCount } from '../strategies/index.ts'
import { type GoalProblem, shortHash } from './problem.ts'
import type { ProofPath, SearchRecord } from './search-tree.ts'

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

  /** An attempt with lemmas is another experiment than one without. */
  async record(attempt: Attempt, lemmas = ''): Promise<void> {
    const { goalKey, strategy, tactics, timeSeconds, outcome } = attempt
    await this.#ledger.record({ ...attempt, lemmaSet: lemmaSet(lemmas) })
    if (isSuccess(outcome)) {
      await this.#ledger.updateScript({ goalKey, tactics, strategy, success: true, timeSeconds })
    }
  }

  /** Attempts that need not be made again: those with the same lemmas. */
  async priors({ key, lemmas }: Pick<GoalProblem, 'key' | 'lemmas'>): Promise<readonly PriorAttempt[]> {
    const all = this.#remembersOthers ? await this.#ledger.priors(key) : await this.#priorsOfRun(key)
    const wanted = lemmaSet(lemmas)
    return all.filter((prior) => prior.lemmaSet === wanted)
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
    await countTacticRows(this.#ledger, strategy, rows)
  }

  /** The states that an attempt went through, for people to look at. */
  async keepTree(goalKey: string, strategy: string, tree: SearchRecord): Promise<void> {
    if (tree.nodes.length > 0)
      await saveSearchTree(this.#ledger, { goalKey, strategy, runId: this.#runId, tree })
  }

  /** The states on the way of a script, so that nobody has to replay it to show them. */
  async keepPath(goalKey: string, script: string, path: ProofPath): Promise<void> {
    await saveProofStates(this.#ledger, goalKey, script, path)
  }

  /** The values for which a goal was found to fail. */
  async counterexample(goalKey: string): Promise<string | undefined> {
    const { items } = await this.#ledger.attempts({ goalKey, outcome: 'refuted', limit: 100 })
    return items.find(({ counterexample }) => counterexample !== undefined)?.counterexample
  }

  async #priorsOfRun(goalKey: string): Promise<PriorAttempt[]> {
    const runId = this.#runId
    if (runId === undefined) return []
    const { items } = await this.#ledger.attempts({ goalKey, runId, limit: 1000 })
    return items.flatMap(({ strategy, strategyVersion, lemmaSet = '', budget, outcome }) =>
      outcome === 'claimed'
        ? []
        : [{ strategy, strategyVersion, lemmaSet, budgetSeconds: budget.seconds, outcome }],
    )
  }
}

function lemmaSet(lemmas: string): string {
  return lemmas && shortHash(lemmas).slice(0, 12)
}
