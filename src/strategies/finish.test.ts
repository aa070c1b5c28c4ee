import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { firstOf } from './finish.ts'

it('gives the first result, and begins nothing after it', async () => {
  const begun: number[] = []
  const found = await firstOf([1, 2, 3, 4], 1, async (item) => {
    begun.push(item)
    return item === 2 ? 'two' : undefined
  })
  expect(found).toBe('two')
  expect(begun).toEqual([1, 2])
})

it('gives nothing where no item does', async () => {
  expect(await firstOf([1, 2, 3], 2, async () => undefined)).toBeUndefined()
  expect(await firstOf([], 2, async () => 1)).toBeUndefined()
})

it('has as many under way as it may', async () => {
  let now = 0
  let most = 0
  await firstOf([1, 2, 3, 4, 5], 2, async () => {
    most = Math.max(most, ++now)
    await pause(1)
    now--
    return undefined
  })
  expect(most).toBe(2)
})

it('ends those that lose, whose complaint is no failure', async () => {
  const found = await firstOf(['slow', 'quick'], 2, async (item, signal) => {
    if (item === 'quick') return item
    await pause(60_000, undefined, { signal })
    return item
  })
  expect(found).toBe('quick')
})

it('passes on a failure if nothing is found', async () => {
  const broken = firstOf([1], 1, async () => {
    throw new Error('Lean is gone')
  })
  await expect(broken).rejects.toThrow('Lean is gone')
})
