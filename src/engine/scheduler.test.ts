import { describe, expect, it } from 'vitest'
import type { Arm, ArmFailure, ArmResult, Problem } from './arm.ts'
import { createManualClock } from './clock.ts'
import { armOn, failed, problem, proved, setUp } from './test-scheduler.ts'
import { createUcb } from './ucb.ts'

describe('a slate', () => {
  it('is won by the first verified success; a failure that comes first wins nothing and losers are cancelled', async () => {
    const clock = createManualClock()
    const quick = armOn(clock, 'quick', 10, failed)
    const good = armOn(clock, 'good', 100, proved)
    const slow = armOn(clock, 'slow', 5000, proved)
    const { scheduler, attempts } = setUp({ arms: [quick, good, slow], clock })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(200)
    const summary = await run
    expect(attempts.map(({ strategy, outcome }) => `${strategy} ${outcome}`)).toEqual([
      'quick failed',
      'good proved',
      'slow cancelled',
    ])
    expect(slow.log.aborted).toEqual(['p'])
    expect(attempts[1]).toMatchObject({ receipt: 'r1', tactics: ['rfl'], cpuSeconds: 1, timeSeconds: 0.1 })
    expect(attempts[2]?.cpuSeconds).toBe(0.25)
    expect(summary).toMatchObject({ problems: 1, proved: 1, attempts: 3 })
  })

  it('does not believe a claim that the verifier refuses', async () => {
    const clock = createManualClock()
    const liar = armOn(clock, 'liar', 10, proved)
    const honest = armOn(clock, 'honest', 50, { ...proved, evidence: 'true' } as ArmResult<string>)
    const refusals: string[] = []
    const { scheduler, attempts } = setUp({
      arms: [liar, honest],
      clock,
      verify: async (_problem, { evidence }) =>
        evidence === 'true' ? { kind: 'accepted' } : { kind: 'rejected', reason: 'uses sorry' },
    })
    scheduler.on('refused', ({ arm, reason }) => refusals.push(`${arm}: ${reason}`))
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(100)
    expect((await run).proved).toBe(1)
    expect(refusals).toEqual(['liar: uses sorry'])
    expect(attempts[0]).toMatchObject({ strategy: 'liar', outcome: 'failed' })
    expect(attempts[0]?.receipt).toBeUndefined()
  })

  it('starts its arms one after the other where they have a head start, and none for what is done by then', async () => {
    const clock = createManualClock()
    const first = armOn(clock, 'first', 250, proved)
    const second = armOn(clock, 'second', 5000, failed)
    const third = armOn(clock, 'third', 5000, failed)
    const { scheduler } = setUp({ arms: [first, second, third], clock, headStartMs: 100, maxLight: 2 })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(90)
    expect([first.log.started, second.log.started]).toEqual([['p'], []])
    await clock.advance(20)
    expect(second.log.started).toEqual(['p'])
    // There is no place for a third one.
    await clock.advance(120)
    expect(third.log.started).toEqual([])
    await clock.advance(20)
    expect((await run).proved).toBe(1)
    expect(second.log.aborted).toEqual(['p'])
    expect(third.log.started).toEqual([])
  })

  it('does not wait for a head start when the arm before has failed', async () => {
    const clock = createManualClock()
    const quick = armOn(clock, 'quick', 10, failed)
    const good = armOn(clock, 'good', 10, proved)
    const { scheduler } = setUp({ arms: [quick, good], clock, headStartMs: 1000 })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(30)
    expect((await run).proved).toBe(1)
  })

  it('charges an attempt for its judgement', async () => {
    const clock = createManualClock()
    const { scheduler, attempts } = setUp({
      arms: [armOn(clock, 'good', 10, proved)],
      clock,
      verify: async () => ({ kind: 'accepted', receipt: 'r1', cpuSeconds: 0.5 }),
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(20)
    await run
    expect(attempts[0]?.cpuSeconds).toBe(1.5)
  })

  it('lets a refutation end the search', async () => {
    const clock = createManualClock()
    const refute = armOn(clock, 'refute', 10, { kind: 'refuted', evidence: 'n = 0' })
    const { scheduler, attempts } = setUp({ arms: [refute, armOn(clock, 'slow', 500, failed)], clock })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(20)
    expect(await run).toMatchObject({ proved: 0, refuted: 1 })
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['refuted', 'cancelled'])
  })
})

describe('budgets', () => {
  it('stop an arm that uses up its time', async () => {
    const clock = createManualClock()
    const { scheduler, attempts } = setUp({ arms: [armOn(clock, 'slow', 60_000, proved)], clock })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(8000)
    expect(await run).toMatchObject({ proved: 0, exhausted: 1 })
    expect(attempts[0]).toMatchObject({ outcome: 'timeout', timeSeconds: 8, budget: { seconds: 8 } })
  })

  it('take back the slot of an arm that ignores its signal, and do not hear what it says later', async () => {
    const clock = createManualClock()
    const deaf: Arm<Problem, string> = {
      name: 'deaf',
      version: '1',
      run: () => new Promise((resolve) => clock.after(20_000, () => resolve(proved))),
    }
    const { scheduler, attempts } = setUp({ arms: [deaf], clock, graceMs: 2000 })
    const unresponsive: string[] = []
    scheduler.on('unresponsive', ({ arm }) => unresponsive.push(arm))
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(30_000)
    expect((await run).proved).toBe(0)
    expect(unresponsive).toEqual(['deaf'])
    expect(attempts.map(({ outcome, timeSeconds }) => [outcome, timeSeconds])).toEqual([['timeout', 10]])
  })
})

describe('lanes', () => {
  it('run no more than their limits, and heavy work does not wait for light work', async () => {
    const clock = createManualClock()
    const { scheduler } = setUp({ arms: [armOn(clock, 'a', 100, failed)], clock, maxLight: 3, maxHeavy: 2 })
    for (let n = 0; n < 10; n += 1) {
      scheduler.enqueue(problem(`light${n}`, { difficulty: 0.59 }))
      scheduler.enqueue(problem(`heavy${n}`, { difficulty: 0.6 }))
    }
    const most = { light: 0, heavy: 0 }
    scheduler.on('started', () => {
      most.light = Math.max(most.light, scheduler.running.light)
      most.heavy = Math.max(most.heavy, scheduler.running.heavy)
    })
    const run = scheduler.run()
    await clock.advance(50)
    expect(scheduler.running).toEqual({ light: 3, heavy: 2 })
    await clock.advance(1000)
    expect((await run).exhausted).toBe(20)
    expect(most).toEqual({ light: 3, heavy: 2 })
  })

  it('serve the most important first, and yet what has waited long enough', async () => {
    const clock = createManualClock()
    const arm = armOn(clock, 'a', 1000, failed)
    const { scheduler } = setUp({ arms: [arm], clock, maxLight: 1, agingMs: 5000 })
    const run = scheduler.run({ untilIdle: false })
    for (let second = 0; second < 12; second += 1) {
      scheduler.enqueue(problem(`new${second}`, { priority: 1 }))
      scheduler.enqueue(problem(`more${second}`, { priority: 1 }))
      if (second === 0) scheduler.enqueue(problem('patient', { priority: 0 }))
      await clock.advance(1000)
    }
    expect(arm.log.started.slice(0, 2)).toEqual(['new0', 'more0'])
    expect(arm.log.started).toContain('patient')
    await scheduler.stop()
    await run
  })
})

describe('failures', () => {
  it('escalate once, after three failed strategies, with what they were stuck on', async () => {
    const clock = createManualClock()
    const escalations: (readonly ArmFailure[])[] = []
    const arms = ['a', 'b', 'c', 'd'].map((name) => armOn(clock, name, 10, failed))
    const { scheduler } = setUp({
      arms,
      clock,
      slate: 1,
      escalate: async ({ failures }) => {
        escalations.push([...failures])
      },
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(1000)
    expect((await run).exhausted).toBe(1)
    expect(escalations).toHaveLength(1)
    expect(escalations[0]).toHaveLength(3)
    expect(escalations[0]?.[0]?.stuckOn).toEqual(['the hard part'])
  })

  it('of the infrastructure are retried after a growing, jittered pause and say nothing about the goal', async () => {
    const clock = createManualClock()
    let calls = 0
    const shaky: Arm<Problem, string> = {
      name: 'shaky',
      version: '1',
      run: async () => {
        calls += 1
        if (calls < 3) throw new Error('Lean is gone')
        return proved
      },
    }
    const { scheduler, attempts } = setUp({ arms: [shaky], clock, backoff: { baseMs: 100, mostMs: 10_000 } })
    const delays: number[] = []
    scheduler.on('requeued', ({ delayMs, reason }) => {
      expect(reason).toBe('error')
      delays.push(delayMs)
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(5000)
    expect((await run).proved).toBe(1)
    expect(attempts.map(({ outcome, error }) => error ?? outcome)).toEqual([
      'Lean is gone',
      'Lean is gone',
      'proved',
    ])
    expect(delays[0]).toBeGreaterThanOrEqual(50)
    expect(delays[0]).toBeLessThan(150)
    expect(delays[1]).toBeGreaterThanOrEqual(100)
    expect(delays[1]).toBeLessThan(300)
  })

  it('of an arm that is always broken end after its retries', async () => {
    const clock = createManualClock()
    const broken: Arm<Problem, string> = {
      name: 'b',
      version: '1',
      run: () => Promise.reject(new Error('no')),
    }
    const { scheduler, attempts } = setUp({ arms: [broken], clock, errorRetries: 2 })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(600_000)
    expect((await run).exhausted).toBe(1)
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error'])
  })

  it('lead to another round with the next budget, if rounds are left', async () => {
    const clock = createManualClock()
    const { scheduler, attempts } = setUp({
      arms: [armOn(clock, 'a', 3000, proved)],
      clock,
      rounds: 3,
      budget: (_arm, _problem, round) => ({ seconds: 1 * 2 ** round }),
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect((await run).proved).toBe(1)
    expect(attempts.map(({ outcome, budget }) => [outcome, budget.seconds])).toEqual([
      ['timeout', 1],
      ['timeout', 2],
      ['proved', 4],
    ])
  })
})

it('a listener that throws stops the run with its reason', async () => {
  const clock = createManualClock()
  const { scheduler } = setUp({ arms: [armOn(clock, 'a', 10, failed)], clock })
  scheduler.on('ended', () => {
    throw new Error('broken listener')
  })
  scheduler.enqueue(problem('p'))
  const run = expect(scheduler.run()).rejects.toThrow('broken listener')
  await clock.advance(100)
  await run
})

it('charges every started attempt, whatever became of it', async () => {
  const clock = createManualClock()
  const policy = createUcb()
  const arms = [armOn(clock, 'win', 10, proved), armOn(clock, 'lose', 900, proved)]
  const { scheduler } = setUp({ arms, clock, policy, slate: 2, maxLight: 20 })
  for (let n = 0; n < 10; n += 1) scheduler.enqueue(problem(`p${n}`))
  const run = scheduler.run()
  await clock.advance(5000)
  const summary = await run
  expect(summary.arms).toMatchObject({ win: { used: 10, succeeded: 10 }, lose: { used: 10, succeeded: 0 } })
  expect(policy.save()).toMatchObject({ arms: { win: { trials: 10 }, lose: { trials: 10 } } })
})

it('enqueues a problem once while it is alive, and afresh when it was exhausted', async () => {
  const clock = createManualClock()
  const arm = armOn(clock, 'a', 10, failed)
  const { scheduler } = setUp({ arms: [arm], clock })
  expect(scheduler.enqueue(problem('p'))).toBe(true)
  expect(scheduler.enqueue(problem('p'))).toBe(false)
  const run = scheduler.run({ untilIdle: false })
  await clock.advance(100)
  expect(scheduler.enqueue(problem('p'))).toBe(true)
  await clock.advance(100)
  await scheduler.stop()
  await run
  expect(arm.log.started).toEqual(['p', 'p'])
})

it('a problem that is withdrawn is cancelled alone, whether it runs or waits, and may come again under its key', async () => {
  const clock = createManualClock()
  const arm = armOn(clock, 'a', 100, proved)
  const { scheduler, attempts } = setUp({ arms: [arm], clock, maxLight: 2 })
  for (const key of ['kept', 'stale', 'waiting']) scheduler.enqueue(problem(key))
  const settled: string[] = []
  scheduler.on('settled', (event) => settled.push(event.problem.key))
  const run = scheduler.run()
  await clock.advance(50)
  expect(scheduler.withdraw('stale')).toBe(true)
  expect(scheduler.withdraw('waiting')).toBe(true)
  expect(scheduler.withdraw('unknown')).toBe(false)
  expect(scheduler.enqueue(problem('stale'))).toBe(true)
  await clock.advance(500)
  await run
  expect(arm.log.started).toEqual(['kept', 'stale', 'stale'])
  expect(attempts.map(({ goalKey, outcome }) => `${goalKey} ${outcome}`)).toEqual([
    'stale cancelled',
    'kept proved',
    'stale proved',
  ])
  expect(settled).toEqual(['kept', 'stale'])
})
