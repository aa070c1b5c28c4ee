import { type Grid, gridToRows } from '../grid/index.ts'
import type { LabelledTask } from './task.ts'

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
