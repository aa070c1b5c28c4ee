/** Each schema with a law that it gives: Lean fills it with the functions below, and tests what comes out. */
import { describe, expect, it } from 'vitest'
import { Dojo, type FoundLaw } from '../lean/index.ts'
import { leanForTests } from '../lean/test-lean.ts'
import { LAW_SCHEMAS } from './schemas.ts'
import { LISTS, NUMBERS, SORTING } from './test-functions.ts'

const lean = leanForTests()

/** The laws that some schemas give for a goal that mentions some functions. */
async function lawsOf(
  names: string | readonly string[],
  functions: string,
  preamble = ALL,
): Promise<readonly FoundLaw[]> {
  const schemas = LAW_SCHEMAS.filter(({ name }) => [names].flat().includes(name))
  const mentioned = functions.split(' ').map((one) => `@${one} = @${one}`)
  await using dojo = await Dojo.open(lean.pool, { preamble, statement: mentioned.join(' ∧ ') })
  const options = { from: 0, count: 96, limit: 20, heartbeats: 400_000 }
  return (await dojo.laws(dojo.root, schemas, options)).laws
}

const ALL = [NUMBERS, LISTS, SORTING].join('\n')

/** Schema, functions in the goal, a law that it gives. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['right unit', 'join', '∀ (a : Type) (x : L a), join x L.empty = x'],
  ['left unit', 'sum', '∀ (x : N), sum N.zero x = x'],
  ['right zero', 'mul', '∀ (x : N), mul x N.zero = N.zero'],
  ['left zero', 'product', '∀ (x : N), product N.zero x = N.zero'],
  ['idempotent', 'most', '∀ (x : N), most x x = x'],
  ['constant on the diagonal', 'less', '∀ (x : N), less x x = N.zero'],
  ['reflexive', 'le', '∀ (x : N), le x x = true'],
  ['right successor', 'add', '∀ (x y : N), add x y.next = (add x y).next'],
  ['left successor', 'sum', '∀ (x y : N), sum y.next x = (sum y x).next'],
  ['successor moves over', 'add', '∀ (x y : N), add x y.next = add x.next y'],
  ['successor on both sides', 'gap', '∀ (x y : N), gap x.next y.next = gap x y'],
  ['right recursion', 'mul', '∀ (x y : N), mul x y.next = add x (mul x y)'],
  ['left recursion', 'mul plus', '∀ (x y : N), mul y.next x = plus x (mul y x)'],
  ['commutative', 'eq', '∀ (x y : N), eq x y = eq y x'],
  ['associative', 'join', '∀ (a : Type) (x y z : L a), join (join x y) z = join x (join y z)'],
  ['left-commutative', 'add', '∀ (x y z : N), add x (add y z) = add y (add x z)'],
  ['right-commutative', 'less', '∀ (x y z : N), less (less x y) z = less (less x z) y'],
  ['order-reflecting', 'eq', '∀ (x y : N), eq x y = true → x = y'],
  ['total', 'le', '∀ (x y : N), le x y = false → le y x = true'],
  ['asymmetric', 'lt', '∀ (x y : N), lt x y = true → lt y x = false'],
  ['true implies true', 'lt', '∀ (x y : N), lt x y = true → le x y = true'],
  ['true implies true, converse', 'eq le', '∀ (x y : N), eq x y = true → le y x = true'],
  ['true implies false', 'eq lt', '∀ (x y : N), lt x y = true → eq x y = false'],
  ['true implies false, converse', 'lt', '∀ (x y : N), le x y = true → lt y x = false'],
  ['false implies true', 'le ge', '∀ (x y : N), le x y = false → ge x y = true'],
  ['false implies true, converse', 'lt', '∀ (x y : N), lt x y = false → le y x = true'],
  ['false implies false', 'eq le', '∀ (x y : N), le x y = false → eq x y = false'],
  ['false implies false, converse', 'eq le', '∀ (x y : N), le x y = false → eq y x = false'],
  ['below a successor', 'le', '∀ (x y : N), le x y = true → le x y.next = true'],
  ['monotone', 'le half', '∀ (x y : N), le x y = true → le (half x) (half y) = true'],
  ['preserved by a function', 'evens back', '∀ (x : L N), evens x = true → evens (back x) = true'],
  ['fixed where it holds', 'sort sorted', '∀ (x : L N), sorted x = true → sort x = x'],
  ['preserved in front', 'has join', '∀ (p1 : N) (x y : L N), has p1 x = true → has p1 (join x y) = true'],
  ['preserved by an action', 'has put', '∀ (p1 x : N) (y : L N), has p1 y = true → has p1 (put x y) = true'],
  [
    'preserved by a join',
    'evens join',
    '∀ (x y : L N), evens x = true → evens y = true → evens (join x y) = true',
  ],
  ['established', 'sort sorted', '∀ (x : L N), sorted (sort x) = true'],
  ['established', 'has put', '∀ (p1 : N) (x : L N), has p1 (put p1 x) = true'],
  ['transitive', 'le', '∀ (x y z : N), le x y = true → le y z = true → le x z = true'],
  ['antisymmetric', 'le', '∀ (x y : N), le x y = true → le y x = true → x = y'],
  ['homomorphism', 'size join add', '∀ (a : Type) (x y : L a), size (join x y) = add (size x) (size y)'],
  ['anti-homomorphism', 'size join add', '∀ (a : Type) (x y : L a), size (join x y) = add (size y) (size x)'],
  [
    'endomorphism',
    'keep join',
    '∀ (a : Type) (p1 : a → Bool) (x y : L a), keep p1 (join x y) = join (keep p1 x) (keep p1 y)',
  ],
  ['anti-endomorphism', 'back', '∀ (a : Type) (x y : L a), back (join x y) = join (back y) (back x)'],
  ['symmetric under a function', 'size join', '∀ (a : Type) (x y : L a), size (join x y) = size (join y x)'],
  ['equivariant', 'double mul', '∀ (x y : N), double (mul x y) = mul x (double y)'],
  ['invariant', 'size turn', '∀ (a : Type) (x : N) (y : L a), size (turn x y) = size y'],
  ['one more', 'size put', '∀ (x : N) (y : L N), size (put x y) = (size y).next'],
  ['accumulator', 'onto back', '∀ (a : Type) (x y : L a), onto x y = join (back x) y'],
  ['accumulator from a start', 'onto join', '∀ (a : Type) (x y : L a), onto x y = join (onto x L.empty) y'],
  ['take the length', 'take size join', '∀ (a : Type) (x y : L a), take (size x) (join x y) = x'],
  ['drop the length', 'skip size join', '∀ (a : Type) (x y : L a), skip (size x) (join x y) = y'],
  ['rotate by the length', 'turn size', '∀ (a : Type) (x y : L a), turn (size x) (join x y) = join y x'],
  ['involution', 'back', '∀ (a : Type) (x : L a), back (back x) = x'],
  ['projection', 'sort', '∀ (x : L N), sort (sort x) = sort x'],
  ['inverse', 'half double', '∀ (x : N), half (double x) = x'],
  ['kept under a function', 'size back', '∀ (a : Type) (x : L a), size (back x) = size x'],
  ['action', 'skip add', '∀ (a : Type) (x y : N) (z : L a), skip (add x y) z = skip x (skip y z)'],
  ['left-distributive', 'mul', '∀ (x y z : N), mul x (add y z) = add (mul x y) (mul x z)'],
  ['right-distributive', 'mul', '∀ (x y z : N), mul (add x y) z = add (mul x z) (mul y z)'],
  ['commuting', 'back keep', '∀ (a : Type) (p1 : a → Bool) (x : L a), back (keep p1 x) = keep p1 (back x)'],
  ['absorption', 'most less', '∀ (x y : N), most x (less x y) = x'],
  [
    'insertion before or after',
    'size put',
    '∀ (x : N) (y : L N) (z : N), size (put x (L.item z y)) = size (L.item z (put x y))',
  ],
  [
    'insertion at the end',
    'count place',
    '∀ (x : N) (y : R N) (z : N), count (place x (y.after z)) = count ((place x y).after z)',
  ],
  [
    'action from the right',
    'skip add',
    '∀ (a : Type) (x y : N) (z : L a), skip (add x y) z = skip y (skip x z)',
  ],
  ['once more before', 'skip', '∀ (a : Type) (x : N) (y : L a), skip x.next y = skip x (skip N.zero.next y)'],
  ['once more after', 'skip', '∀ (a : Type) (x : N) (y : L a), skip x.next y = skip N.zero.next (skip x y)'],
  ['all of its length', 'take size', '∀ (a : Type) (n : N) (x : L a), size x = n → take n x = x'],
  [
    'nothing beyond its length',
    'skip size',
    '∀ (a : Type) (n : N) (x : L a), size x = n → skip n x = L.empty',
  ],
  [
    'overlap',
    'take join size less',
    '∀ (a : Type) (n : N) (x y : L a), take n (join x y) = join (take n x) (take (less n (size x)) y)',
  ],
  [
    'zip',
    'pairs size join',
    '∀ (a a1 : Type) (x : L a) (u : L a1) (y : L a) (v : L a1), size x = size u → pairs (join x y) (join u v) = join (pairs x u) (pairs y v)',
  ],
  [
    'no longer',
    'le size keep',
    '∀ (a : Type) (p1 : a → Bool) (x : L a), le (size (keep p1 x)) (size x) = true',
  ],
  // One of two types that are made of each other, and a function that another one is handed to.
  ['right unit', 'graft', '∀ (x : Bush), graft x Bush.bare = x'],
  [
    'endomorphism',
    'same join',
    '∀ (a : Type) (p1 : a → a) (x y : L a), same p1 (join x y) = join (same p1 x) (same p1 y)',
  ],
]

describe('a schema', () => {
  it.each(CASES)('%s, for %s', async (name, functions, law) => {
    const found = await lawsOf(name, functions)
    expect(found.map(({ statement }) => statement)).toContain(law)
  })
})

it('has a case for each schema', () => {
  expect(new Set(CASES.map(([name]) => name))).toEqual(new Set(LAW_SCHEMAS.map(({ name }) => name)))
})

describe('a law', () => {
  const statements = (found: readonly FoundLaw[]) => found.map(({ statement }) => statement)

  it('is tested on small values', async () => {
    expect(statements(await lawsOf('commutative', 'less'))).not.toContain('∀ (x y : N), less x y = less y x')
  })

  it('is none where one step of computing shows it', async () => {
    expect(statements(await lawsOf('left unit', 'add'))).toEqual([])
  })

  it('knows its variables, what an induction may be on and follow, and its class', async () => {
    const [law] = await lawsOf('commutative', 'add')
    expect(law).toMatchObject({
      names: ['x', 'y'],
      data: ['x', 'y'],
      calls: [
        { text: 'add x y', on: ['x', 'y'] },
        { text: 'add y x', on: ['y', 'x'] },
      ],
    })
    expect(law?.instance).toEqual({ type: 'Std.Commutative add', parameters: [] })
  })

  it('comes after those of the functions that its own is made of, and those that it needs', async () => {
    const schemas = ['right zero', 'commutative', 'left-distributive', 'associative']
    const found = statements(await lawsOf(schemas, 'mul'))
    const order = [
      '∀ (x y : N), add x y = add y x',
      '∀ (x y z : N), add (add x y) z = add x (add y z)',
      '∀ (x : N), mul x N.zero = N.zero',
      '∀ (x y : N), mul x y = mul y x',
      '∀ (x y z : N), mul x (add y z) = add (mul x y) (mul x z)',
      '∀ (x y z : N), mul (mul x y) z = mul x (mul y z)',
    ]
    expect(found.filter((law) => order.includes(law))).toEqual(order)
  })

  it.each([
    ['a type parameter named p', '{p : Type}', 'L p', '∀ (a : Type) (x : L a), own x L.empty = x'],
    ['a universe', '{t : Type u}', 'M t', '∀ (a : Type) (x : M a), own x M.none = x'],
    ['an instance', '{t : Type} [BEq t]', 'L t', '∀ (a : Type) [inst : BEq a] (x : L a), own x L.empty = x'],
  ])('has nothing to do with %s', async (_, binders, type, law) => {
    const empty = type.startsWith('M') ? '.none' : '.empty'
    const item = type.startsWith('M') ? '.some' : '.item'
    const own = `universe u
inductive M (t : Type u) where
  | none
  | some (x : t) (xs : M t)
def own ${binders} : ${type} → ${type} → ${type}
  | ${empty}, ys => ys
  | ${item} x xs, ys => ${item} x (own xs ys)`
    expect(
      statements(
        await lawsOf(
          'right unit',
          binders.includes(' u}') ? 'own.{0}' : 'own',
          `${NUMBERS}\n${LISTS}\n${own}`,
        ),
      ),
    ).toContain(law)
  })

  it('has names of its own where a function has theirs', async () => {
    const preamble = `${NUMBERS}
def x : N → N → N
  | .zero, m => m
  | .next n, m => .next (x n m)`
    expect(statements(await lawsOf('right unit', 'x', preamble))).toContain('∀ (x1 : N), x x1 N.zero = x1')
  })
})
