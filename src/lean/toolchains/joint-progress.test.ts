import { expect, it } from 'vitest'
import type { BuildProgress } from '../embedded/index.ts'
import { JointProgress } from './joint-progress.ts'

const at = (fraction: number): BuildProgress => ({ step: 'snapshot', fraction, message: `at ${fraction}` })

it('tells of two builds where the slower one is, and once that they are ready', () => {
  const told: number[] = []
  const progress = new JointProgress(({ fraction }) => told.push(fraction))
  progress.show('search', at(0.3))
  progress.show('verdict', at(0.2))
  progress.show('search', at(0.9))
  progress.show('search', at(1))
  progress.show('verdict', at(0.5))
  progress.show('verdict', at(1))
  expect(told).toEqual([0.3, 0.2, 0.2, 0.2, 0.5])
  progress.end()
  expect(told.at(-1)).toBe(1)
  expect(told).toHaveLength(6)
})

it('says nothing where nothing was built', () => {
  const told: number[] = []
  new JointProgress(({ fraction }) => told.push(fraction)).end()
  expect(told).toEqual([])
})
