/** Terms on which a naive checker takes exponential or quadratic time, within a number of steps. */
import { describe, expect, it } from 'vitest'
import { KernelBudget } from '../budget.ts'
import type { Declaration } from '../declare/declaration.ts'
import { Kernel } from '../declare/kernel.ts'
import type { Expr } from '../terms/exprs.ts'
import { parseDeclarations } from '../test-language.ts'
import { PRELUDE } from './pair.ts'

const GIVEN = `
def Nat.add : Nat → Nat → Nat := fun (x : Nat) => fun (y : Nat) =>
  Nat.rec.{1} (fun (n : Nat) => Nat) x (fun (n : Nat) => fun (h : Nat) => Nat.succ h) y
inductive N : Type | O : N | S : N → N
def plus : N → N → N := fun (a : N) => fun (b : N) =>
  N.rec.{1} (fun (x : N) => N) b (fun (x : N) => fun (h : N) => N.S h) a
def count : N → N := fun (m : N) =>
  N.rec.{1} (fun (x : N) => N) N.O (fun (x : N) => fun (h : N) => plus h (N.S N.O)) m
def forget : N → N := fun (x : N) => N.O
inductive Tree : Type | leaf : Tree | node : Tree → Tree → Tree
def perfect : N → Tree → Tree := fun (k : N) =>
  N.rec.{1} (fun (x : N) => Tree → Tree) (fun (t : Tree) => t)
    (fun (x : N) => fun (h : Tree → Tree) => fun (t : Tree) => h (Tree.node t t)) k
def f0 : N → N := fun (x : N) => x
def f1 : N → N := fun (x : N) => f0 (f0 x)
def f2 : N → N := fun (x : N) => f1 (f1 x)
def f3 : N → N := fun (x : N) => f2 (f2 x)
def slow : N → True := fun (m : N) =>
  N.rec.{0} (fun (x : N) => True) True.intro (fun (x : N) => fun (h : True) => h) m
def use : True → N := fun (x : True) => N.O
def both : (Nat → Nat) → (Nat → Nat) → Nat := fun (f : Nat → Nat) => fun (g : Nat → Nat) => Nat.add (f 0) (g 0)
`

class Bench {
  readonly kernel = new Kernel(new KernelBudget({ steps: 3_000_000 }))

  constructor() {
    for (const declaration of parseDeclarations(this.kernel.context, `${PRELUDE}${GIVEN}`))
      expect(this.kernel.add(declaration)).toEqual({ kind: 'accepted' })
  }

  get exprs() {
    return this.kernel.context.exprs
  }

  call(name: string, ...args: Expr[]): Expr {
    const { names } = this.kernel.context
    return this.exprs.apps(this.exprs.const(names.of(name)), args)
  }

  times(name: string, count: number, of: Expr): Expr {
    let e = of
    for (let i = 0; i < count; i++) e = this.call(name, e)
    return e
  }

  number(n: number): Expr {
    return this.times('N.S', n, this.call('N.O'))
  }

  /** `left = right`, by reflexivity of `left`. */
  equation(type: string, left: Expr, right: Expr): Declaration {
    const { names, levels } = this.kernel.context
    const one = levels.list([levels.succ(0)])
    const of = (name: string, ...args: Expr[]) => this.exprs.apps(this.exprs.const(names.of(name), one), args)
    const t = this.call(type)
    const name = names.of('t')
    return {
      kind: 'theorem',
      name,
      levelParams: [],
      type: of('Eq', t, left, right),
      value: of('Eq.refl', t, left),
    }
  }

  definition(type: Expr, value: Expr): Declaration {
    const name = this.kernel.context.names.of('t')
    return { kind: 'definition', name, levelParams: [], type, value, hints: 1, safety: 'safe' }
  }
}

const CASES: Readonly<Record<string, (b: Bench) => Declaration>> = {
  'applications, nested deeply': (b) =>
    b.definition(b.call('Nat'), b.times('Nat.succ', 50_000, b.exprs.nat(0n))),
  'a cascade of lets that shift one another': (b) => {
    const { exprs } = b
    const nat = b.call('Nat')
    const map = exprs.pi(nat, nat)
    let body = exprs.app(exprs.bvar(0), exprs.nat(0n))
    for (let outer = 300; outer > 0; outer--) {
      const inner = outer === 1 ? exprs.bvar(0) : exprs.app(exprs.bvar(1), exprs.bvar(0))
      body = exprs.let(map, exprs.lam(nat, exprs.app(exprs.bvar(outer), inner)), body)
    }
    return b.definition(exprs.pi(map, nat), exprs.lam(map, body))
  },
  'functions that are shared twice at every level': (b) => {
    const { exprs } = b
    const nat = b.call('Nat')
    const depth = 150
    let body = exprs.bvar(depth - 1)
    for (let i = 1; i < depth; i++) body = b.call('Nat.add', body, exprs.bvar(depth - 1 - i))
    for (let i = 0; i < depth; i++) {
      const lambda = exprs.lam(nat, body)
      body = b.call('both', lambda, lambda)
    }
    return b.definition(nat, body)
  },
  'a ladder of beta redexes': (b) => {
    const { exprs } = b
    const zero = exprs.nat(0n)
    let body = zero
    for (let i = 0; i < 150; i++) body = b.call('Nat.add', exprs.bvar(i), body)
    for (let i = 0; i < 150; i++) body = exprs.app(exprs.lam(b.call('Nat'), body), zero)
    return b.equation('Nat', body, zero)
  },
  'one question that is met 2²⁰ times': (b) => {
    const leaf = b.call('Tree.leaf')
    const left = b.call('perfect', b.number(20), leaf)
    return b.equation('Tree', left, b.call('perfect', b.number(19), b.call('Tree.node', leaf, leaf)))
  },
  'one term on both sides, expensive to evaluate': (b) => {
    const nest = b.times('f3', 40, b.call('N.O'))
    return b.equation('N', nest, nest)
  },
  'arguments that are forgotten': (b) =>
    b.equation(
      'N',
      b.call('forget', b.call('count', b.number(60))),
      b.call('forget', b.call('count', b.number(61))),
    ),
  'one side unrolls into the other': (b) =>
    b.equation(
      'N',
      b.call('count', b.number(201)),
      b.call('plus', b.call('count', b.number(200)), b.number(1)),
    ),
  'proofs that would take long to evaluate': (b) =>
    b.equation(
      'N',
      b.call('use', b.call('slow', b.call('count', b.number(100)))),
      b.call('use', b.call('True.intro')),
    ),
}

describe('a proof that is cheap if one is not naive', () => {
  it.each(Object.entries(CASES))('%s', (_, make) => {
    const bench = new Bench()
    expect(bench.kernel.add(make(bench))).toEqual({ kind: 'accepted' })
  })
})
