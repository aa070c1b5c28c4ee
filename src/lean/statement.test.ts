import { expect, it } from 'vitest'
import { elaboratedStatement, formOf, withScript } from './statement.ts'

it.each([
  ['∀ n : Nat, n + 0 = n'],
  ['theorem_like n = 0'],
  ['exampleOf 3'],
  ['(theorem)'],
  ['-- theorem t\n1 = 1'],
  ['/- theorem t : 1 = 1 -/ 1 = 1'],
])('takes %j for a bare proposition', (statement) => {
  expect(formOf(statement)).toEqual({ statement, form: 'term' })
})

it.each([
  ['theorem t : 1 = 1'],
  ['  theorem t : 1 = 1 := rfl'],
  ['-- why\ntheorem t : 1 = 1'],
  ['/-- doc -/ theorem t : 1 = 1'],
  ['@[simp] theorem t : 1 = 1'],
  ['private theorem t : 1 = 1'],
])('takes %j for a declaration and leaves it as it is', (statement) => {
  expect(formOf(statement)).toEqual({ statement, form: 'declaration' })
})

it.each([
  ['lemma t : 1 = 1', 'theorem t : 1 = 1'],
  ['@[simp] lemma t : 1 = 1', '@[simp] theorem t : 1 = 1'],
  ['/-- lemma -/ lemma t : 1 = 1', '/-- lemma -/ theorem t : 1 = 1'],
  ['example : 1 = 1', 'theorem orch_goal : 1 = 1'],
  [
    '-- an example\nexample (n : Nat) : n = n := rfl',
    '-- an example\ntheorem orch_goal (n : Nat) : n = n := rfl',
  ],
])('reads %j as a theorem', (statement, theorem) => {
  expect(formOf(statement)).toEqual({ statement: theorem, form: 'declaration' })
})

it('cuts the signature out by bytes, not by characters', () => {
  const source = 'theorem t : ∀ n : Nat, n = n\n:= sorry'
  const stop = Buffer.from(source).indexOf(':= sorry')
  const reply = { name: 't', type: '∀ n, n = n', source, start: 0, stop }
  expect(elaboratedStatement({ statement: source }, reply).header).toBe('theorem t : ∀ n : Nat, n = n')
})

it('puts every line of a script under the theorem, and empty lines as they are', () => {
  expect(withScript('theorem t : p', 'intro h\n\ncases h with\n| a => rfl\n')).toBe(
    'theorem t : p := by\n  intro h\n\n  cases h with\n  | a => rfl\n',
  )
})

it.each([
  ['spaces', ' '.repeat(200_000)],
  ['newlines', '\n'.repeat(200_000)],
  ['line comments', '-- a\n'.repeat(50_000)],
  ['open comments', '/-'.repeat(100_000)],
  ['attributes', '@[simp] '.repeat(50_000)],
  ['an open attribute', `@[${'['.repeat(200_000)}`],
  ['modifiers', 'private '.repeat(50_000)],
  ['doc comments', '/-- a -/ '.repeat(50_000)],
])('reads a statement behind many %s in one pass', (_, before) => {
  // Forty spaces took minutes once; a pass over this many takes no time worth a name.
  expect(['term', 'declaration']).toContain(formOf(`${before}theorem t : 1 = 1`).form)
  expect(['term', 'declaration']).toContain(formOf(`${before}∀ n : Nat, n = n`).form)
})

it('reads a statement behind spaces as it is', () => {
  const before = ' \n'.repeat(40)
  expect(formOf(`${before}lemma t : 1 = 1`)).toEqual({
    statement: `${before}theorem t : 1 = 1`,
    form: 'declaration',
  })
  expect(formOf('-- /-- not a doc comment\n1 = 1').form).toBe('term')
  expect(formOf('/- theorem /- t -/ : -/ 1 = 1').form).toBe('term')
  expect(formOf('@[simp, foo [a]] lemma t : 1 = 1').statement).toBe('@[simp, foo [a]] theorem t : 1 = 1')
  expect(formOf('/-- doc -/').form).toBe('declaration')
})
