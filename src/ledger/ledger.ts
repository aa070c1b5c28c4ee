import type { GoalStatus } from '../api/index.ts'
import type { Attempt, Outcome, ShownOutcome } from '../attempt.ts'
import type { Goal } from '../goal/index.ts'
import type { RunQuery } from './run-queries.ts'
import type { Sql } from './sql.ts'

export type { GoalStatus }

/** `claimed` is a row that says more than a receipt in the ledger bears out. */
export const GOAL_STATUSES = ['open', 'claimed', 'proved', 'refuted'] as const satisfies readonly GoalStatus[]

/** A goal as the ledger keeps it. */
export interface StoredGoal extends Goal {
  readonly key: string
  readonly status: GoalStatus
  readonly solvedBy: string | undefined
  /** The tactics of the script, one after the other; what is inside another one belongs to it. */
  readonly tactics: readonly string[]
  /** The proof as it stands behind `by`. */
  readonly script: string | undefined
  readonly receipt: string | undefined
  /** What was proved, as the judge saw it, where a preamble could make the text mean something else. */
  readonly provedType: string | undefined
}

export interface StoredAttempt extends Omit<Attempt, 'outcome'> {
  /** The whole of what was found, as Lean text. */
  readonly script: string | undefined
  readonly attemptId: number
  readonly outcome: ShownOutcome
  readonly provedType: string | undefined
}

/** What decides whether an attempt would repeat an earlier one. */
export interface PriorAttempt {
  readonly strategy: string
  readonly strategyVersion: string
  /** Empty for an attempt without lemmas. */
  readonly lemmaSet: string
  readonly budgetSeconds: number
  readonly outcome: Outcome
}

export interface CachedScript {
  readonly tactics: readonly string[]
  readonly strategy: string
  /** Share of its uses that were accepted by the verifier. */
  readonly successRate: number
  readonly avgTime: number
  readonly useCount: number
}

/** A script that worked on a goal, with the goal that its text was found to be. */
export interface CachedTactics extends CachedScript {
  readonly goalKey: string
}

/** What gives a text its meaning, beside the text itself. */
export type GoalWords = Pick<Goal, 'text'> & Partial<Pick<Goal, 'context' | 'imports' | 'preamble'>>

/** One ARC task in one run. */
export interface ArcAttempt {
  readonly taskHash: string
  readonly task: string
  readonly strategy: string
  /** What the search was allowed: another setting, another experiment. */
  readonly settings: string
  readonly outcome: Outcome
  /** The best program found, solved or not; empty if there was none. */
  readonly program: string
  readonly timeSeconds: number
  readonly cpuSeconds: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly runId?: string | undefined
  readonly receipt?: string | undefined
  readonly error?: string | undefined
  readonly worker?: string | undefined
}

export interface SimilarGoal {
  readonly goal: StoredGoal
  readonly similarity: number
}

export interface StrategyStats {
  readonly strategy: string
  readonly attempts: number
  readonly solved: number
  readonly refuted: number
  readonly rate: number
  readonly meanTimeSeconds: number
  readonly cpuSeconds: number
  /** Undefined as long as nothing was solved. */
  readonly cpuSecondsPerSolve: number | undefined
  /** Share of the times the tactic cache was asked that it had the answer; undefined when never asked. */
  readonly cacheHitRate: number | undefined
  /** Goals that it settled, proved or refuted, and no other strategy in any run. */
  readonly uniqueSolves: number
}

export interface LedgerStats {
  readonly totalAttempts: number
  readonly successfulAttempts: number
  readonly successRate: number
  readonly uniqueGoals: number
  readonly goals: Readonly<Record<GoalStatus, number>>
  readonly cachedScripts: number
  readonly strategies: readonly StrategyStats[]
}

/** A goal that is not settled, with what was tried on it. */
export interface FrontierGoal {
  readonly goal: StoredGoal
  readonly tried: readonly PriorAttempt[]
}

/** Scripts of the branches that an attempt left open, most promising first. */
export interface Unfinished {
  readonly goalKey: string
  readonly strategy: string
  readonly strategyVersion: string
  readonly scripts: readonly string[]
  readonly runId: string | undefined
}

export interface Run {
  readonly runId: string
  readonly command: string
  readonly config: unknown
  readonly seed: number
  /** The process that has or had it. */
  readonly host: string | undefined
  readonly pid: number | undefined
  readonly startedAt: string
  readonly endedAt: string | undefined
  readonly summary: unknown
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Where the next page begins; absent on the last one. */
  readonly next: number | undefined
}

export interface AttemptQuery {
  readonly goalKey?: string
  readonly strategy?: string
  readonly outcome?: ShownOutcome
  readonly runId?: string
  /** `next` of the page before; newest attempts come first. */
  readonly before?: number
  readonly limit?: number
}

export interface GoalQuery {
  readonly status?: GoalStatus
  /** The name given by the bank. */
  readonly goalId?: string
  readonly after?: number
  readonly limit?: number
}

export interface ReceiptRow {
  readonly receipt: string
  readonly goal_hash: string
  readonly body: string
}

/** The single memory of Orch: everything shown, learned, resumed or exported is read from here. */
export interface Ledger {
  /** Where it is, for people. */
  readonly place: string
  /** With PostgreSQL several machines write: a row may appear a little after one with a higher number. */
  readonly dialect: Sql['dialect']
  /** Resolves when the attempt is on disk. Never blocks: attempts are written in batches. */
  record(attempt: Attempt): Promise<void>
  /** Resolves when everything recorded so far is on disk. */
  flush(): Promise<void>
  close(): Promise<void>

  /** Makes goals known; those it knows already keep their status. */
  saveGoals(goals: readonly (Goal & { readonly key: string })[]): Promise<void>
  /** Says a goal that is not settled in other words of the same key: those that a receipt is about. */
  restateGoal(goal: Goal & { readonly key: string }): Promise<void>
  goal(key: string): Promise<StoredGoal | undefined>
  goals(query?: GoalQuery): Promise<Page<StoredGoal>>
  attempts(query?: AttemptQuery): Promise<Page<StoredAttempt>>
  /** Every attempt on a goal that had its chance, to avoid repeating one. */
  priors(goalKey: string): Promise<readonly PriorAttempt[]>
  /** The attempt that makes this one a repetition, if there is one. */
  findDuplicate(wanted: {
    readonly goalKey: string
    readonly strategy: string
    readonly strategyVersion: string
    readonly lemmaSet?: string
    readonly budgetSeconds: number
  }): Promise<PriorAttempt | undefined>
  /** Unsettled goals with what was tried: where a stopped search goes on. */
  frontier(): Promise<readonly FrontierGoal[]>

  /**
   * Keys of known goals that a text may mean, newest first, without asking Lean: by the text's normal form. Two
   * statements of one normal form may still differ for Lean, so what is found this way is to be tried, not believed.
   */
  goalsOfText(goal: string | GoalWords): Promise<readonly string[]>
  /** The best script known for a goal of this text. */
  getCachedTactics(goal: string | GoalWords): Promise<CachedTactics | undefined>
  /** Whether a strategy had its chance on a goal of this text, in any version and under any budget. */
  hasAttempted(goal: string | GoalWords, strategy: string): Promise<boolean>

  /** ARC tasks have a table of their own: `attempts` holds attempts on Lean goals and nothing else. */
  recordArc(attempt: ArcAttempt): Promise<void>
  arcAttempts(runId: string): Promise<readonly ArcAttempt[]>

  /** Best scripts first. */
  cachedScripts(goalKey: string, limit?: number): Promise<readonly CachedScript[]>
  /** One more use of a script, successful or not. */
  updateScript(use: {
    readonly goalKey: string
    readonly tactics: readonly string[]
    readonly strategy: string
    readonly success: boolean
    readonly timeSeconds: number
  }): Promise<void>
  /** Known goals most like this text, nearest first. */
  similarGoals(
    text: string,
    options?: { readonly context?: readonly string[]; readonly status?: GoalStatus; readonly limit?: number },
  ): Promise<readonly SimilarGoal[]>

  /** What the latest attempt of a strategy on a goal left open. */
  unfinished(goalKey: string, strategy: string): Promise<Unfinished | undefined>
  saveUnfinished(unfinished: Unfinished): Promise<void>

  cachedPremises(goalKey: string, source: string): Promise<readonly string[] | undefined>
  savePremises(goalKey: string, source: string, premises: readonly string[]): Promise<void>

  startRun(run: {
    readonly runId: string
    readonly command: string
    readonly config: unknown
    readonly seed: number
    /** This process, if not given. */
    readonly host?: string
    readonly pid?: number
  }): Promise<void>
  /** Takes an unfinished run up again, in this process. */
  resumeRun(runId: string, config: unknown): Promise<void>
  endRun(runId: string, summary: unknown): Promise<void>
  run(runId: string): Promise<Run | undefined>
  /** The latest runs, newest first. */
  runs(query?: RunQuery): Promise<readonly Run[]>

  banditState(policy: string): Promise<unknown>
  /** Makes the next state from the one that is there, with no other process in between, and returns it. */
  changeBanditState(policy: string, change: (state: unknown) => unknown): Promise<unknown>

  /** Resolves when the receipt is safe even from a power cut. */
  saveReceipt(receipt: {
    readonly id: string
    readonly goalKey: string
    readonly body: unknown
  }): Promise<void>
  receipt(id: string): Promise<unknown>
  /** Receipts by id, as they lie in the table: whether they are any good is not known. */
  receiptRows(query: { readonly after: string; readonly limit: number }): Promise<readonly ReceiptRow[]>
  /** What an audit found of a receipt: why it does not hold, or undefined if it does. */
  judgeReceipt(id: string, why: string | undefined): Promise<void>

  /** Everything in numbers. */
  stats(): Promise<LedgerStats>
  /** Per strategy, over everything or over one run. */
  strategyStats(runId?: string): Promise<readonly StrategyStats[]>

  /**
   * For the queries of this folder and of the marketplace; `src/jobs` uses it to look at the queue beside the
   * ledger.
   */
  readonly sql: Sql
}
