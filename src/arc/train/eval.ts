import type { LabelledTask } from '../io/index.ts'
import { type Scores, scoreAttempts } from '../io/index.ts'
import { type CheckpointPaths, type LoopSettings, openParts, runTask } from '../loop/index.ts'
import { NO_MEMORY } from '../memory/index.ts'

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

/**
 * What checkpoints change in solved tasks at the same node budget. A student shares the budget with nobody: it takes
 * the teacher's place, so that both columns spend the same.
 */
export async function evaluate(
  tasks: readonly LabelledTask[],
  paths: CheckpointPaths,
  options: EvalOptions,
): Promise<Evaluation> {
  const settings: LoopSettings = {
    seed: options.seed,
    nodes: options.nodes,
    loopIters: 1,
    candidateK: options.candidateK,
    editK: 0,
    editTopM: 1,
    analyse: false,
  }
  const plain = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
  const { student, ...rest } = paths
  const learnt = openParts({ ...rest, ruler: student ?? paths.ruler })
  const attempts = [plain, learnt].map(
    () => new Map<string, Awaited<ReturnType<typeof runTask>>['attempts']>(),
  )
  let done = 0
  for (const { task } of tasks) {
    for (const [i, parts] of [plain, learnt].entries()) {
      attempts[i]?.set(task.id, (await runTask(task, settings, parts, NO_MEMORY)).attempts)
    }
    options.onTask?.(++done, tasks.length)
  }
  const [without, withThem] = attempts.map((own) => scoreAttempts(tasks, own))
  if (without === undefined || withThem === undefined) throw new Error('two columns were scored')
  const ratio = (a: number, b: number): number => (b === 0 ? 0 : Math.round((a / b) * 1e4) / 1e4)
  return {
    without,
    with: withThem,
    ratio_1: ratio(withThem.tasks_solved_1, without.tasks_solved_1),
    ratio_2: ratio(withThem.tasks_solved_2, without.tasks_solved_2),
  }
}
