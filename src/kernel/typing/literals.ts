/**
 * Literals. A natural number literal stands for `Nat.succ (… Nat.zero)`, a string literal for `String.ofList` (before
 * Lean 4.27: `String.mk`) of the list of its characters, each `Char.ofNat` of its code. That is what they mean, not an
 * extra assumption, provided that the constants have the types that make these terms well-typed.
 */
import type { KernelContext } from '../context.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import { ZERO } from '../terms/levels.ts'
import type { Name } from '../terms/names.ts'
import { Declined, KernelRejection } from '../verdict.ts'

/** What a literal stands for mentions these, though the literal itself does not. */
export const LITERAL_CONSTANTS = {
  nat: ['Nat'],
  str: ['String', 'String.ofList', 'Char.ofNat', 'List.nil', 'List.cons', 'Nat'],
} as const

export class Literals {
  readonly #context: KernelContext
  readonly nat: Expr
  readonly zero: Expr
  readonly succ: Expr
  readonly #natName: Name
  readonly #names: Record<'string' | 'ofList' | 'mk' | 'char' | 'ofNat' | 'list' | 'nil' | 'cons', Name>
  #natIsReal = false
  #stringMaker: Name | undefined

  constructor(context: KernelContext) {
    this.#context = context
    const { names, exprs } = context
    this.#natName = names.of('Nat')
    this.nat = exprs.const(this.#natName)
    this.zero = exprs.const(names.of('Nat.zero'))
    this.succ = exprs.const(names.of('Nat.succ'))
    this.#names = {
      string: names.of('String'),
      ofList: names.of('String.ofList'),
      mk: names.of('String.mk'),
      char: names.of('Char'),
      ofNat: names.of('Char.ofNat'),
      list: names.of('List'),
      nil: names.of('List.nil'),
      cons: names.of('List.cons'),
    }
  }

  /** `inductive Nat : Type | zero : Nat | succ : Nat → Nat`, and nothing else. */
  hasNat(): boolean {
    if (this.#natIsReal) return true
    const { env, exprs, levels } = this.#context
    const nat = env.inductive(this.#natName)
    const [zero, succ] = [env.ctor(exprs.a(this.zero)), env.ctor(exprs.a(this.succ))]
    this.#natIsReal =
      nat !== undefined &&
      zero !== undefined &&
      succ !== undefined &&
      nat.levelParams.length === 0 &&
      nat.type === exprs.sort(levels.succ(ZERO)) &&
      nat.ctors.length === 2 &&
      nat.ctors[0] === zero.name &&
      nat.ctors[1] === succ.name &&
      zero.type === this.nat &&
      succ.type === exprs.pi(this.nat, this.nat)
    return this.#natIsReal
  }

  natType(): Expr {
    if (this.hasNat()) return this.nat
    throw new KernelRejection('literal-type', 'a number is used without the inductive type Nat')
  }

  stringType(): Expr {
    const { env, exprs } = this.#context
    if (this.#maker() !== undefined) return exprs.const(this.#names.string)
    // A file may leave out what its own checker does not look at.
    if (env.inductive(this.#names.string)?.ctors.length === 1)
      throw new Declined(
        'a text is used, and not all that it stands for (String.ofList, Char.ofNat, List) is there',
      )
    throw new KernelRejection('literal-type', 'a text is used without String, List, Char and Nat')
  }

  /** `n` as zero or a successor. */
  natToConstructor(literal: Expr): Expr {
    const { exprs } = this.#context
    const n = exprs.natural(literal)
    return n === 0n ? this.zero : exprs.app(this.succ, exprs.nat(n - 1n))
  }

  stringToList(literal: Expr): Expr {
    const { exprs } = this.#context
    const { char, ofNat, nil, cons } = this.#names
    const zeroLevels = exprs.levels.list([ZERO])
    const type = exprs.const(char)
    let list = exprs.app(exprs.const(nil, zeroLevels), type)
    for (const c of [...exprs.string(literal)].reverse()) {
      const code = exprs.app(exprs.const(ofNat), exprs.nat(BigInt(c.codePointAt(0) as number)))
      list = exprs.apps(exprs.const(cons, zeroLevels), [type, code, list])
    }
    return exprs.app(exprs.const(this.#maker() as Name), list)
  }

  /** Whether `e` is the function that makes strings of lists, applied to a list. */
  isStringMade(e: Expr): boolean {
    const { exprs } = this.#context
    return exprs.kind(e) === KIND.app && this.#context.isConst(exprs.a(e), this.#maker() ?? NO_EXPR)
  }

  /** The function that makes strings, once everything that an expanded literal mentions has the right type. */
  #maker(): Name | undefined {
    if (this.#stringMaker !== undefined) return this.#stringMaker
    const { env, exprs, levels } = this.#context
    const { string, ofList, mk, char, ofNat, list, nil, cons } = this.#names
    const type = exprs.sort(levels.succ(ZERO))
    const [str, chr] = [exprs.const(string), exprs.const(char)]
    const zeroLevels = levels.list([ZERO])
    const chars = exprs.app(exprs.const(list, zeroLevels), chr)
    const at = (name: Name) => {
      const constant = env.find(name)
      if (constant?.levelParams.length !== 1) return NO_EXPR
      return this.#context.typeOf(constant, exprs.const(name, zeroLevels))
    }
    const listOf = (index: number) => exprs.app(exprs.const(list, zeroLevels), exprs.bvar(index))
    const right =
      this.hasNat() &&
      env.find(string)?.type === type &&
      env.find(char)?.type === type &&
      env.find(ofNat)?.type === exprs.pi(this.nat, chr) &&
      at(list) === exprs.pi(type, type) &&
      at(nil) === exprs.pi(type, listOf(0)) &&
      at(cons) === exprs.pi(type, exprs.pi(exprs.bvar(0), exprs.pi(listOf(1), listOf(2))))
    if (!right) return undefined
    this.#stringMaker = [ofList, mk].find((name) => env.find(name)?.type === exprs.pi(chars, str))
    return this.#stringMaker
  }
}
