/**
 * How much work anything may take stands in one file, and what a strategy does with its budget in its plan. A number
 * anywhere else in these folders is found here, by a parser, unless it is of another kind.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')
const isTest = (file: string) => /\.test\.ts$/.test(file) || basename(file).startsWith('test-')
const files = globSync(['strategies/**/*.ts', 'lemmas/**/*.ts', 'tactics/**/*.ts'], { cwd: src }).filter(
  (file) => !isTest(file),
)

/** Where numbers of work belong. */
const isScale = (file: string) => file === 'tactics/efforts.ts' || basename(file) === 'plan.ts'

/** Files whose numbers are of another kind. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  'strategies/contract.ts': 'limits of tests',
  'strategies/remote.ts': 'what a job may hold and how long it may wait, whatever the strategy',
  'strategies/remote-place.ts': 'letters of a message',
  'strategies/search.ts': 'weights of states, which order them',
  'strategies/work-clock.ts': 'what a measurement must have',
}

/** Factors between units, and numbers of places and times that everybody has in their head. */
const PLAIN = new Set([0, 1, 2, 1000, 1e6])

/** Rows of the tables have prices, which order tactics; schemas have shares of a turn; strategies have versions. */
const isOtherwiseNamed = (keys: readonly string[]) =>
  keys.some((key) => key === 'price' || key === 'share' || key === 'version')
const isPrice = (file: string, value: number) => file.startsWith('tactics/') && value < 10

interface Found {
  readonly file: string
  readonly line: number
  readonly value: number
}

function numbersIn(file: string, text: string): Found[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  const found: Found[] = []
  const visit = (node: unknown, keys: readonly string[]): void => {
    if (Array.isArray(node)) for (const item of node) visit(item, keys)
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return
    const {
      type,
      value,
      start = 0,
      key,
    } = node as {
      type?: string
      value?: unknown
      start?: number
      key?: { name?: string }
    }
    if (type === 'Literal' && typeof value === 'number' && !PLAIN.has(value) && !isOtherwiseNamed(keys))
      found.push({ file, line: text.slice(0, start).split('\n').length, value })
    for (const child of Object.values(node))
      visit(child, type === 'Property' && key?.name ? [...keys, key.name] : keys)
  }
  visit(program, [])
  return found
}

describe('numbers of work', () => {
  it('stand in the scale of efforts and in the plans, and nowhere else', () => {
    const stray = files
      .filter((file) => !isScale(file) && !(file in OTHER_KINDS))
      .flatMap((file) => numbersIn(file, readFileSync(join(src, file), 'utf8')))
      .filter(({ file, value }) => !isPrice(file, value))
    expect(stray).toEqual([])
  })

  it('are found where somebody writes one: in a call, an option, a constant, a sum', () => {
    const written = `const MOST = 12
export const run = (s) => s.step('grind', { heartbeats: 3_000 }, 5 * s.secondsLeft)`
    expect(numbersIn('strategies/new.ts', written).map(({ value }) => value)).toEqual([12, 3_000, 5])
  })

  it('are looked for in all of the strategies; the list of exceptions has no file that is gone', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.filter(isScale)).toHaveLength(6)
    expect(Object.keys(OTHER_KINDS).filter((file) => !files.includes(file))).toEqual([])
  })
})
