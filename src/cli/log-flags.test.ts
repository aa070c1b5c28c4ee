import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { arcLogOf, type LogFlags, logFlags, logOf } from './log-flags.ts'
import { table } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-log-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

const secret = 'sk-very-secret'
const config = { llmApiKey: secret, databaseUrl: undefined }

function parsed(...args: string[]): LogFlags {
  return logFlags(new Command('x').exitOverride()).parse(args, { from: 'user' }).opts()
}

/** What a command tells on standard error. */
function heard(): string[] {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  return lines
}

describe('the log of a command', () => {
  it('is not there unless it is asked for', () => {
    const lines = heard()
    logOf(parsed(), config).write('error', 'something broke')
    expect(lines).toEqual([])
  })

  it('goes to standard error with --verbose, everything in it', () => {
    const lines = heard()
    logOf(parsed('--verbose'), config).write('debug', 'goal prepared', { goal: 'a' })
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'debug', message: 'goal prepared', goal: 'a' })
  })

  it('goes to a file alone with --log-file, without secrets, from the level on', () => {
    const lines = heard()
    const file = join(folder, 'deep', 'run.log')
    const log = logOf(parsed('--log-file', file, '--log-level', 'warn'), config)
    log.write('info', 'too much')
    log.write('warn', 'claim refused', { error: `asked with ${secret}`, api_key: 'whatever' })
    expect(lines).toEqual([])
    const text = readFileSync(file, 'utf8')
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(text).not.toMatch(/very-secret|whatever/)
  })

  it('has levels that are known', () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    expect(() => parsed('--log-level', 'loud')).toThrow('loud')
  })
})

describe('the log of an ARC command', () => {
  it('tells as a sentence what goes wrong with a task, and nothing else', () => {
    const lines = heard()
    const log = arcLogOf({})
    log.write('info', 'resuming', { finished: 3 })
    log.write('error', 'task failed', { task_id: 't1', error: 'out of memory' })
    expect(lines.join('')).toContain('task failed: t1: out of memory')
    expect(lines).toHaveLength(1)
  })

  it('is like any other when it is asked for', () => {
    const lines = heard()
    arcLogOf({ verbose: true }).write('debug', 'task finished', { task_id: 't1' })
    expect(JSON.parse(lines.join(''))).toMatchObject({ message: 'task finished', task_id: 't1' })
  })
})

describe('a table', () => {
  it('has its first column to the left, the others to the right, and no blanks at the end', () => {
    expect(
      table([
        ['strategy', 'solved', ''],
        ['micro', '7', 'x'],
        ['r', '123', ''],
      ]),
    ).toEqual(['strategy  solved', 'micro          7  x', 'r            123'])
    expect(table([])).toEqual([])
  })
})
