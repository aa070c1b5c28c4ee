/**
 * What the examples ask to be proved is not in the bank, so that filling them measures something. A few laws that every
 * library has are among the goals that strategies were tried on, too; their number does not grow.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { normalizeGoalText } from '../src/goal/index.ts'

const ROOT = join(import.meta.dirname, '..')
const PROJECTS = ['induction', 'library', 'logic']
const BANK = ['bench/bank.jsonl', 'bench/canaries.jsonl']
const TRIED = ['bench/strategies/*.jsonl']
/** Of 118 holes; whoever reports what share of them is filled should know. */
const ALSO_TRIED = [
  ...['add_assoc', 'add_comm', 'double_eq_add', 'le_refl', 'le_add', 'le_trans', 'le_antisymm'],
  ...['power_add', 'half_le', 'half_double'],
]

/** The statements of a file that end in `sorry`, with the variables of the file before them. */
function holesOf(text: string): { readonly name: string; readonly statement: string }[] {
  const variables = [...text.matchAll(/^variable (.+)$/gm)].map(([, binders]) => binders).join(' ')
  return text
    .split(/\n(?=theorem |end |namespace |section |def |inductive |\/--|instance )/)
    .flatMap((part) => {
      const [, name = '', rest = ''] = /^theorem (\S+)([\s\S]*?) := by[\s\S]*\bsorry\b/.exec(part) ?? []
      return name === '' ? [] : { name, statement: `example ${variables} ${rest}` }
    })
}

const holes = PROJECTS.flatMap((project) =>
  globSync('**/*.lean', { cwd: join(ROOT, 'examples', project) }).flatMap((file) =>
    holesOf(readFileSync(join(ROOT, 'examples', project, file), 'utf8')),
  ),
)

function alsoIn(patterns: readonly string[]): string[] {
  const goals = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { readonly goal: string }).goal)
  expect(goals.length).toBeGreaterThan(60)
  const asked = new Set(goals.map((goal) => normalizeGoalText(goal)))
  return holes.flatMap(({ name, statement }) => (asked.has(normalizeGoalText(statement)) ? name : []))
}

it('no hole of the examples is in the bank, and few are among what strategies were tried on', () => {
  expect(holes.length).toBeGreaterThanOrEqual(80)
  expect(alsoIn(BANK)).toEqual([])
  expect(alsoIn(TRIED)).toEqual(ALSO_TRIED)
})

it('names of what is quantified over hide no statement', () => {
  expect(normalizeGoalText('example (a b : Nat) : a + b = b + a')).toBe(
    normalizeGoalText('∀ n m : ℕ, n + m = m + n'),
  )
})
