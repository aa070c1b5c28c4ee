/** A declaration of inductive types while it is checked: its types, opened over one set of parameters. */
import type { TypeChecker } from '../checker.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import type { Level, LevelList } from '../terms/levels.ts'
import type { Name } from '../terms/names.ts'
import { KernelRejection } from '../verdict.ts'

export interface ConstructorSpec {
  readonly name: Name
  readonly type: Expr
}

export interface TypeSpec {
  readonly name: Name
  readonly type: Expr
  readonly ctors: readonly ConstructorSpec[]
}

/** What a declaration of inductive types says; everything else follows from it. */
export interface InductiveSpec {
  readonly levelParams: readonly Name[]
  readonly numParams: number
  readonly types: readonly TypeSpec[]
}

export interface Member extends TypeSpec {
  /** The type applied to the parameters. */
  readonly applied: Expr
  readonly indices: readonly Expr[]
}

export class Family {
  readonly checker: TypeChecker
  readonly spec: InductiveSpec
  readonly levels: LevelList
  /** One variable for each parameter. */
  readonly params: readonly Expr[]
  readonly members: readonly Member[]
  /** The universe that all types live in. */
  readonly level: Level
  readonly #names: ReadonlySet<Name>
  readonly #occurs = new Map<Expr, boolean>()

  /** Checks the types themselves. Their variables stay open: whoever calls this puts the depth back when done. */
  constructor(checker: TypeChecker, spec: InductiveSpec) {
    const { exprs, levels } = checker.context
    this.checker = checker
    this.spec = spec
    this.levels = levels.list(spec.levelParams.map((name) => levels.param(name)))
    this.#names = new Set(spec.types.map(({ name }) => name))
    const params: Expr[] = []
    const members: Member[] = []
    let level: Level | undefined
    for (const type of spec.types) {
      checker.checkType(type.type)
      const [rest, sort] = this.#open(type, params)
      const applied = exprs.apps(exprs.const(type.name, this.levels), params)
      members.push({ ...type, applied, indices: rest })
      level ??= sort
      if (!checker.context.order.equal(level, sort))
        throw new KernelRejection('inductive-universe', `${this.#text(type.name)} lives in another universe`)
    }
    if (level === undefined) throw new KernelRejection('inductive-empty', 'there is none here')
    this.params = params
    this.members = members
    this.level = level
  }

  /** Whether a term mentions one of the types. */
  occursIn(e: Expr): boolean {
    const { exprs } = this.checker.context
    const known = this.#occurs.get(e)
    if (known !== undefined) return known
    let result = false
    switch (exprs.kind(e)) {
      case KIND.const:
        return this.#names.has(exprs.a(e))
      case KIND.app:
      case KIND.lam:
      case KIND.pi:
        result = this.occursIn(exprs.a(e)) || this.occursIn(exprs.b(e))
        break
      case KIND.let:
        result = this.occursIn(exprs.a(e)) || this.occursIn(exprs.b(e)) || this.occursIn(exprs.c(e))
        break
      case KIND.proj:
        result = this.#names.has(exprs.a(e)) || this.occursIn(exprs.c(e))
        break
      default:
        return false
    }
    this.#occurs.set(e, result)
    return result
  }

  /** Which type `e` is, if it is one of them, applied to the parameters and to indices that mention none of them. */
  memberOf(e: Expr): Member | undefined {
    const { context } = this.checker
    const head = context.head(e)
    const member = this.members.find(({ name }) => context.isConst(head, name))
    if (!member || context.exprs.b(head) !== this.levels) return undefined
    const args = context.args(e)
    if (args.length !== this.params.length + member.indices.length) return undefined
    const fits = args.every((arg, i) =>
      i < this.params.length ? arg === this.params[i] : !this.occursIn(arg),
    )
    return fits ? member : undefined
  }

  indicesOf(e: Expr): readonly Expr[] {
    return this.checker.context.args(e).slice(this.params.length)
  }

  #open({ name, type }: TypeSpec, params: Expr[]): [indices: readonly Expr[], sort: Level] {
    const { context } = this.checker
    const { exprs, subst } = context
    const isFirst = params.length === 0
    const indices: Expr[] = []
    let rest = this.#expose(type)
    let i = 0
    for (; exprs.kind(rest) === KIND.pi; i++) {
      const domain = exprs.a(rest)
      let variable: Expr
      if (i < this.spec.numParams && isFirst) {
        variable = context.open(domain, NO_EXPR, exprs.note(rest))
        params.push(variable)
      } else if (i < this.spec.numParams) {
        variable = params[i] as Expr
        if (!this.checker.isDefEq(domain, exprs.b(variable)))
          throw new KernelRejection(
            'inductive-params',
            `parameter ${i + 1} of ${this.#text(name)} has another type`,
          )
      } else {
        variable = context.open(domain, NO_EXPR, exprs.note(rest))
        indices.push(variable)
      }
      rest = this.#expose(subst.instantiate1(exprs.b(rest), variable))
    }
    if (i < this.spec.numParams)
      throw new KernelRejection(
        'inductive-params',
        `${this.#text(name)} has fewer than ${this.spec.numParams} parameters`,
      )
    if (exprs.kind(rest) !== KIND.sort)
      throw new KernelRejection(
        'inductive-sort',
        `the type of ${this.#text(name)} ends in ${context.show(rest)}`,
      )
    return [indices, exprs.a(rest)]
  }

  /**
   * Reduces by delta, beta and zeta only. These do the same to every instance of a term, so the sort that is seen here
   * is the sort of every instance; reductions that look at proofs can differ (lean4#14807).
   */
  #expose(e: Expr): Expr {
    const { context } = this.checker
    const { exprs, subst } = context
    let term = e
    for (;;) {
      context.budget.step()
      const head = context.head(term)
      if (exprs.kind(head) === KIND.let)
        term = context.beta(subst.instantiate1(exprs.c(head), exprs.b(head)), context.args(term))
      else if (exprs.kind(head) === KIND.lam && head !== term) term = context.beta(head, context.args(term))
      else {
        const unfolded = this.checker.unfold(term)
        if (unfolded === NO_EXPR) return term
        term = unfolded
      }
    }
  }

  #text(name: Name): string {
    return this.checker.context.names.text(name)
  }
}
