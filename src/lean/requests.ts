/** Everything that Orch asks of its Lean programs. What is optional has its default in `lean/`. */
import type { TermTables } from './certificate/tables.ts'
import type { ProofData, StatementData } from './exported-data.ts'

interface GoalDetail {
  structured?: boolean
  keys?: boolean
}

/** `term`: a bare proposition. `declaration`: a theorem, with or without its proof. */
export type StatementForm = 'term' | 'declaration'

interface StatementRequest {
  statement: string
  form: StatementForm
  env?: number
  /** Ask for the statement as data. */
  tables?: boolean
  /** Refuse, before it is elaborated, what may run code of its own. */
  plainOnly?: boolean
}

/** A law with holes; see `lean/Orch/Search/Laws.lean`. */
export interface LawSchema {
  /** `fun {types} (functions) ⦃constructors⦄ => law`. */
  readonly text: string
  /** Functions also with their arguments in the other order, or with some of them fixed. */
  readonly loose?: boolean
  /** Laws of the functions nearest to the goal first, or of those that others are made of. */
  readonly nearest?: boolean
  /** How many of its laws come in each turn, beside those of the others. */
  readonly share?: number
  /** The class by which Lean's solvers know such a law. */
  readonly class?: string
}

interface Limits {
  /** Thousands of small allocations: Lean's own, machine-independent measure of work. */
  heartbeats?: number
}

export interface Requests {
  ping: object
  memory: object
  cancel: { target: number }
  goal: StatementRequest & GoalDetail & Limits
  /**
   * `given`: unproved declarations that a proof may rest on, besides those that the goal itself is about. `silent`: Lean
   * does not say why it refuses the tactic.
   */
  tactic: { state: number; tactic: string; given?: readonly string[]; silent?: boolean } & GoalDetail & Limits
  goals: { state: number } & GoalDetail
  restate: { state: number }
  survey: { state: number; given?: readonly string[] }
  /** `cpuMillis`: of its own thread. What the kernel computes is in no heartbeat. */
  counterexample: { state: number; limit?: number; cpuMillis?: number } & Limits
  unused: { state: number }
  explore: { state: number; size?: number; terms?: number } & Limits
  /** `most`: how many variables. */
  occurrences: { state: number; most?: number; limit?: number } & Limits
  laws: {
    state: number
    schemas: readonly LawSchema[]
    /** How many laws there may be at all, and which of them to answer with. */
    most?: number
    from?: number
    count?: number
    limit?: number
  } & Limits
  drop: { states?: readonly number[]; env?: number }
  file: {
    text: string
    env?: number
    header?: boolean
    codegen?: boolean
    skipHoles?: boolean
    plainOnly?: boolean
    /** Refuse options that change what Lean checks. */
    checkedOnly?: boolean
    commands?: boolean
    steps?: boolean
    /** The text is a module of this name, or of none if empty: nothing that another text left open is open in it. */
    module?: string
    /** What the text leaves open is ended behind it, as at the end of a file. */
    whole?: boolean
  } & GoalDetail &
    Limits
  inspect: { text: string; env?: number; place: number; checkedOnly?: boolean } & GoalDetail & Limits
  import: { modules: readonly string[] }
  tactics: { tactics: readonly string[]; env?: number }
  premises: { state: number; selector?: 'sine_qua_non' | 'mepo'; limit?: number } & Limits
  corpus: { file: string; env?: number } & Limits
  library: { file: string; env?: number }
  export: {
    text: string
    theorem: string
    env?: number
    header?: boolean
    codegen?: boolean
    /** From this byte on there must be exactly one command, and only theorems before it. */
    scriptAt?: number
  } & Limits
  judge: {
    modules: readonly string[]
    statement: StatementData
    proof?: ProofData
    allowAxioms?: readonly string[]
    explain?: boolean
  }
  kernel: { tables: TermTables; env?: number }
}

export type LeanCommandName = keyof Requests
