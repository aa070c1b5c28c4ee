/**
 * No pattern of the product takes more than linear time on any text. Every regular expression literal is found by a
 * parser, not by looking; one without unbounded repetition is linear by itself, every other goes to `recheck`, which
 * either proves it safe or gives a text that it is slow on.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /(?:^|\/)test-[^/]*$/.test(file)

interface Found {
  readonly source: string
  readonly flags: string
  readonly files: string[]
}

const literals = new Map<string, Found>()
const built: string[] = []
for (const file of globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root })) {
  if (isTest(file) || file.includes('node_modules')) continue
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  visit(program, relative('.', file))
}

function visit(node: unknown, file: string): void {
  if (Array.isArray(node)) for (const item of node) visit(item, file)
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return
  const { type, regex, callee } = node as {
    type?: string
    regex?: { pattern: string; flags: string }
    callee?: { name?: string }
  }
  if (type === 'Literal' && regex) {
    const key = `/${regex.pattern}/${regex.flags}`
    const known = literals.get(key) ?? { source: regex.pattern, flags: regex.flags, files: [] }
    known.files.push(file)
    literals.set(key, known)
  }
  if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') built.push(file)
  for (const child of Object.values(node)) visit(child, file)
}

describe('the regular expressions of the product', () => {
  it('are found', () => {
    expect(literals.size).toBeGreaterThan(100)
  })

  it('are put together at run time only from names that are looked for and from tables of our own', () => {
    expect([...new Set(built)].sort()).toEqual([
      'src/arc/words.ts',
      'src/cli/output.ts',
      'src/fill/tidy-rules.ts',
    ])
  })

  const unbounded = [...literals].filter(([, { source }]) => /[*+{]/.test(source))
  it.each(unbounded)('%s takes linear time', async (_, { source, flags, files }) => {
    // Asked in this way, recheck uses its native program where it has one: a fraction of the time that its JavaScript takes.
    const found = await check(source, flags, { timeout: 60_000 })
    // What is slow and where it stands, for whoever reads the failure.
    expect({ ...found, files }).toMatchObject({ status: 'safe' })
  })
})
