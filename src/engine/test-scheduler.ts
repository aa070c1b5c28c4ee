/** Set-up shared by the tests of the scheduler. */
import type { Attempt } from '../attempt.ts'
import type { Arm, ArmResult, Problem, SolutionVerdict } from './arm.ts'
import type { ManualClock } from './clock.ts'
import { createRandom } from './random.ts'
import { createScheduler } from './scheduler.ts'
import type { ProblemSchedulerOptions } from './scheduler-options.ts'
import { createUcb } from './ucb.ts'

export const problem = (key: string, parts: Partial<Problem> = {}): Problem => ({
  key,
  text: key,
  difficulty: 0.1,
  priority: 0.5,
  ...parts,
})

/** An arm that takes its time on the test's clock and then says what it was told to say. */
export function armOn(clock: ManualClock, name: string, ms: number, result: ArmResult<string>) {
  const log = { started: [] as string[], aborted: [] as string[] }
  const arm: Arm<Problem, string> & { log: typeof log } = {
    name,
    version: '1',
    log,
    run: ({ key }, { signal }) => {
      log.started.push(key)
      return new Promise((resolve) => {
        const cancel = clock.after(ms, () => resolve(result))
        signal.addEventListener('abort', () => {
          cancel()
          log.aborted.push(key)
          resolve({ kind: 'cancelled', cpuSeconds: 0.25 })
        })
      })
    },
  }
  return arm
}

export function setUp(
  options: Partial<ProblemSchedulerOptions<Problem, string>> &
    Pick<ProblemSchedulerOptions<Problem, string>, 'arms'>,
) {
  const attempts: Attempt[] = []
  const scheduler = createScheduler<Problem, string>({
    policy: createUcb(),
    random: createRandom(1),
    verify: async (): Promise<SolutionVerdict> => ({ kind: 'accepted', receipt: 'r1' }),
    record: async (attempt) => {
      attempts.push(attempt)
    },
    budget: () => ({ seconds: 8 }),
    ...options,
  })
  return { scheduler, attempts }
}

export const proved: ArmResult<string> = {
  kind: 'proved',
  evidence: 'by rfl',
  tactics: ['rfl'],
  cpuSeconds: 1,
}
export const failed: ArmResult<string> = { kind: 'failed', cpuSeconds: 1, stuckOn: ['the hard part'] }
