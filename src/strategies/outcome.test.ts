import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { attack } from './outcome.ts'
import type { StrategyGoal, StrategyTools } from './strategy.ts'

/** All Leans are busy: whoever wants one waits until they give up. */
const tools = {
  openDojo: (_goal: unknown, signal: AbortSignal) =>
    sleep(1e9, undefined, { signal }).catch(() => signal.throwIfAborted()),
} as unknown as StrategyTools
const goal = {} as StrategyGoal
const search = () => Promise.reject(new Error('unreachable'))

it('counts no work for an attempt that was stopped before it had a Lean', async () => {
  const stop = new AbortController()
  const told: number[] = []
  const run = {
    budgetSeconds: 60,
    signal: stop.signal,
    onStopped: (seconds: number) => void told.push(seconds),
  }
  const attempt = attack({ goal, tools, run }, search)
  stop.abort(new Error('told to stop'))
  await expect(attempt).rejects.toThrow('told to stop')
  expect(told).toEqual([0])
})

it('counts none either when its own time passed over the waiting', async () => {
  const run = { budgetSeconds: 0.001, signal: new AbortController().signal }
  expect(await attack({ goal, tools, run }, search)).toMatchObject({
    kind: 'failed',
    outOfTime: true,
    cpuSeconds: 0,
  })
})

it('counts no work before the first answer, whatever the waiting', async () => {
  const stop = new AbortController()
  const told: number[] = []
  const run = {
    budgetSeconds: 60,
    signal: stop.signal,
    onStopped: (seconds: number) => void told.push(seconds),
  }
  const open = { ...tools, openDojo: async () => ({ close: async () => {} }) } as unknown as StrategyTools
  const attempt = attack({ goal, tools: open, run }, async ({ signal }) => {
    stop.abort(new Error('told to stop'))
    signal.throwIfAborted()
    return search()
  })
  await expect(attempt).rejects.toThrow('told to stop')
  expect(told).toEqual([0])
})
