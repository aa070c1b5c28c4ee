import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { goalFlags, goalInput, readText } from './goal-input.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-goal-input-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

describe('a statement on the command line', () => {
  it('is taken as it was written, with what it builds on', () => {
    writeFileSync(at('Defs.lean'), 'def two := 2\n')
    const flags = goalFlags(new Command('x'))
      .parse(['--preamble', at('Defs.lean'), '--import', 'Std,Lean'], { from: 'user' })
      .opts()
    expect(goalInput('  two = 2 ', flags)).toEqual({
      statement: '  two = 2 ',
      preamble: 'def two := 2\n',
      imports: ['Std', 'Lean'],
    })
    expect(goalInput('p', {})).toEqual({ statement: 'p', preamble: '', imports: [] })
  })

  it.each(['', ' ', '\n\t'])('is not empty: %j', (statement) => {
    expect(() => goalInput(statement, {})).toThrow('The statement is empty.')
  })

  it('is at most a hundred thousand characters long; the preamble may be longer', () => {
    expect(() => goalInput('x'.repeat(100_001), {})).toThrow(
      'The statement has 100001 characters; at most 100000 are read.',
    )
    writeFileSync(at('Long.lean'), `-- ${'x'.repeat(200_000)}\n`)
    expect(goalInput('x'.repeat(100_000), { preamble: at('Long.lean') }).preamble).toHaveLength(200_004)
  })
})

describe('a file on the command line', () => {
  it('is read whole, whatever letters are in it', () => {
    const text = `${'∀ x, 𝔸 = 数\n'.repeat(20_000)}`
    writeFileSync(at('letters.lean'), text)
    expect(readText(at('letters.lean'))).toBe(text)
    writeFileSync(at('empty.lean'), '')
    expect(readText(at('empty.lean'))).toBe('')
  })

  it('that is not there is named with the folder that was looked in', () => {
    const error = failureOf(() => readText('no/such.lean'))
    expect(error.message).toBe('no/such.lean cannot be read: there is no such file.')
    expect(error.hint).toContain(process.cwd())
  })

  it('that is a folder cannot be read', () => {
    expect(failureOf(() => readText(folder)).message).toContain(`${folder} cannot be read: `)
  })

  it('that never ends is given up', () => {
    expect(failureOf(() => readText('/dev/zero')).message).toBe('/dev/zero has more than 16 MB.')
  })
})

function failureOf(work: () => unknown): Error & { hint?: string } {
  try {
    work()
  } catch (error) {
    return error as Error & { hint?: string }
  }
  throw new Error('it did not fail')
}
