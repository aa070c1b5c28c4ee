/**
 * What a goal is about is told by Lean as data. Nobody in these folders reads it off the text that Lean prints for people:
 * such code breaks with a user's notation, a longer line, or a variable that is called like something else.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'src')
const isTest = (file: string) => /\.test\.ts$/.test(file) || basename(file).startsWith('test-')

/** What looks into a text, and what changes one. */
const READING = new Set([
  ...['test', 'exec', 'match', 'matchAll', 'search', 'includes', 'startsWith', 'endsWith', 'indexOf'],
  ...['replace', 'replaceAll', 'split', 'slice', 'substring'],
])
/** The printed parts of goals, hypotheses and calls. */
const PRINTED = new Set(['target', 'type'])

/** Lines in which printed text is only moved: put into a script with its lines indented. */
const MOVED = ["strategies/sketch/structure.ts: target.replaceAll('\\n', '\\n    ')"]

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  if ('type' in value && 'start' in value) yield value as Node
  for (const child of Object.values(value)) yield* nodesIn(child)
}

const nameOf = (value: unknown): string => (value as { name?: string } | undefined)?.name ?? ''
const isPrinted = (value: unknown): boolean => {
  const node = value as Node | undefined
  if (node?.type === 'MemberExpression') return PRINTED.has(nameOf(node.property))
  return node?.type === 'Identifier' && PRINTED.has(nameOf(node))
}

/** Calls that look into a printed part: `/=/.test(type)`, `goal.target.includes(x)`; and comparisons of two of them. */
function readingsIn(file: string, text: string): string[] {
  const { program } = parseSync(file, text)
  const found: string[] = []
  for (const node of nodesIn(program)) {
    const callee = node.callee as Node | undefined
    const looks =
      node.type === 'CallExpression' &&
      callee?.type === 'MemberExpression' &&
      READING.has(nameOf(callee.property)) &&
      (isPrinted(callee.object) || (node.arguments as unknown[]).some(isPrinted))
    const compares = node.type === 'BinaryExpression' && isPrinted(node.left) && isPrinted(node.right)
    if (looks || compares) found.push(`${file}: ${text.slice(node.start, node.end)}`)
  }
  return found
}

it('nobody compares or rewrites what Lean prints of goals and types', () => {
  const files = globSync(['strategies/**/*.ts', 'lemmas/**/*.ts', 'tactics/**/*.ts'], { cwd: src })
  const found = files
    .filter((file) => !isTest(file))
    .flatMap((file) => readingsIn(file, readFileSync(join(src, file), 'utf8')))
  expect(found).toEqual(MOVED)
})

it.each([
  'hypotheses.filter(({ type }) => /[=↔]/.test(type))',
  "const sides = target.split(' = ')",
  'calls.filter((call) => goal.target.includes(call.text))',
  "goal.target.replace(/\\s+/g, ' ')",
  'variables.filter((one) => one.type === other.type)',
])('is found where somebody does: %s', (code) => {
  expect(readingsIn('new.ts', code)).toHaveLength(1)
})
