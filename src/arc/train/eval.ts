import { type LabelledTask, rowsOf, type Scores, scoreAttempts } from '../io/index.ts'
import { type CheckpointPaths, type LoopSettings, openParts, runTask } from '../loop/index.ts'
import { NO_MEMORY } from '../memory/index.ts'
import type { Trace } from '../trace/index.ts'

export interface EvalOptions {
  readonly nodes: number
  readonly seed: number
  readonly candidateK: number
  readonly onTask?: (done: number, total: number) => void
}

export interface Evaluation {
  readonly without: Scores
  readonly with: Scores
  /** Solved with the checkpoints over solved without them, for one and for two attempts. */
  readonly ratio_1: number
  readonly ratio_2: number
}

/** What one set of checkpoints came to. */
export interface Column {
  readonly scores: Scores
  /** Tasks of which some draft is right in every output: what a critic that is never wrong would answer. */
  readonly reachable: number
}

/** Scores on the same tasks and budget, one for each set of checkpoints. */
export async function evaluateEach(
  tasks: readonly LabelledTask[],
  variants: readonly CheckpointPaths[],
  options: EvalOptions,
): Promise<Column[]> {
  const settings: LoopSettings = {
    seed: options.seed,
    nodes: options.nodes,
    loopIters: 1,
    candidateK: options.candidateK,
    editK: 0,
    editTopM: 1,
    analyse: false,
  }
  // A student shares the budget with nobody: it takes the teacher's place, so that all variants spend the same.
  const columns = variants.map(({ student, ...rest }) => ({
    parts: openParts({ ...rest, ruler: student ?? rest.ruler }),
    attempts: new Map<string, Trace['attempts']>(),
    reachable: 0,
  }))
  let done = 0
  for (const { task, answers } of tasks) {
    const wanted = JSON.stringify(answers.map(rowsOf))
    for (const column of columns) {
      const { attempts, iterations } = await runTask(task, settings, column.parts, NO_MEMORY)
      column.attempts.set(task.id, attempts)
      const drafts = iterations.flatMap(({ candidates }) => candidates)
      column.reachable += Number(drafts.some(({ outputs }) => JSON.stringify(outputs) === wanted))
    }
    options.onTask?.(++done, tasks.length)
  }
  return columns.map(({ attempts, reachable }) => ({ scores: scoreAttempts(tasks, attempts), reachable }))
}

export function ratioOf(a: number, b: number): number {
  return b === 0 ? 0 : Math.round((a / b) * 1e4) / 1e4
}

/** What checkpoints change in solved tasks at the same node budget. */
export async function evaluate(
  tasks: readonly LabelledTask[],
  paths: CheckpointPaths,
  options: EvalOptions,
): Promise<Evaluation> {
  const plain = { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' }
  const [without, withThem] = (await evaluateEach(tasks, [plain, paths], options)).map(({ scores }) => scores)
  if (without === undefined || withThem === undefined) throw new Error('two columns were scored')
  return {
    without,
    with: withThem,
    ratio_1: ratioOf(withThem.tasks_solved_1, without.tasks_solved_1),
    ratio_2: ratioOf(withThem.tasks_solved_2, without.tasks_solved_2),
  }
}
