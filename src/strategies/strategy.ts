/**
 * One way of attacking a goal, as all of them are seen from outside: the registry, the scheduler, the
 * command line and the contract test know nothing else about a strategy.
 */
import type { Goal } from '../goal/index.ts'
import type { Dojo, DojoState, GoalInput, LeanPool, TacticResult } from '../lean/index.ts'
import type { Chat } from '../models/index.ts'
import type { Tactic } from '../tactics/index.ts'
import type { RowCount } from './row-counts.ts'

export interface StrategyGoal {
  /** The goal as the bank, a file or a ticket has it: name, context, difficulty, priority, metadata. */
  readonly goal: Goal
  /** The goal as one statement for Lean. */
  readonly input: GoalInput
  /** Theorems proved on the marketplace that this goal may use, as Lean text after the preamble. */
  readonly lemmas?: string
}

/** What a strategy works with. Parts that are not there are absent, never faked. */
export interface StrategyTools {
  readonly pool: LeanPool
  /** Opens the goal, lemmas included, with structured goals and keys. */
  openDojo(goal: StrategyGoal, signal: AbortSignal): Promise<Dojo>
  /** Names of library theorems that may help with a state, best first. */
  readonly findPremises?: (
    dojo: Dojo,
    state: Dojo['root'],
    limit: number,
    signal: AbortSignal,
  ) => Promise<readonly string[]>
  /** Scripts and tactics that worked before, most successful first; the order of attempts is learnt from it. */
  readonly learntTactics?: () => readonly string[]
  /** Tactics that a model on this machine proposes for a state with some premises at hand, likeliest first. */
  readonly suggestTactics?: (
    dojo: Dojo,
    state: Dojo['root'],
    premises: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly SuggestedTactic[]>
  /** A language model behind an endpoint. */
  readonly chat?: Chat
}

export interface SuggestedTactic {
  readonly tactic: string
  /** At most 0; the nearer, the likelier. */
  readonly logLikelihood: number
}

/** Told what became of each tactic on a state. Nothing that it does decides anything. */
export interface Onlooker {
  add(from: DojoState, tactic: Tactic | string, result: TacticResult): void
}

export interface StrategyRun {
  /** Seconds of work. The built-in strategies count time for less while others have the processor (`WorkClock`). */
  readonly budgetSeconds: number
  /** A short look: whatever it does not find, it may find later with all its time. */
  readonly isGlance?: boolean
  readonly signal: AbortSignal
  readonly onProgress?: (note: string) => void
  /** Told the CPU seconds of an attempt that is stopped by `signal` and therefore has no result to say them in. */
  readonly onStopped?: (cpuSeconds: number, rows: readonly RowCount[]) => void
  /** What an earlier attempt of this strategy on this goal left as `unfinished`, most promising first. */
  readonly resume?: readonly string[]
  /** The key of the goal in the ledger. */
  readonly key?: string
  /** Where the states that the attempt goes through are noted down for people. */
  readonly tree?: Onlooker
}

/** Where an attempt ran that did not run in this process, and for how long. */
interface Elsewhere {
  readonly worker?: string
  readonly timeSeconds?: number
}

/** A claim, not a verdict: the checker decides whether `proved` and `refuted` are true. */
export type StrategyResult = Elsewhere & {
  /** What each row of the tables was tried for and what came of it, for a strategy that uses them. */
  readonly rows?: readonly RowCount[]
} & (
    | {
        readonly kind: 'proved'
        readonly script: string
        /** Library theorems that were retrieved for the goal and stand in the script. */
        readonly premises?: readonly string[]
        readonly cpuSeconds: number | null
      }
    | {
        readonly kind: 'refuted'
        /** A counterexample in words, and a script that proves the negation of the statement. */
        readonly counterexample: string
        readonly script: string
        readonly cpuSeconds: number | null
      }
    | {
        readonly kind: 'failed'
        readonly why: string
        /** The budget was spent before everything was tried. */
        readonly outOfTime?: boolean
        /** The open subgoal that came closest, as a statement of its own; a candidate for the marketplace. */
        readonly stuckOn?: string
        /** Open holes of a validated outline, each as a statement of its own: with all of them the goal is proved. */
        readonly holes?: readonly string[]
        /** Scripts from which a later attempt of the same strategy can go on, most promising first. */
        readonly unfinished?: readonly string[]
        readonly cpuSeconds: number | null
      }
  )

export type Availability =
  /** `note` says what more it could do, and what for. */
  | { readonly available: true; readonly note?: string }
  | { readonly available: false; readonly why: string; readonly fix: string }

export interface Strategy {
  readonly name: string
  /** Raised when the strategy changes what it would find: failures of an older version are then tried again. */
  readonly version: number
  /** Profiles from this one up use it: 0 quick tactics, 1 plus search, 2 everything. */
  readonly profile: 0 | 1 | 2
  readonly timeoutSeconds: number
  /**
   * Cheap, and tried before what the bandit chooses: on every goal, or (`alone`) where somebody waits for one goal and on
   * goals that speak of nothing but the library.
   */
  readonly early?: boolean | 'alone'
  /**
   * Whether it first looks at each of many goals for two seconds, as its budget says, before it has all its time.
   * Others come when those have looked: what asks a model, or needs long to begin, should not be asked twice.
   */
  readonly glances?: boolean
  /** How many times its budget the wall clock may run before it is stopped from outside; 1 unless it says so. */
  readonly patience?: number
  /** Whether it can run here; `tools` has the language model, where the caller knows which one it would be. */
  availability(tools?: Pick<StrategyTools, 'chat'>): Promise<Availability>
  run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult>
}
