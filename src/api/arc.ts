/** Answers about runs of the ARC pipeline. */
import * as z from 'zod'
import { count, number, page, runState, text, time } from './words.ts'

const grid = z.array(z.array(z.number().int().min(0).max(9)))
const pair = z.object({ input: grid, output: grid })

export const arcRun = z.object({
  run_id: text,
  state: runState,
  started_at: time,
  ended_at: time.nullable(),
  batch_file: text.nullable(),
  tasks: count,
  /** Tasks that are finished. */
  done: count,
  /** Tasks whose program reproduces every train pair. */
  solved: count,
  /** Of the finished tasks whose test outputs are known: how many there are, and how many an attempt gets right. */
  scored: count,
  correct: count,
  /** While it runs: finished tasks a minute, and how long the rest will take at that rate. */
  per_minute: number.nullable(),
  seconds_left: number.nullable(),
  paused: z.boolean(),
  has_traces: z.boolean(),
})

export const arcRuns = z.object({ items: z.array(arcRun) })

/** `claimed`: the results file says solved, and the program does not reproduce the pairs. */
export const arcStatus = z.enum(['solved', 'claimed', 'unsolved', 'error', 'pending'])

export const arcTask = z.object({
  task_id: text,
  status: arcStatus,
  program: text.nullable(),
  source: text.nullable(),
  pairs_solved: count,
  train_pairs: count,
  verifier_score: number,
  iterations: count,
  candidates: count,
  /** Whether an attempt equals the expected test outputs; null where those are not known. */
  correct: z.boolean().nullable(),
  /** The first train pair, for the gallery; null when the batch file is gone. */
  preview: pair.nullable(),
})

export const arcTaskList = page(arcTask)

export const arcCandidate = z.object({
  candidate_id: text,
  iter_idx: count,
  source: text,
  parent_id: text.nullable(),
  program: text,
  why: text,
  solved: z.array(z.boolean()),
  pairs_solved: count,
  cost: number,
  outputs: z.array(grid.nullable()),
  verifier_score: number,
  critic_score: number,
  violated: z.array(text),
  /** Place of the program that the critic blames, and what each place does to the score. */
  blame: text.nullable(),
  loci: z.array(
    z.object({ locus: text, drop_delta: number.nullable(), best_delta: number, sensitivity: number }),
  ),
})

/** A program on one train pair. */
const pairResult = z.object({
  /** Null where it makes nothing of the input. */
  output: grid.nullable(),
  wrong_cells: count,
  /** False where the output has another size than it should: then no cells can be compared. */
  same_size: z.boolean(),
})

export const arcTaskDetail = arcTask.extend({
  error: text.nullable(),
  /** What the best program makes of each train pair; empty where there is none. */
  best_on_train: z.array(pairResult),
  /** Why it is not solved, in a sentence; null where it is, or is not finished. */
  why_not: text.nullable(),
  train: z.array(pair),
  test: z.array(z.object({ input: grid, output: grid.nullable() })),
  attempts: z.array(
    z.object({
      attempt_1: grid.nullable(),
      attempt_2: grid.nullable(),
      program_1: text.nullable(),
      program_2: text.nullable(),
    }),
  ),
  facts: z.array(
    z.object({ key: text, sentence: text, evidence: z.array(z.object({ pair: count, seen: text })) }),
  ),
  rounds: z.array(
    z.object({
      iter_idx: count,
      best_id: text.nullable(),
      best_score: number,
      solved: z.boolean(),
      candidates: z.array(arcCandidate),
    }),
  ),
})

export const arcComparison = z.object({
  left: arcRun,
  right: arcRun,
  /** Whether both ran on the same tasks; if not, only the tasks they share are compared. */
  same_tasks: z.boolean(),
  shared: count,
  both: count,
  neither: count,
  only_left: z.array(text),
  only_right: z.array(text),
  /** Of the shared tasks whose test outputs are known. */
  correct_left: count,
  correct_right: count,
  scored: count,
})

/** A program of the language on a grid of one's own. */
export const arcApply = z.object({
  program: text.min(1).max(50_000),
  grid: grid.min(1).max(30),
})

export const arcApplied = z.object({
  /** Null where the program makes nothing of it; `detail` says why. */
  output: grid.nullable(),
  detail: text.nullable(),
})

/** A whole trace as `orch arc run --trace-jsonl` wrote it; docs/arc/schemas has its schema. */
export const arcTrace = z.record(text, z.unknown())

export type ArcRun = z.infer<typeof arcRun>
export type ArcRuns = z.infer<typeof arcRuns>
export type ArcTask = z.infer<typeof arcTask>
export type ArcTaskList = z.infer<typeof arcTaskList>
export type ArcCandidate = z.infer<typeof arcCandidate>
export type ArcTaskDetail = z.infer<typeof arcTaskDetail>
export type ArcComparisonAnswer = z.infer<typeof arcComparison>
export type ArcAppliedAnswer = z.infer<typeof arcApplied>
export type ArcStatus = z.infer<typeof arcStatus>
