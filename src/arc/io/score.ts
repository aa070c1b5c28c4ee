import { z } from 'zod'
import { type Grid, gridFromRows, gridToRows, sameGrid } from '../grid/index.ts'
import type { LabelledTask } from './task.ts'

type Rows = readonly (readonly number[])[]

/** The guesses for each test input of a task, in order. */
export type Attempts = readonly { readonly attempt_1: Rows | null; readonly attempt_2: Rows | null }[]

/** The three scoring rules in use, with one and with two attempts. */
export interface Scores {
  readonly tasks: number
  readonly tasks_solved_1: number
  readonly tasks_solved_2: number
  readonly outputs: number
  readonly outputs_solved_1: number
  readonly outputs_solved_2: number
  /** Mean over tasks of the share of their outputs that two attempts solve. */
  readonly mean_fraction: number
  readonly mean_fraction_1: number
  /** Tasks of the dataset for which there are no attempts: they count as not solved. */
  readonly missing: number
}

/** Whether one of these guesses is the answer. */
export function isRight(guesses: readonly (Rows | null | undefined)[], answer: Grid | undefined): boolean {
  return guesses.some((rows) => rows && answer !== undefined && sameGrid(gridFromRows(rows), answer))
}

/** Scores attempts against a dataset. The task list is the dataset's: what was not attempted is not solved. */
export function scoreAttempts(
  dataset: readonly LabelledTask[],
  attempts: ReadonlyMap<string, Attempts>,
): Scores {
  const scored = dataset.map(({ task, answers }) => {
    const guesses = attempts.get(task.id)
    const one = answers.filter((answer, i) => isRight([guesses?.[i]?.attempt_1], answer)).length
    const two = answers.filter((answer, i) =>
      isRight([guesses?.[i]?.attempt_1, guesses?.[i]?.attempt_2], answer),
    ).length
    return { outputs: answers.length, one, two, isMissing: guesses === undefined }
  })
  type Scored = (typeof scored)[number]
  const sum = (value: (task: Scored) => number): number => scored.reduce((all, task) => all + value(task), 0)
  const mean = (value: (task: Scored) => number): number =>
    Math.round((sum(value) / Math.max(1, scored.length)) * 1e6) / 1e6
  return {
    tasks: dataset.length,
    tasks_solved_1: sum(({ one, outputs }) => Number(one === outputs)),
    tasks_solved_2: sum(({ two, outputs }) => Number(two === outputs)),
    outputs: sum(({ outputs }) => outputs),
    outputs_solved_1: sum(({ one }) => one),
    outputs_solved_2: sum(({ two }) => two),
    mean_fraction: mean(({ two, outputs }) => two / outputs),
    mean_fraction_1: mean(({ one, outputs }) => one / outputs),
    missing: sum(({ isMissing }) => Number(isMissing)),
  }
}

const NO_GUESS: Rows = [[0]]
/** A grid as rows, as files hold it. */
export const rowsSchema = z
  .array(z.array(z.int().min(0).max(9)).min(1).max(30))
  .min(1)
  .max(30)

/** The form of submission.json: per task id one entry per test input, both attempts filled. */
export const submissionSchema = z.record(
  z.string().min(1),
  z.array(z.strictObject({ attempt_1: rowsSchema, attempt_2: rowsSchema })).min(1),
)

/** What is wrong with a submission for a dataset: ids that are missing or unknown, and wrong numbers of outputs. */
export function submissionProblems(
  submission: Readonly<Record<string, readonly unknown[]>>,
  dataset: readonly LabelledTask[],
): string[] {
  const known = new Map(dataset.map(({ task }) => [task.id, task.tests.length]))
  const missing = [...known.keys()].filter((id) => !(id in submission))
  const ragged = Object.values(submission as Record<string, readonly { attempt_1: Rows; attempt_2: Rows }[]>)
    .flatMap((entries) => entries.flatMap(({ attempt_1, attempt_2 }) => [attempt_1, attempt_2]))
    .some((rows) => rows.some((row) => row.length !== rows[0]?.length))
  return [
    ...missing.map((id) => `task ${id} is missing`),
    ...Object.entries(submission).flatMap(([id, entries]) => {
      const outputs = known.get(id)
      if (outputs === undefined) return [`task ${id} is not in the dataset`]
      return outputs === entries.length
        ? []
        : [`task ${id} has ${entries.length} outputs instead of ${outputs}`]
    }),
    ...(ragged ? ['a grid has rows of different lengths'] : []),
  ]
}

/**
 * The Kaggle form: every id, one entry per test input, both attempts filled. Where there is no second guess the
 * first one stands twice; where there is none at all a single empty cell stands in.
 */
export function submissionOf(
  attempts: ReadonlyMap<string, Attempts>,
  dataset: readonly LabelledTask[] | undefined,
): Record<string, { attempt_1: Rows; attempt_2: Rows }[]> {
  const fill = (guess: Attempts[number] | undefined): { attempt_1: Rows; attempt_2: Rows } => {
    const first = guess?.attempt_1 ?? guess?.attempt_2 ?? NO_GUESS
    return { attempt_1: first, attempt_2: guess?.attempt_2 ?? first }
  }
  if (dataset === undefined) return Object.fromEntries([...attempts].map(([id, all]) => [id, all.map(fill)]))
  return Object.fromEntries(
    dataset.map(({ task }) => [task.id, task.tests.map((_, i) => fill(attempts.get(task.id)?.[i]))]),
  )
}

export function rowsOf(grid: Grid | undefined): number[][] | null {
  return grid === undefined ? null : gridToRows(grid)
}
