import { type Grid, gridToRows } from '../grid/index.ts'

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

/** One task as a line of a batch file; a test output that is not known is left out. */
export function printTask({ task, answers }: LabelledTask): string {
  const test = task.tests.map((input, i) => {
    const answer: Grid | undefined = answers[i]
    return answer === undefined
      ? { input: gridToRows(input) }
      : { input: gridToRows(input), output: gridToRows(answer) }
  })
  const train = task.train.map((pair) => ({ input: gridToRows(pair.input), output: gridToRows(pair.output) }))
  return JSON.stringify({ task_id: task.id, train, test })
}
