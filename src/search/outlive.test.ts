import { expect, it } from 'vitest'
import { LeanGoneError } from '../lean/index.ts'
import { outlive } from './outlive.ts'

const { signal } = new AbortController()

it('does work again that lost its Lean process', async () => {
  let times = 0
  const work = async () => {
    times += 1
    if (times < 3) throw new LeanGoneError('unresponsive', 'gone')
    return 'done'
  }
  expect(await outlive(signal, work)).toBe('done')
})

it('gives up on a Lean that never stays, and on any other error at once', async () => {
  let times = 0
  const gone = async () => {
    times += 1
    throw new LeanGoneError('not_started', 'gone')
  }
  await expect(outlive(signal, gone)).rejects.toThrow('gone')
  expect(times).toBe(4)
  const broken = async () => {
    times += 1
    throw new Error('broken')
  }
  await expect(outlive(signal, broken)).rejects.toThrow('broken')
  expect(times).toBe(5)
})
