import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openLog, RotatingLog } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('writes lines with their fields, from a level on', () => {
  const file = join(folder, 'levels.log')
  const log = openLog({ level: 'info', file, now: () => new Date(0) })
  log.write('debug', 'tactic', { tactic: 'simp' })
  log.write('info', 'attempt ended', { goal: 'add_zero', seconds: 0.5, error: undefined })
  expect(lines(file)).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      message: 'attempt ended',
      goal: 'add_zero',
      seconds: 0.5,
    },
  ])
})

it('writes no secret: not by its value, not by its name, not in an address', () => {
  const file = join(folder, 'secrets.log')
  const log = openLog({ level: 'debug', file, secrets: ['sk-123', ''] })
  log.write('error', 'model failed', {
    error: 'bad key sk-123 for postgres://me:hunter2@db/orch',
    apiKey: 'another',
    authorization: 'Bearer x',
  })
  const text = readFileSync(file, 'utf8')
  for (const secret of ['sk-123', 'hunter2', 'another', 'Bearer']) expect(text).not.toContain(secret)
  expect(text).toContain('postgres://(secret)@db/orch')
})

it('keeps a few files of a fixed size', () => {
  const file = join(folder, 'rotated.log')
  const rotating = new RotatingLog(file, 100)
  for (let index = 0; index < 40; index += 1) rotating.append(`${'x'.repeat(30)} ${index}\n`)
  const kept = readdirSync(folder).filter((name) => name.startsWith('rotated.log'))
  expect(kept.toSorted()).toEqual(['rotated.log', 'rotated.log.1', 'rotated.log.2', 'rotated.log.3'])
  expect(readFileSync(file, 'utf8')).toContain(' 39\n')
})
