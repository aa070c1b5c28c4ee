import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { markUsed, removeUnused } from './unused.ts'

const now = new Date('2030-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orch-unused-test-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('removes versions that nobody used for weeks, and nothing else', () => {
  const names = [
    'snapshot-00aa',
    'snapshot-00bb',
    'toolchain-00cc',
    'toolchain-00dd',
    '.building-1-2-3',
    'notes',
  ]
  for (const name of names) mkdirSync(join(root, name))
  const paths = (...kept: string[]) => kept.map((name) => join(root, name))
  markUsed(paths('snapshot-00aa', 'toolchain-00cc'), daysAgo(13))
  markUsed(paths('snapshot-00bb', 'toolchain-00dd', '.building-1-2-3', 'notes'), daysAgo(15))
  removeUnused(root, now)
  expect(readdirSync(root).sort()).toEqual(['.building-1-2-3', 'notes', 'snapshot-00aa', 'toolchain-00cc'])
})

it('does not mind a folder that cannot be marked', () => {
  expect(() => markUsed([join(root, 'absent')])).not.toThrow()
})
