/**
 * Which constants compute what their names say.
 *
 * The equations below, each decided by unfolding the declared definition on variables, say how a function recurs;
 * by induction there is one function that does so. A constant of the right name that does not satisfy its equations
 * is an ordinary definition: nothing is computed for it.
 */
import type { KernelContext } from '../context.ts'
import type { Expr } from '../terms/exprs.ts'
import { KernelRejection } from '../verdict.ts'
import type { KnownFunctions } from './arithmetic.ts'
import { fingerprint } from './fingerprint.ts'
import type { TypeJudge } from './judge.ts'
import { KNOWN_DEFINITIONS } from './known-definitions.ts'
import type { Literals } from './literals.ts'
import { BINARY, type BinaryName } from './operations.ts'

type Make = (f: string, ...args: Expr[]) => Expr
type Equation = readonly [left: Expr, right: Expr]

interface Specification {
  /** Functions that the equations speak of, and that must be known themselves. */
  readonly uses: readonly BinaryName[]
  readonly equations: (
    call: Make,
    n: { zero: Expr; succ: (e: Expr) => Expr; x: Expr; y: Expr },
  ) => readonly Equation[]
}

const SPECIFICATIONS: Partial<Record<BinaryName, Specification>> = {
  'Nat.add': {
    uses: [],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.add', x, zero), x],
      [f('Nat.add', x, succ(y)), succ(f('Nat.add', x, y))],
    ],
  },
  'Nat.sub': {
    uses: [],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.pred', zero), zero],
      [f('Nat.pred', succ(x)), x],
      [f('Nat.sub', x, zero), x],
      [f('Nat.sub', x, succ(y)), f('Nat.pred', f('Nat.sub', x, y))],
    ],
  },
  'Nat.mul': {
    uses: ['Nat.add'],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.mul', x, zero), zero],
      [f('Nat.mul', x, succ(y)), f('Nat.add', f('Nat.mul', x, y), x)],
    ],
  },
  'Nat.pow': {
    uses: ['Nat.mul'],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.pow', x, zero), succ(zero)],
      [f('Nat.pow', x, succ(y)), f('Nat.mul', f('Nat.pow', x, y), x)],
    ],
  },
  'Nat.beq': {
    uses: [],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.beq', zero, zero), f('Bool.true')],
      [f('Nat.beq', zero, succ(y)), f('Bool.false')],
      [f('Nat.beq', succ(x), zero), f('Bool.false')],
      [f('Nat.beq', succ(x), succ(y)), f('Nat.beq', x, y)],
    ],
  },
  'Nat.ble': {
    uses: [],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.ble', zero, zero), f('Bool.true')],
      [f('Nat.ble', zero, succ(y)), f('Bool.true')],
      [f('Nat.ble', succ(x), zero), f('Bool.false')],
      [f('Nat.ble', succ(x), succ(y)), f('Nat.ble', x, y)],
    ],
  },
  'Nat.shiftLeft': {
    uses: ['Nat.mul'],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.shiftLeft', x, zero), x],
      [f('Nat.shiftLeft', x, succ(y)), f('Nat.shiftLeft', f('Nat.mul', succ(succ(zero)), x), y)],
    ],
  },
  'Nat.shiftRight': {
    uses: ['Nat.div'],
    equations: (f, { zero, succ, x, y }) => [
      [f('Nat.shiftRight', x, zero), x],
      [f('Nat.shiftRight', x, succ(y)), f('Nat.div', f('Nat.shiftRight', x, y), succ(succ(zero)))],
    ],
  },
}

const GIVES_BOOLEANS: ReadonlySet<BinaryName> = new Set(['Nat.beq', 'Nat.ble'])

export class SpecifiedFunctions implements KnownFunctions {
  readonly #context: KernelContext
  readonly #judge: TypeJudge
  readonly #literals: Literals
  readonly #settled = new Map<BinaryName, boolean>()
  /** Functions without bodies that were taken to compute what their names say. */
  readonly assumed = new Set<BinaryName>()

  constructor(context: KernelContext, judge: TypeJudge, literals: Literals) {
    this.#context = context
    this.#judge = judge
    this.#literals = literals
  }

  has(name: BinaryName): boolean {
    const settled = this.#settled.get(name)
    if (settled !== undefined) return settled
    const constant = this.#context.env.find(this.#context.names.of(name))
    if (!constant || constant.levelParams.length > 0 || !this.#literals.hasNat()) return false
    // While its equations are decided a function is an ordinary definition.
    this.#settled.set(name, false)
    const known =
      (!GIVES_BOOLEANS.has(name) || this.#hasBooleans()) &&
      (constant.kind === 'assumption'
        ? this.#isAssumed(name, constant.type)
        : constant.kind === 'definition' && (this.#satisfies(name) || this.#isRecognised(name)))
    this.#settled.set(name, known)
    return known
  }

  /** A definition where recursion on constructors is expected: it is what it says, whatever its name. */
  unfolds(name: BinaryName): boolean {
    return (
      SPECIFICATIONS[name] !== undefined &&
      this.#context.env.find(this.#context.names.of(name))?.kind === 'definition'
    )
  }

  /** A library that ships a function without its body says no more than its name: that is one more assumption. */
  #isAssumed(name: BinaryName, type: Expr): boolean {
    const { nat } = this.#literals
    const { exprs } = this.#context
    if (BINARY[name].length !== 2 || type !== exprs.pi(nat, exprs.pi(nat, nat))) return false
    this.assumed.add(name)
    return true
  }

  #satisfies(name: BinaryName): boolean {
    const specification = SPECIFICATIONS[name]
    if (!specification?.uses.every((used) => this.has(used))) return false
    const { exprs, names } = this.#context
    const depth = this.#context.depth
    const [x, y] = [this.#context.open(this.#literals.nat), this.#context.open(this.#literals.nat)]
    const call = (f: string, ...args: Expr[]) => exprs.apps(exprs.const(names.of(f)), args)
    const succ = (e: Expr) => exprs.app(this.#literals.succ, e)
    const equations = specification.equations(call, { zero: this.#literals.zero, succ, x, y })
    const holds = equations.every(
      ([left, right]) => this.#isTyped(left, right) && this.#judge.isDefEq(left, right),
    )
    this.#context.depth = depth
    return holds
  }

  /** Only terms of one type may be compared. */
  #isTyped(left: Expr, right: Expr): boolean {
    try {
      return this.#judge.isDefEq(this.#judge.check(left), this.#judge.check(right))
    } catch (error) {
      if (error instanceof KernelRejection) return false
      throw error
    }
  }

  /** Functions by well-founded recursion do not unfold on variables: they are known by their definitions. */
  #isRecognised(name: BinaryName): boolean {
    return (
      KNOWN_DEFINITIONS[name]?.includes(fingerprint(this.#context, this.#context.names.of(name))) ?? false
    )
  }

  #hasBooleans(): boolean {
    const { env, names } = this.#context
    const bool = env.inductive(names.of('Bool'))
    return (
      bool !== undefined &&
      bool.ctors.length === 2 &&
      bool.numParams === 0 &&
      bool.ctors[0] === names.of('Bool.false') &&
      bool.ctors[1] === names.of('Bool.true')
    )
  }
}
