import { expect, it } from 'vitest'
import { farthest, pagesToLoad } from './page-choice.ts'

it('loads what is on the screen first, then its neighbours, never what does not exist', () => {
  expect(pagesToLoad([4, 5], 100)).toEqual([4, 5, 6, 3])
  expect(pagesToLoad([0, 0], 1)).toEqual([0])
  expect(pagesToLoad([0, 1], 2)).toEqual([0, 1])
  expect(pagesToLoad([99, 99], 100)).toEqual([99, 98])
})

it('forgets what is farthest from where one is', () => {
  expect(farthest([0, 7, 8, 9], 9)).toBe(0)
  expect(farthest([3, 7, 20], 3)).toBe(20)
  expect(farthest([5], 5)).toBe(5)
})
