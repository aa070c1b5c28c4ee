import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EFFORTS } from './efforts.ts'

const src = join(import.meta.dirname, '..')

it('no other file says in numbers what a tactic may take', () => {
  const files = globSync('{strategies,lemmas,tactics}/**/*.ts', { cwd: src })
  const others = files.filter((file) => !/\.test\.ts$|\/(?:test-|contract|efforts)/.test(file))
  expect(others.length).toBeGreaterThan(40)
  const literal = /(?:heartbeats|timeoutMs)\b[^,;\n]*?[:=] *\d/
  expect(others.filter((file) => literal.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})

it('is a scale: more heartbeats for what comes later, and a safety stop for each', () => {
  const heartbeats = [
    'glance',
    'brief',
    'probe',
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
