import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goalTextKey } from './goal.ts'
import { normalizeGoalText } from './goal-text.ts'

const same: readonly (readonly [why: string, left: string, right: string])[] = [
  ['whitespace and comments', '∀ n : Nat,  n + 0 = n', '∀ n:Nat, /- a /- nested -/ note -/ n+0 = n -- end'],
  ['bound names', '∀ n : Nat, n + 0 = n', '∀ k : Nat, k + 0 = k'],
  ['ASCII and Unicode spellings', 'forall n : ℕ, n <= n -> True', '∀ n : Nat, n ≤ n → True'],
  ['implicit and explicit brackets', '∀ {n : Nat} (m : Nat), n = m → m = n', '∀ (n m : Nat), n = m → m = n'],
  ['several names in one binder', '∀ a b : Nat, a + b = b + a', '∀ a : Nat, ∀ b : Nat, a + b = b + a'],
  ['a hypothesis named or not', '∀ n : Nat, 0 < n → n ≠ 0', '∀ (n : Nat) (h : 0 < n), n ≠ 0'],
  ['a binder predicate', '∀ n > 0, n ≠ 0', '∀ n, n > 0 → n ≠ 0'],
  [
    'a signature and a telescope',
    'theorem t (n : Nat) (h : 0 < n) : n ≠ 0 := by omega',
    '∀ n : Nat, 0 < n → n ≠ 0',
  ],
  ['the name of a theorem', 'theorem t : 1 = 1', 'example : 1 = 1 := rfl'],
  ['redundant outer parentheses', '(∀ n : Nat, n = n)', '∀ n : Nat, n = n'],
  ['names under ∃ and fun', '∃ x, ∀ y, f (fun z => z) x = y', '∃ a, ∀ b, f (λ c ↦ c) a = b'],
  [
    'independent hypotheses',
    '∀ (p q : Prop) (hp : p) (hq : q), p ∧ q',
    '∀ (q p : Prop) (hq : q) (hp : p), p ∧ q',
  ],
  [
    'a projection of a bound variable',
    '∀ xs : List Nat, xs.length = xs.length',
    '∀ l : List Nat, l.length = l.length',
  ],
]

const different: readonly (readonly [why: string, left: string, right: string])[] = [
  ['the two sides of a subtraction', '∀ a b : Nat, a - b = 0', '∀ a b : Nat, b - b = 0'],
  ['which variable is used', '∀ a b : Nat, a = a', '∀ a b : Nat, a = b'],
  ['free and bound', '∀ n : Nat, n = m', '∀ n : Nat, n = n'],
  ['hypothesis and conclusion', '∀ p q : Prop, p → q', '∀ p q : Prop, p ∧ q'],
  ['types', '∀ n : Nat, n = n', '∀ n : Int, n = n'],
  ['indexing and application', 'f xs[0] = 1', 'f xs [0] = 1'],
  ['dependent order', '∀ a, ∃ b, a < b', '∃ b, ∀ a, a < b'],
  ['parentheses inside', '∀ a b c : Nat, a - (b - c) = 0', '∀ a b c : Nat, a - b - c = 0'],
  ['texts that only begin like a theorem', 'lemma 1', 'lemma 2'],
  ['shadowing', '∀ x : Nat, ∀ x : Nat, x = 0', '∀ x : Nat, ∀ y : Nat, x = 0 ∧ y = y'],
  ['arrow below a biconditional', 'p → q ↔ r', 'p → (q ↔ r)'],
  ['an instance and a plain argument', '∀ [DecidableEq α], p', '∀ (_ : DecidableEq α), p'],
]

describe('the text normal form', () => {
  it.each(same)('ignores %s', (_why, left, right) => {
    expect(normalizeGoalText(left)).toBe(normalizeGoalText(right))
  })

  it.each(different)('keeps apart %s', (_why, left, right) => {
    expect(normalizeGoalText(left)).not.toBe(normalizeGoalText(right))
  })

  it('reads context lines as hypotheses', () => {
    expect(normalizeGoalText('n ≠ 0', ['n : Nat', 'h : 0 < n'])).toBe(
      normalizeGoalText('∀ n : Nat, 0 < n → n ≠ 0'),
    )
  })

  it('survives text that is not Lean', () => {
    for (const text of [
      '',
      ')))',
      '∀',
      '∀ x',
      '(((',
      'fun',
      '∀ ⟨a, b⟩ : Nat × Nat, a = b',
      '"unclosed',
      '∀ (x : , y',
    ]) {
      expect(typeof normalizeGoalText(text)).toBe('string')
    }
  })
})

describe('a very long text', () => {
  it.each([
    ['brackets', '('.repeat(100_000)],
    ['binders without an end', 'fun (a : '.repeat(2_000)],
    ['binders in the place of names', 'fun x '.repeat(3_000)],
    ['types that are binders', '∀ a : '.repeat(3_000)],
    ['predicates that are binders', '∀ x > '.repeat(3_000)],
    ['closed brackets', '('.repeat(50_000) + ')'.repeat(50_000)],
    ['arrows', `${'p → '.repeat(25_000)}q`],
    ['binders', `${'∀ x : Nat, '.repeat(9_000)}x = x`],
    ['hypotheses', `∀ ${'(x : Nat) '.repeat(9_000)}, x = x`],
    ['names', `∀ ${'x '.repeat(50_000)}: Nat, x = x`],
    ['functions', 'fun x => '.repeat(11_000)],
    ['words', 'word '.repeat(20_000)],
    [
      'a large body',
      `∀ ${Array.from({ length: 30 }, (_, i) => `a${i}`).join(' ')} : Nat, ${'a1 + a2 * '.repeat(10_000)} 1 = 0`,
    ],
  ])('of %s has a normal form', (_what, text) => {
    expect(normalizeGoalText(text).length).toBeGreaterThan(0)
  })
})

/** Random telescopes over a few predicates; each hypothesis may speak of the variables declared before it. */
const telescope = fc
  .record({
    variables: fc.integer({ min: 1, max: 5 }),
    hypotheses: fc.array(fc.tuple(fc.constantFrom('<', '≤', '∣'), fc.nat(4), fc.nat(4)), { maxLength: 4 }),
    goal: fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)),
    types: fc.array(fc.constantFrom('Nat', 'Int'), { minLength: 5, maxLength: 5 }),
  })
  .map(({ variables, hypotheses, goal, types }) => {
    const declared = Array.from({ length: variables }, (_, index) => ({ index, type: types[index] ?? 'Nat' }))
    const mod = (index: number) => index % variables
    return {
      declared,
      hypotheses: hypotheses.map(([relation, a, b]) => ({ relation, a: mod(a), b: mod(b) })),
      goal: goal.map(mod),
    }
  })

type Random = typeof telescope extends fc.Arbitrary<infer T> ? T : never

function print({ declared, hypotheses, goal }: Random, name: (index: number) => string): string {
  const binders = [
    ...declared.map(({ index, type }) => `(${name(index)} : ${type})`),
    ...hypotheses.map(
      ({ relation, a, b }, index) => `(${name(100 + index)} : ${name(a)} ${relation} ${name(b)})`,
    ),
  ]
  return `∀ ${binders.join(' ')}, ${goal.map(name).join(' + ')} = 0`
}

describe('properties of goal keys', () => {
  it('renaming bound variables never changes the key', () => {
    fc.assert(
      fc.property(telescope, fc.stringMatching(/^[a-z]{1,3}$/), (goal, prefix) => {
        const plain = print(goal, (index) => `v${index}`)
        const renamed = print(goal, (index) => `${prefix}${index * 7}'`)
        expect(goalTextKey({ text: renamed })).toBe(goalTextKey({ text: plain }))
      }),
    )
  })

  it('reordering independent hypotheses never changes the key', () => {
    const shuffled = telescope.chain((goal) =>
      fc.tuple(
        fc.constant(goal),
        fc.shuffledSubarray(goal.declared, { minLength: goal.declared.length }),
        fc.shuffledSubarray(goal.hypotheses, { minLength: goal.hypotheses.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([goal, declared, hypotheses]) => {
        const name = (index: number) => `v${index}`
        expect(goalTextKey({ text: print({ ...goal, declared, hypotheses }, name) })).toBe(
          goalTextKey({ text: print(goal, name) }),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('goals that differ in more than names and order have different keys', () => {
    fc.assert(
      fc.property(telescope, telescope, (left, right) => {
        fc.pre(JSON.stringify(shape(left)) !== JSON.stringify(shape(right)))
        const name = (index: number) => `v${index}`
        expect(goalTextKey({ text: print(left, name) })).not.toBe(goalTextKey({ text: print(right, name) }))
      }),
    )
  })

  it('imports and preamble are part of the key, their order and trailing blanks are not', () => {
    const key = (parts: object) => goalTextKey({ text: 'p', ...parts })
    expect(key({ imports: ['A', 'B'] })).toBe(key({ imports: ['B', 'A', 'A'] }))
    expect(key({ imports: ['A'] })).not.toBe(key({}))
    expect(key({ preamble: 'def p := True' })).not.toBe(key({ preamble: 'def p := False' }))
    expect(key({ preamble: 'def p := True  \n' })).toBe(key({ preamble: 'def p := True' }))
  })
})

/** An invariant under renaming and reordering that is coarser than the key. */
function shape(goal: Random): unknown {
  const typeOf = (index: number) => goal.declared.find((one) => one.index === index)?.type
  return [
    goal.declared.map(({ type }) => type).sort(),
    goal.hypotheses.map(({ relation, a, b }) => `${typeOf(a)}${relation}${typeOf(b)}`).sort(),
    goal.goal.map(typeOf),
  ]
}
