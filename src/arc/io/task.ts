import type { Grid } from '../grid/index.ts'

export interface Pair {
  readonly input: Grid
  readonly output: Grid
}

/** What a solver may see of a task. Test outputs have no place in this type, so they cannot leak into a solver. */
export interface Task {
  readonly id: string
  readonly train: readonly Pair[]
  readonly tests: readonly Grid[]
}

/** A task with its test outputs beside it, for scoring only; an output the file does not give is undefined. */
export interface LabelledTask {
  readonly task: Task
  readonly answers: readonly (Grid | undefined)[]
}
