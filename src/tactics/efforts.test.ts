import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EFFORTS } from './efforts.ts'

it('is a scale: more heartbeats for what comes later, and a safety stop for each', () => {
  const heartbeats = [
    'glance',
    'brief',
    'short',
    'fair',
    'thorough',
    'step',
    'deep',
    'replay',
    'whole',
  ] as const
  const sizes = heartbeats.map((name) => EFFORTS[name].heartbeats)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  expect(Object.values(EFFORTS).every(({ timeoutMs }) => timeoutMs > 0)).toBe(true)
})

it('has no effort that nobody makes: a number without a use is one that nobody dares to change', () => {
  const src = join(import.meta.dirname, '..')
  const files = globSync('{strategies,tactics,cli}/**/*.ts', { cwd: src }).filter(
    (file) => !/\.test\.ts$/.test(file),
  )
  const text = files.map((file) => readFileSync(join(src, file), 'utf8')).join('\n')
  const idle = Object.keys(EFFORTS).filter((name) => !new RegExp(`EFFORTS\\.${name}\\b|'${name}'`).test(text))
  expect(idle).toEqual([])
})
