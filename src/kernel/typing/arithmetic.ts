/**
 * Arithmetic on literals: computed directly where the constant is known to be the function of its name
 * (`known-functions.ts`), which otherwise would be unfolded down to `Nat.rec`.
 */
import type { KernelContext } from '../context.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { Declined } from '../verdict.ts'
import type { TypeJudge } from './judge.ts'
import type { Literals } from './literals.ts'
import { BINARY, type BinaryName, bitLength } from './operations.ts'

/** Whether a constant is known to compute what its name says. */
export interface KnownFunctions {
  has(name: BinaryName): boolean
  /** Whether what is not computed directly comes out by unfolding all the same. */
  unfolds(name: BinaryName): boolean
}

export class Arithmetic {
  readonly #context: KernelContext
  readonly #judge: TypeJudge
  readonly #literals: Literals
  readonly #known: KnownFunctions
  readonly #operations = new Map<Name, BinaryName>()
  readonly #booleans: readonly [Expr, Expr]
  readonly #missed = new Set<BinaryName>()

  constructor(context: KernelContext, judge: TypeJudge, literals: Literals, known: KnownFunctions) {
    this.#context = context
    this.#judge = judge
    this.#literals = literals
    this.#known = known
    for (const name of Object.keys(BINARY) as BinaryName[]) this.#operations.set(context.names.of(name), name)
    const { exprs, names } = context
    this.#booleans = [exprs.const(names.of('Bool.false')), exprs.const(names.of('Bool.true'))]
  }

  /** Operations that met numbers and could not be computed, because their definitions are not known here. */
  missed(): readonly BinaryName[] {
    // While its own equations are decided, a function is not known yet.
    return [...this.#missed].filter((name) => !this.#known.has(name))
  }

  clear(): void {
    this.#missed.clear()
  }

  /** The value of an operation on numbers, or `NONE`. */
  reduce(e: Expr): Expr {
    const { exprs } = this.#context
    if (exprs.kind(e) !== KIND.app || exprs.hasFree(e)) return NO_EXPR
    const fn = exprs.a(e)
    if (fn === this.#literals.succ) return this.#successor(exprs.b(e))
    const isUnary = exprs.kind(fn) === KIND.const
    if (!isUnary && (exprs.kind(fn) !== KIND.app || exprs.kind(exprs.a(fn)) !== KIND.const)) return NO_EXPR
    const name = this.#operations.get(exprs.a(isUnary ? fn : exprs.a(fn)))
    if (name === undefined || isUnary !== (BINARY[name].length === 1)) return NO_EXPR
    const a = this.#number(isUnary ? exprs.b(e) : exprs.b(fn))
    if (a === undefined) return NO_EXPR
    const b = isUnary ? 0n : this.#number(exprs.b(e))
    if (b === undefined) return NO_EXPR
    if (!this.#known.has(name)) {
      if (!this.#known.unfolds(name)) this.#missed.add(name)
      return NO_EXPR
    }
    this.#bound(name, a, b)
    const value = BINARY[name](a, b)
    return typeof value === 'boolean' ? this.#booleans[value ? 1 : 0] : exprs.nat(value)
  }

  #successor(arg: Expr): Expr {
    const n = this.#number(arg)
    return n === undefined || !this.#literals.hasNat() ? NO_EXPR : this.#context.exprs.nat(n + 1n)
  }

  #number(e: Expr): bigint | undefined {
    const { exprs } = this.#context
    const value = this.#judge.whnf(e)
    if (exprs.kind(value) === KIND.nat) return exprs.natural(value)
    return value === this.#literals.zero ? 0n : undefined
  }

  /** Powers and shifts of a few digits can be larger than any memory. */
  #bound(name: BinaryName, a: bigint, b: bigint): void {
    const { natBits } = this.#context.budget.limits
    const grows =
      (name === 'Nat.pow' && a > 1n && b * BigInt(bitLength(a)) > natBits) ||
      (name === 'Nat.shiftLeft' && a > 0n && b + BigInt(bitLength(a)) > natBits) ||
      (name === 'Nat.mul' && bitLength(a) + bitLength(b) > natBits)
    if (grows) throw new Declined(`${name} gives a number of more than ${natBits} bits, which is the limit`)
  }
}
