import { expect, it } from 'vitest'
import { LeanGoneError } from '../lean/index.ts'
import { retryIfLeanDied } from './retry-if-lean-died.ts'

const { signal } = new AbortController()

it('does work again that lost its Lean process', async () => {
  let times = 0
  const work = async () => {
    times += 1
    if (times < 3) throw new LeanGoneError('unresponsive', 'gone')
    return 'done'
  }
  expect(await retryIfLeanDied(signal, work)).toBe('done')
})

it('gives up on a Lean that never stays, and on any other error at once', async () => {
  let times = 0
  const gone = async () => {
    times += 1
    throw new LeanGoneError('not_started', 'gone')
  }
  await expect(retryIfLeanDied(signal, gone)).rejects.toThrow('gone')
  expect(times).toBe(4)
  const broken = async () => {
    times += 1
    throw new Error('broken')
  }
  await expect(retryIfLeanDied(signal, broken)).rejects.toThrow('broken')
  expect(times).toBe(5)
})
