/** A strategy as a job for others, and what is made of their answers; `test/distributed` has real workers. */
import { describe, expect, it } from 'vitest'
import { OrchError } from '../errors.ts'
import type { JobQueue } from '../jobs/index.ts'
import { GoalError } from '../lean/index.ts'
import { type RemoteOptions, remoteStrategy, runLeanJob } from './remote.ts'
import type { Strategy, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'
import { strategyGoal } from './tools.ts'

type Asked = Parameters<JobQueue['ask']>[0]
type Answered = Awaited<ReturnType<JobQueue['ask']>>

const { signal } = new AbortController()
const tools = {} as StrategyTools
const input = { statement: 'p', preamble: 'def a := 1', imports: ['Mine'] }

const strategyDoing = (run: Strategy['run'], more: Partial<Strategy> = {}): Strategy => ({
  name: 'own',
  version: 3,
  profile: 0,
  timeoutSeconds: 5,
  availability: async () => ({ available: true }),
  run,
  ...more,
})
const idle = strategyDoing(async () => ({ kind: 'failed', why: 'nothing', cpuSeconds: 0 }))

/** Asks for the strategy where others give this answer; says what they were asked. */
async function asking(
  answer: Answered,
  run: Partial<StrategyRun> = {},
  { strategy = idle, ...more }: Partial<RemoteOptions> & { strategy?: Strategy } = {},
) {
  const asked: Asked[] = []
  const queue = {
    ask: async (job: Asked) => {
      asked.push(job)
      return answer
    },
  } as unknown as JobQueue
  const options = { queue, queueName: () => 'lane', runId: 'run', runPriority: 0.5, salt: '', ...more }
  const goal = strategyGoal(input, {
    id: 'g1',
    priority: 1,
    difficulty: 0.2,
    lemmas: 'theorem l : q := by trivial',
  })
  const result = remoteStrategy(strategy, options).run(goal, tools, { budgetSeconds: 5, signal, ...run })
  return { result, asked }
}

const done = (output: unknown): Answered => ({ kind: 'done', output, worker: 'w1' }) as Answered
const proved = { timeSeconds: 2, result: { kind: 'proved', script: 'rfl', cpuSeconds: 1 } }

describe('an attempt on another machine', () => {
  it('carries all that the goal stands on, and what an earlier attempt left', async () => {
    const { result, asked } = await asking(done(proved), { isGlance: true, resume: ['intro x'] })
    await result
    expect(JSON.parse(JSON.stringify(asked[0]?.data))).toMatchObject({
      ...{ strategy: 'own', version: 3, budget_seconds: 5, is_glance: true, resume: ['intro x'] },
      ...{ input, lemmas: 'theorem l : q := by trivial', goal: { id: 'g1', priority: 1 } },
    })
  })

  it('is a claim with the name of who makes it and the time that it took there', async () => {
    const { result } = await asking(done(proved))
    expect(await result).toEqual({
      kind: 'proved',
      script: 'rfl',
      cpuSeconds: 1,
      worker: 'w1',
      timeSeconds: 2,
    })
  })

  it('is another job with another budget, so that a longer look is not answered by a shorter one', async () => {
    const keyOf = async (budgetSeconds: number) =>
      (await asking(done(proved), { budgetSeconds })).asked[0]?.key
    expect(await keyOf(5)).not.toBe(await keyOf(10))
    expect(await keyOf(5)).toBe(await keyOf(5))
  })

  it('may run as long as the strategy is patient, however long it waits for its turn', async () => {
    const patient = strategyDoing(idle.run, { patience: 6 })
    const { asked } = await asking(done(proved), {}, { strategy: patient })
    expect(asked[0]?.expireSeconds).toBeGreaterThan(6 * 5)
    expect(remoteStrategy(patient, {} as RemoteOptions).patience).toBe(Number.POSITIVE_INFINITY)
  })

  it.each<[string, Answered, string]>([
    [
      'an answer that cannot be read is an error of the worker',
      done({ result: 'yes' }),
      'gave an answer that cannot be read',
    ],
    [
      'a time below nothing is not believed',
      done({ ...proved, timeSeconds: -1 }),
      'gave an answer that cannot be read',
    ],
    [
      'a job that broke every worker says what they said',
      { kind: 'dead', error: 'out of memory' } as Answered,
      'out of memory',
    ],
    ['a cancelled job is a cancelled attempt', { kind: 'cancelled' } as Answered, 'cancelled'],
  ])('%s', async (_, answer, words) => {
    const { result } = await asking(answer)
    await expect(result).rejects.toThrow(words)
  })
})

describe('a worker', () => {
  const job = {
    ...{ strategy: 'own', version: 3, budget_seconds: 5, input },
    goal: { id: 'g1', text: 'p', context: [], difficulty: 0, priority: 0 },
  }
  const working = (run: Strategy['run']) => runLeanJob(job, [strategyDoing(run)], tools, signal)

  it('gives the strategy the goal as it was sent, without what was not', async () => {
    let seen: { goal?: object; run?: object } = {}
    const { result } = await working(async (goal, _, run) => {
      seen = { goal, run }
      return { kind: 'failed', why: 'looked', cpuSeconds: 1 }
    })
    expect(result).toMatchObject({ kind: 'failed', why: 'looked' })
    expect(seen.goal).toMatchObject({ input, goal: { id: 'g1' } })
    expect(seen.goal).not.toHaveProperty('lemmas')
    expect(seen.run).not.toHaveProperty('isGlance')
  })

  it('does not run another version in place of the one that was asked for', async () => {
    const other = strategyDoing(idle.run, { version: 4 })
    await expect(runLeanJob(job, [other], tools, signal)).rejects.toThrow(OrchError)
  })

  it("says what Lean has against the goal: another worker's Lean would say the same", async () => {
    const failing = working(async () => {
      throw new GoalError('statement', 'unknown identifier', null)
    })
    expect((await failing).result).toMatchObject({ kind: 'failed', why: expect.stringContaining('unknown') })
  })

  it('throws what is its own fault, so that another may try', async () => {
    const broken = working(async (): Promise<StrategyResult> => {
      throw new Error('disk full')
    })
    await expect(broken).rejects.toThrow('disk full')
  })
})
