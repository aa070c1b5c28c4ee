/** The rules for constructors: parameters, universes, strict positivity, result. */
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import { KernelRejection } from '../verdict.ts'
import type { ConstructorSpec, Family, Member } from './family.ts'

export interface ConstructorField {
  readonly variable: Expr
  /** Its type lives in `Prop`. */
  readonly isProof: boolean
  /** For a recursive field: the variables that it takes, and the type and indices of what it then gives. */
  readonly recursion?: {
    readonly xs: readonly Expr[]
    readonly member: Member
    readonly indices: readonly Expr[]
  }
}

export interface OpenConstructor extends ConstructorSpec {
  readonly member: Member
  readonly fields: readonly ConstructorField[]
  /** The indices of the type that it returns. */
  readonly indices: readonly Expr[]
}

/** The constructor without its parameters, which must be those of the family. */
export function withoutParams(family: Family, { name, type }: ConstructorSpec): Expr {
  const { context } = family.checker
  const { exprs, subst, names } = context
  let rest = type
  for (const [i, param] of family.params.entries()) {
    if (exprs.kind(rest) !== KIND.pi)
      throw new KernelRejection('inductive-params', `${names.text(name)} has only ${i} of the parameters`)
    if (!family.checker.isDefEq(exprs.a(rest), exprs.b(param)))
      throw new KernelRejection(
        'inductive-params',
        `parameter ${i + 1} of ${names.text(name)} has another type`,
      )
    rest = subst.instantiate1(exprs.b(rest), param)
  }
  return rest
}

/** Opens a constructor and checks it. Its variables stay open. */
export function openConstructor(family: Family, member: Member, spec: ConstructorSpec): OpenConstructor {
  const { checker } = family
  const { exprs, subst, order, names } = checker.context
  const text = names.text(spec.name)
  const fields: ConstructorField[] = []
  let rest = withoutParams(family, spec)
  while (exprs.kind(rest) === KIND.pi) {
    const type = exprs.a(rest)
    const at = `field ${fields.length + 1} of ${text}`
    const sort = checker.levelOf(type)
    if (!order.isZero(family.level) && !order.leq(sort, family.level))
      throw new KernelRejection('constructor-universe', `${at} lives in a larger universe`)
    const recursion = checkPositivity(family, type, at)
    const variable = checker.context.open(type, NO_EXPR, exprs.note(rest))
    fields.push({ variable, isProof: order.isZero(sort), ...(recursion && { recursion }) })
    rest = subst.instantiate1(exprs.b(rest), variable)
  }
  if (family.memberOf(rest) !== member)
    throw new KernelRejection('constructor-result', `${text} returns ${checker.context.show(rest)}`)
  return { ...spec, member, fields, indices: family.indicesOf(rest) }
}

/** `A → … → T params indices` with no type of the family in `A`, or no such type at all, after reduction. */
function checkPositivity(family: Family, fieldType: Expr, at: string): ConstructorField['recursion'] {
  const { checker } = family
  const { exprs, subst } = checker.context
  const xs: Expr[] = []
  let type = checker.whnf(fieldType)
  let member = undefined as Member | undefined
  for (;;) {
    if (!family.occursIn(type)) return undefined
    if (exprs.kind(type) !== KIND.pi) break
    if (family.occursIn(exprs.a(type)))
      throw new KernelRejection('positivity', `${at} has a type of the declaration left of an arrow`)
    const x = checker.context.open(exprs.a(type), NO_EXPR, exprs.note(type))
    xs.push(x)
    type = checker.whnf(subst.instantiate1(exprs.b(type), x))
  }
  member = family.memberOf(type)
  if (!member) throw new KernelRejection('positivity', `${at} has type ${checker.context.show(type)}`)
  return { xs, member, indices: family.indicesOf(type) }
}

/** Before anything is reduced: the types of the declaration are applied to its parameters, whatever stands around. */
export function checkUniform(family: Family, spec: ConstructorSpec): void {
  const { context } = family.checker
  const { exprs, names } = context
  const seen = new Set<Expr>()
  const pending = [withoutParams(family, spec)]
  const fail = () => {
    throw new KernelRejection(
      'uniform-params',
      `${names.text(spec.name)} applies a type of the declaration to something else`,
    )
  }
  for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
    if (seen.has(e) || !family.occursIn(e)) continue
    seen.add(e)
    const kind = exprs.kind(e)
    if (kind === KIND.const || kind === KIND.app) {
      const head = context.head(e)
      const args = context.args(e)
      if (family.members.some(({ name }) => context.isConst(head, name))) {
        if (exprs.b(head) !== family.levels) fail()
        if (family.params.some((param, i) => args[i] !== param)) fail()
      } else pending.push(head)
      pending.push(...args)
    } else if (kind === KIND.proj) pending.push(exprs.c(e))
    else {
      pending.push(exprs.a(e), exprs.b(e))
      if (kind === KIND.let) pending.push(exprs.c(e))
    }
  }
}
