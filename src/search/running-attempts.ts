import type { ProblemScheduler } from '../engine/index.ts'
import type { GoalProblem } from './problem.ts'
import type { RunningAttempt } from './search-options.ts'

/** The attempts that a scheduler is working on, for whoever looks at a run. */
export class RunningAttempts {
  readonly #running = new Map<string, RunningAttempt>()

  follow(scheduler: ProblemScheduler<GoalProblem>): void {
    scheduler.on('started', ({ problem, arm, budget, lane }) =>
      this.#running.set(`${arm} ${problem.key}`, {
        goal: problem.goal,
        key: problem.key,
        strategy: arm,
        lane,
        startedAt: Date.now(),
        budgetSeconds: budget.seconds,
      }),
    )
    scheduler.on('ended', ({ problem, attempt }) =>
      this.#running.delete(`${attempt.strategy} ${problem.key}`),
    )
  }

  list(): RunningAttempt[] {
    return [...this.#running.values()]
  }
}
