import { describe, expect, it } from 'vitest'
import { GoalError } from './goal-error.ts'
import { HINT_RULES, hintFor } from './goal-hints.ts'

/** What Lean says, and the rule that has something to say about it. */
const CASES = [
  ['imports', 'loading the imports took too long', '', 'time that ran out', 'The machine may be busy'],
  ['statement', 'elaborating the statement took too long', '', 'time that ran out', 'try again'],
  ['imports', "unknown module prefix 'Mathlib'", '', 'a library that is not here', 'Mathlib is not part'],
  ['imports', "unknown module prefix 'No'", '', 'a library that is not here', 'Check the module names'],
  ['statement', 'Unknown identifier `ℝ`', 'ℝ, x = x', 'a sign or a name of Mathlib', '`ℝ` needs Mathlib'],
  ['statement', 'expected token', '∑ i ∈ s, f i', 'a sign or a name of Mathlib', '`∑` needs Mathlib'],
  ['statement', 'Unknown identifier `Finset`', 'Finset', 'a sign or a name of Mathlib', '`Finset` needs'],
  ['statement', 'unknown tactic', 'linarith', 'a sign or a name of Mathlib', '`linarith` needs Mathlib'],
  ['statement', 'Unknown identifier `nat`', 'nat', 'a typing mistake', 'Did you mean `Nat`?'],
  ['statement', 'Unknown identifier `Lsit`', 'Lsit', 'a typing mistake', 'Did you mean `List`?'],
  ['statement', 'Unknown constant `List.revers`', '', 'a typing mistake', 'Did you mean `List.reverse`?'],
  [
    'statement',
    'Invalid field `revers`: The environment does not contain `List.revers`',
    'revers = xs',
    'a typing mistake',
    'Did you mean `reverse`?',
  ],
  [
    'statement',
    'Invalid field `turned`: The environment does not contain `List.turned`',
    'turned = xs',
    'a field that is not there',
    'There is no `List.turned`',
  ],
  ['statement', 'Unknown identifier `f`', 'f n = n', 'a function that nothing binds', '`∀ f : Nat → Nat,`'],
  ['statement', 'Unknown identifier `n`', 'n = f n', 'a variable that nothing binds', 'add `∀ n : Nat,`'],
  ['statement', 'Unknown identifier `n`', 'n', 'a variable that nothing binds', 'add `∀ n : Nat,`'],
  ['statement', 'Unknown identifier `s.height`', 's', 'a variable that nothing binds', 'add `∀ s : Nat,`'],
  ['statement', 'Unknown identifier `N.height`', 'N', 'a name that is not there', '--preamble'],
  ['statement', 'Unknown identifier `double`', '', 'a name that is not there', '--preamble'],
  [
    'tactic',
    "don't know how to synthesize placeholder for argument `left`",
    '',
    'a place left out of a tactic',
    '`?_`',
  ],
  ['statement', 'typeclass instance problem is stuck', '', 'a type that cannot be guessed', 'write one'],
  ['statement', 'unexpected end of input', '', 'something that is not finished', 'ends too early'],
  ['statement', 'type expected, got', '', 'something else than a statement', 'Give a proposition'],
] as const

describe('a hint', () => {
  it.each(CASES)('%s: %s %s', (place, message, at, rule, hint) => {
    expect(hintFor({ place, message, at })).toEqual({ rule, hint: expect.stringContaining(hint) })
  })

  it('exists for every rule, and only where one fits', () => {
    expect(new Set(CASES.map(([, , , rule]) => rule))).toEqual(new Set(HINT_RULES))
    expect(hintFor({ place: 'statement', message: 'Type mismatch', at: 'x' })).toBeUndefined()
    expect(hintFor({ place: 'preamble', message: '', at: '' })).toBeUndefined()
  })
})

it("a hint knows the names of the user's own definitions", () => {
  const preamble =
    'inductive Tree where | leaf\n\ndef Tree.mirror : Tree → Tree := id\ndef double (n : Nat) := n + n'
  const hints = ['duble', 'Tree.miror', 'tree', 'halve'].map(
    (name) => new GoalError('statement', `Unknown identifier \`${name}\``, null, name, preamble).hint,
  )
  expect(hints.slice(0, 3)).toEqual([
    'Did you mean `double`?',
    'Did you mean `Tree.mirror`?',
    'Did you mean `Tree`?',
  ])
  expect(hints[3]).toContain('is not defined here')
})

describe('the place of an error', () => {
  it.each([
    ['∀ n : Nat, n = foo', 1, 15, '1 | ∀ n : Nat, n = foo', '  |                ^^^'],
    // Two columns each in a terminal.
    ['∀ «数» : Nat, «数» = x', 1, 18, '1 | ∀ «数» : Nat, «数» = x', '  |                     ^'],
    ['a\n\tb = c', 2, 5, '2 |  b = c', '  |      ^'],
    ['a', 1, 1, '1 | a', '  |  ^'],
  ])('is marked in %j', (source, line, column, shown, carets) => {
    expect(new GoalError('statement', 'no', { line, column }, source).frame).toEqual({ line: shown, carets })
  })

  it('is not marked where there is none', () => {
    expect(new GoalError('statement', 'no', null, 'a').frame).toBeUndefined()
    expect(new GoalError('statement', 'no', { line: 9, column: 0 }, 'a').frame).toBeUndefined()
  })
})
