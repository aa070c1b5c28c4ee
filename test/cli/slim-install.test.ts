import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isUnread, removeUnread, withoutSymbols } from '../../scripts/slim-install.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-slim-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['index.js.map', true],
  ['index.d.ts', true],
  ['index.d.mts', true],
  ['schemas.ts', true],
  ['README.md', true],
  ['LICENSE.md', false],
  ['license', false],
  ['NOTICE.md', false],
  ['index.js', false],
  ['index.cjs', false],
  ['package.json', false],
  ['map', false],
  ['lean.wasm', false],
])('%s is left out: %s', (name, out) => {
  expect(isUnread(name)).toBe(out)
})

it('leaves out what nothing reads, in every folder', () => {
  mkdirSync(join(folder, 'a/b'), { recursive: true })
  for (const name of ['a/index.js', 'a/index.js.map', 'a/b/types.d.ts', 'a/b/LICENSE.md'])
    writeFileSync(join(folder, name), '')
  removeUnread(folder)
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    'a',
    'a/b',
    'a/b/LICENSE.md',
    'a/index.js',
  ])
})

it.runIf(process.platform === 'linux')('cuts symbols off a program that still runs, once', () => {
  const whole = readFileSync('/proc/self/exe')
  const slim = withoutSymbols(whole)
  if (!slim) return expect(readFileSync('/proc/self/exe').readBigUInt64LE(40)).toBe(0n)
  expect(slim.length).toBeLessThan(whole.length)
  const path = join(folder, 'node')
  writeFileSync(path, slim, { mode: 0o755 })
  expect(execFileSync(path, ['-p', '6 * 7'], { encoding: 'utf8' })).toBe('42\n')
  expect(withoutSymbols(slim)).toBeUndefined()
})

it('leaves a program alone that it does not know', () => {
  expect(withoutSymbols(Buffer.from('#!/bin/sh\n'))).toBeUndefined()
  expect(withoutSymbols(Buffer.alloc(0))).toBeUndefined()
})
