/** Which laws are guessed from signatures alone; `copilot/laws.test.ts` asks Lean which of them are left. */
import { describe, expect, it } from 'vitest'
import type { Survey } from '../lean/index.ts'
import { type Conjectures, conjecturesFor } from './conjectures.ts'

type Definition = Survey['definitions'][number]
type TypeInfo = Survey['types'][number]

/** `f : (x : N) → …`, written as `def('f', ['x N', 'y N'], 'N')`; `{a Type}` is implicit. */
function def(name: string, binders: readonly string[], result: string): Definition {
  return {
    name,
    recursive: true,
    binders: binders.map((binder) => {
      const explicit = !binder.startsWith('{')
      const [binderName = '', ...type] = binder.replaceAll(/[{}]/g, '').split(' ')
      return { name: binderName, type: type.join(' '), explicit, instance: false }
    }),
    result,
  }
}

const number: TypeInfo = {
  name: 'N',
  params: 0,
  recursive: true,
  own: true,
  predicate: false,
  held: false,
  constructors: [
    { name: 'N.zero', fields: [] },
    { name: 'N.next', fields: [{ shape: { const: 'N', arguments: [] }, explicit: true }] },
  ],
}
const list: TypeInfo = {
  name: 'L',
  params: 1,
  recursive: true,
  own: true,
  predicate: false,
  held: false,
  constructors: [
    { name: 'L.empty', fields: [{ shape: { sort: true }, explicit: false }] },
    {
      name: 'L.item',
      fields: [
        { shape: { sort: true }, explicit: false },
        { shape: { bound: 0 }, explicit: true },
        { shape: { const: 'L', arguments: [{ bound: 1 }] }, explicit: true },
      ],
    },
  ],
}

function guess(
  definitions: readonly Definition[],
  { bySecond = [] as string[], called = [] as string[] } = {},
) {
  const calls = called.map((name) => ({
    text: name,
    function: name,
    count: 1,
    recursive: true,
    result: null,
    type: '',
    arguments: [],
    onVariables: true,
  }))
  const survey: Survey = {
    variables: [],
    calls,
    definitions: [...definitions],
    types: [number, list],
    theorems: [],
    broad: [],
  }
  return conjecturesFor(survey, new Set(bySecond))
}

const statements = (guesses: Conjectures, family: keyof Conjectures): string[] =>
  guesses[family].map(({ statement }) => statement)

const add = def('add', ['x N', 'y N'], 'N')
const mul = def('mul', ['x N', 'y N'], 'N')
const le = def('le', ['x N', 'y N'], 'Bool')
const eq = def('eq', ['x N', 'y N'], 'Bool')
const join = def('join', ['{a Type}', 'x L a', 'y L a'], 'L a')
const size = def('size', ['{a Type}', 'x L a'], 'N')
const skip = def('skip', ['{a Type}', 'n N', 'x L a'], 'L a')
const sorted = def('sorted', ['x L N'], 'Bool')
const insert = def('insert', ['n N', 'x L N'], 'L N')

describe('laws of single functions', () => {
  it('are units, repetitions, successors, commutativity and associativity', () => {
    const laws = statements(guess([add]), 'laws')
    expect(laws).toEqual([
      '∀ (x : N), add x N.zero = x',
      '∀ (x : N), add x N.zero = N.zero',
      '∀ (x : N), add x x = x',
      '∀ (x : N), add x x = N.zero',
      '∀ (x : N) (y : N), add x (N.next y) = N.next (add x y)',
      '∀ (x : N) (y : N), add x (N.next y) = add (N.next x) y',
      '∀ (x : N) (y : N), add x y = add y x',
      '∀ (x : N) (y : N) (z : N), add (add x y) z = add x (add y z)',
      '∀ (x : N) (y : N) (z : N), add x (add y z) = add y (add x z)',
    ])
  })

  it('are about the argument that a function does not go by', () => {
    const laws = statements(guess([add], { bySecond: ['add'] }), 'laws')
    expect(laws).toContain('∀ (x : N), add N.zero x = x')
    expect(laws).not.toContain('∀ (x : N), add x N.zero = x')
  })

  it('tell solvers what is commutative or associative, for all types', () => {
    const instances = guess([join]).laws.flatMap(({ instance }) => (instance ? [instance] : []))
    expect(instances.map(({ type }) => type)).toEqual([
      '∀ (a : Type), Std.Commutative (α := L a) join',
      '∀ (a : Type), Std.Associative (α := L a) join',
    ])
    expect(instances[0]?.parameters).toEqual(['a'])
  })

  it('are the same for a type that is named like a fixed argument', () => {
    const named = (type: string) =>
      statements(guess([def('join', [`{${type} Type}`, `x L ${type}`, `y L ${type}`], `L ${type}`)]), 'laws')
    const [a, p] = [named('a'), named('p')]
    expect(a.length).toBeGreaterThan(0)
    expect(p).toEqual(a.map((law) => law.replaceAll(/\ba\b/g, 'p')))
  })

  it('leave out what keeps an argument fixed: only the whole function commutes', () => {
    const rotate = def('rotate', ['n N', 'x L N', 'y L N'], 'L N')
    const laws = statements(guess([rotate]), 'laws')
    expect(laws).toEqual([])
  })

  it('come first for the functions that others are made of', () => {
    const laws = statements(guess([mul, add], { called: ['mul'] }), 'laws')
    expect(laws.findIndex((law) => law.includes('add'))).toBeLessThan(
      laws.findIndex((law) => law.includes('mul')),
    )
  })
})

describe('laws of tests', () => {
  it('say what one says about its arguments and about another', () => {
    const related = statements(guess([le, eq]), 'related')
    expect(related).toContain('∀ (x : N) (y : N), eq x y = true → x = y')
    expect(related).toContain('∀ (x : N) (y : N), le x y = false → le y x = true')
    expect(related).toContain('∀ (x : N) (y : N), le x y = true → le x (N.next y) = true')
    expect(related).toContain('∀ (x : N) (y : N), eq x y = true → le x y = true')
  })

  it('are chains, in a family of their own', () => {
    expect(statements(guess([le]), 'conditional')).toEqual([
      '∀ (x : N) (y : N) (z : N), le x y = true → le y z = true → le x z = true',
      '∀ (x : N) (y : N), le x y = true → le y x = true → x = y',
    ])
  })

  it('go on to hold for what a function makes', () => {
    expect(statements(guess([sorted, insert]), 'preserved')).toContain(
      '∀ (p1 : N) (x : L N), sorted x = true → sorted (insert p1 x) = true',
    )
  })
})

describe('larger laws', () => {
  it('pass through one another', () => {
    const further = statements(guess([size, join, add]), 'further')
    expect(further).toContain('∀ (a : Type) (x : L a) (y : L a), size (join x y) = add (size x) (size y)')
    expect(further).toContain('∀ (a : Type) (x : L a) (y : L a), size (join x y) = size (join y x)')
  })

  it('say what an accumulator adds', () => {
    const onto = def('onto', ['{a Type}', 'x L a', 'y L a'], 'L a')
    const back = def('back', ['{a Type}', 'x L a'], 'L a')
    expect(statements(guess([onto, back, join]), 'further')).toContain(
      '∀ (a : Type) (x : L a) (y : L a), onto x y = join (back x) y',
    )
  })

  it('go as far as a value is long', () => {
    expect(statements(guess([skip, size, join]), 'further')).toContain(
      '∀ (a : Type) (x : L a) (y : L a), skip (size x) (join x y) = y',
    )
  })

  it('distribute', () => {
    expect(statements(guess([mul, add]), 'further')).toContain(
      '∀ (x : N) (y : N) (z : N), mul x (add y z) = add (mul x y) (mul x z)',
    )
  })

  it('are those of the functions in the goal first', () => {
    const double = def('double', ['x N'], 'N')
    const further = statements(guess([double, add, mul], { called: ['double', 'add'] }), 'further')
    expect(further[0]).not.toContain('mul')
    expect(further.some((law) => law.includes('mul'))).toBe(true)
  })
})

it('knows what an induction may be on, and which calls it may follow', () => {
  const [law] = guess([join]).laws
  expect(law).toMatchObject({ names: ['a', 'x'], data: ['x'] })
  const commutes = guess([join]).laws.find(({ statement }) => statement.endsWith('join x y = join y x'))
  expect(commutes).toMatchObject({ names: ['a', 'x', 'y'], data: ['x', 'y'], calls: ['join x y'] })
})
