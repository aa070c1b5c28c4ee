import { applyProgram } from '../apply/index.ts'
import { lensOf, PLAIN_VIEW, type Program, type Rigid } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'

/** Turning by these makes every other turn and flip. */
const TURNS: readonly Rigid[] = ['left-right', 'up-down', 'diagonal']

/**
 * Whether a program does the same to a turned grid: on the train inputs, on the test inputs, and how much of it is
 * lost from the ones to the others. Most rules know no direction; one that needs a direction needs a reason.
 */
export const EVENNESS: readonly string[] = ['even_train', 'even_test', 'even_lost']

export function evennessOf(
  task: Task,
  program: Program,
  outputs: readonly (Grid | undefined)[],
): readonly number[] {
  const share = (input: Grid, output: Grid | undefined): number => {
    if (output === undefined) return 0
    const same = TURNS.filter((turn) => {
      const lens = lensOf({ ...PLAIN_VIEW, turn }, input)
      const made = applyProgram(program, lens.view(input))
      return made !== undefined && sameGrid(lens.undo(made), output)
    })
    return same.length / TURNS.length
  }
  const train = mean(task.train.map(({ input, output }) => share(input, output)))
  const test = mean(task.tests.map((input, i) => share(input, outputs[i])))
  return [train, test, Math.max(0, train - test)]
}

function mean(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
