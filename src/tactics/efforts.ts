/**
 * How much work things may take: the one scale for all tactics, tables and strategies. Heartbeats are Lean's own measure of
 * work, the same on every machine and under every load; a thousand are some milliseconds. The milliseconds are the
 * safety stop behind them, and are stretched while others have the processor.
 */
export interface Effort {
  readonly heartbeats: number
  readonly timeoutMs: number
}

const SAFETY_STOP_MS = 10_000
const effort = (heartbeats: number, timeoutMs = SAFETY_STOP_MS): Effort => ({ heartbeats, timeoutMs })

export const EFFORTS = {
  /** For tactics that rarely succeed and that use up any limit when they fail. */
  glance: effort(800),
  /** One case of one of many inductions. */
  brief: effort(1_500),
  /** A lemma that closers may find by themselves. */
  short: effort(3_000),
  /** A lemma with a condition. */
  fair: effort(5_000),
  /** One case, when most that would help is known. */
  thorough: effort(8_000),
  /** A step of a search, or a closer on the whole goal. */
  step: effort(20_000),
  /** A step of an outline that is only looked at. */
  outlineStep: effort(20_000, 2_000),
  /** A hole of an outline. */
  hole: effort(20_000, 5_000),
  /** A case of the one induction that is tried. */
  deep: effort(40_000),
  /** All of an outline. */
  outline: effort(60_000),
  /** The negation of a statement, by computing. */
  decide: effort(50_000, 6_000),
  /** A branch that an earlier attempt left, replayed at once; the proof that a value is a counterexample. */
  replay: effort(200_000),
  refutation: effort(200_000, 6_000),
  /** A whole proof with its lemmas. */
  whole: effort(400_000),
} as const

export type EffortName = keyof typeof EFFORTS

/** For what does not count its work in heartbeats: Lean's own searches, models in Lean, batches of instances. */
export const CLOCKED = {
  search: { timeoutMs: 3_000 },
  thinking: { timeoutMs: SAFETY_STOP_MS },
  batch: { timeoutMs: 6_000 },
} as const

/** What a tactic may take that has no effort of its own. */
export const TACTIC_TIMEOUT_MS = SAFETY_STOP_MS

/** The wall clock may run at most this many times as long as a budget: somebody is waiting for the answer. */
export const PATIENCE = 6

/** The time to say what a search was stuck on. */
export const RESTATE_SECONDS = 0.5

/** Tactics under way at a time: a second one uses a core that waits otherwise. */
export const WIDTH = 2

/** How many of each are tried. */
export const MOST = {
  /** Inductions and case distinctions of one kind. */
  inductions: 12,
  /** Hypotheses that moves are made of, the newest. */
  hypotheses: 6,
  /** Variables that a closer takes apart first. */
  splits: 3,
  /** Induction hypotheses that a stuck case is rewritten with, the newest, and repeated terms that it forgets. */
  rewritten: 2,
  generalised: 3,
  /** The user's own theorems that simplifiers get: each more makes them slower. */
  theorems: 16,
  /** Premises that simplifiers get at once, and that slow tactics are made of. */
  bestPremises: 4,
  /** Steps from the goal to the deepest state of a search. */
  depth: 7,
  /** Tactics in a row under which Lean may end: then it is the goal. */
  deaths: 3,
} as const

/**
 * Looking for values that make a statement false: how many evaluations, and what they may take. What the kernel computes
 * is in no heartbeat, so CPU time bounds it.
 */
export const TRIALS = {
  /** Enough for most false statements; every goal pays for it first. */
  first: { limit: 300, heartbeats: 9_000, cpuMillis: 700 },
  /** For a goal that has resisted. */
  second: { limit: 12_000, heartbeats: 100_000, cpuMillis: 2_500 },
  /** For a guess that is to be proved: for three variables, all choices of seven constructors together. */
  guess: { limit: 36, heartbeats: 60_000 },
} as const

/** Terms that are built to find equations among a goal's functions: enough for associativity. */
export const TERMS = { size: 5, terms: 600, heartbeats: 60_000 } as const
