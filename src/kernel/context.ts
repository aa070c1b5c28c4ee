/** Everything that the judgements share: the tables, the environment, the budget, and terms taken apart. */
import type { KernelBudget } from './budget.ts'
import { type Constant, Environment, type RecursorConstant, type RecursorRule } from './environment.ts'
import { type Expr, ExprTable, KIND, NO_EXPR } from './terms/exprs.ts'
import { LevelOrder } from './terms/level-order.ts'
import { type Level, type LevelList, LevelTable } from './terms/levels.ts'
import { type Name, NameTable } from './terms/names.ts'
import { PairMap } from './terms/pair-map.ts'
import { showExpr, WHOLE } from './terms/show.ts'
import { Substitution } from './terms/substitute.ts'

export class KernelContext {
  readonly names = new NameTable()
  readonly levels = new LevelTable()
  readonly order = new LevelOrder(this.levels)
  readonly exprs: ExprTable
  readonly subst: Substitution
  readonly env = new Environment()
  readonly budget: KernelBudget
  /** Where the next free variable goes. Whoever opens a binder counts it up and, when done, down again. */
  depth = 0
  readonly #types = new PairMap()
  readonly #values = new PairMap()
  readonly #rules = new Map<RecursorRule, Map<LevelList, Expr>>()

  constructor(budget: KernelBudget) {
    this.budget = budget
    this.exprs = new ExprTable(this.levels, budget.limits.terms)
    this.subst = new Substitution(this.exprs)
  }

  /** A term for people. */
  readonly show = (e: Expr): string => showExpr(this.exprs, this.names, e)

  /** A statement, with nothing left out. */
  readonly showWhole = (e: Expr): string => showExpr(this.exprs, this.names, e, WHOLE)

  /** A new variable of the context. */
  open(type: Expr, value: Expr = NO_EXPR, note = 0): Expr {
    return this.exprs.fvar(this.depth++, type, value, note)
  }

  head(e: Expr): Expr {
    let f = e
    while (this.exprs.kind(f) === KIND.app) f = this.exprs.a(f)
    return f
  }

  /** The arguments of an application, in order. */
  args(e: Expr): Expr[] {
    const args: Expr[] = []
    for (let f = e; this.exprs.kind(f) === KIND.app; f = this.exprs.a(f)) args.push(this.exprs.b(f))
    return args.reverse()
  }

  arity(e: Expr): number {
    let count = 0
    for (let f = e; this.exprs.kind(f) === KIND.app; f = this.exprs.a(f)) count++
    return count
  }

  /** The constant at the head of an application. */
  headConstant(e: Expr): Constant | undefined {
    const f = this.head(e)
    return this.exprs.kind(f) === KIND.const ? this.env.find(this.exprs.a(f)) : undefined
  }

  isConst(e: Expr, name: Name): boolean {
    return this.exprs.kind(e) === KIND.const && this.exprs.a(e) === name
  }

  levelsOf(constant: Expr): readonly Level[] {
    return this.levels.items(this.exprs.b(constant))
  }

  /** The type of a constant for the levels it is used with; their number has been checked. */
  typeOf(constant: Constant, use: Expr): Expr {
    if (constant.levelParams.length === 0) return constant.type
    const list = this.exprs.b(use)
    const known = this.#types.get(constant.name, list)
    if (known >= 0) return known
    const type = this.subst.instantiateLevels(constant.type, constant.levelParams, this.levels.items(list))
    this.#types.set(constant.name, list, type)
    return type
  }

  /** The value of a constant for the levels it is used with. */
  valueOf(constant: Constant & { readonly value: Expr }, use: Expr): Expr {
    if (constant.levelParams.length === 0) return constant.value
    const list = this.exprs.b(use)
    const known = this.#values.get(constant.name, list)
    if (known >= 0) return known
    const value = this.subst.instantiateLevels(constant.value, constant.levelParams, this.levels.items(list))
    this.#values.set(constant.name, list, value)
    return value
  }

  /** `f` applied, with as many of its binders opened as there are arguments. */
  beta(f: Expr, args: readonly Expr[]): Expr {
    const { exprs, subst } = this
    let body = f
    let count = 0
    while (count < args.length && exprs.kind(body) === KIND.lam) {
      body = exprs.b(body)
      count++
    }
    return exprs.apps(subst.instantiate(body, args, 0, count), args, count)
  }

  /** The right-hand side of a recursor's rule for the levels that the recursor is used with. */
  ruleOf(rec: RecursorConstant, rule: RecursorRule, use: Expr): Expr {
    const list = this.exprs.b(use)
    let known = this.#rules.get(rule)
    if (!known) {
      known = new Map()
      this.#rules.set(rule, known)
    }
    let rhs = known.get(list)
    if (rhs === undefined) {
      rhs = this.subst.instantiateLevels(rule.rhs, rec.levelParams, this.levels.items(list))
      known.set(list, rhs)
    }
    return rhs
  }

  /** `(x : A) → … → e`, for variables of the context. */
  pis(variables: readonly Expr[], e: Expr): Expr {
    return this.#bind(variables, e, KIND.pi)
  }

  lams(variables: readonly Expr[], e: Expr): Expr {
    return this.#bind(variables, e, KIND.lam)
  }

  /** Forgets what was kept about terms that are about to be forgotten. */
  clearCaches(): void {
    this.#types.clear()
    this.#values.clear()
    this.#rules.clear()
  }

  #bind(variables: readonly Expr[], e: Expr, kind: number): Expr {
    const { exprs, subst } = this
    let result = subst.abstract(e, variables)
    for (let i = variables.length - 1; i >= 0; i--) {
      const x = variables[i] as Expr
      const type = subst.abstract(exprs.b(x), variables, i)
      const value = exprs.c(x)
      if (value !== NO_EXPR)
        result = exprs.let(type, subst.abstract(value, variables, i), result, exprs.note(x))
      else if (kind === KIND.pi) result = exprs.pi(type, result, exprs.note(x))
      else result = exprs.lam(type, result, exprs.note(x))
    }
    return result
  }
}
