/** The recursors that follow from a family, with their rules. */
import type { RecursorConstant } from '../environment.ts'
import { type Expr, NO_EXPR } from '../terms/exprs.ts'
import { type Level, ZERO } from '../terms/levels.ts'
import { ANONYMOUS, type Name } from '../terms/names.ts'
import type { ConstructorField, OpenConstructor } from './constructors.ts'
import { eliminatesEverywhere, isKLike } from './elimination.ts'
import type { Family, Member } from './family.ts'

const IMPLICIT = 1

interface Parts {
  readonly family: Family
  /** The recursor of a type, applied to parameters, motives and minor premises. */
  readonly recApplied: (member: Member) => Expr
}

export interface DerivedRecursor {
  readonly constant: RecursorConstant
  /** What each rule rewrites, as a function of everything that it binds. */
  readonly redexes: readonly Expr[]
}

/** `finish` turns a term over the parameters into what it stands for outside of the family. */
export function makeRecursors(
  family: Family,
  ctors: readonly OpenConstructor[],
  recName: (member: Member) => Name,
  finish: (e: Expr) => Expr,
): DerivedRecursor[] {
  const { context } = family.checker
  const { exprs, levels, names } = context
  const everywhere = eliminatesEverywhere(family, ctors)
  const fresh = freshParam(family)
  const levelParams = everywhere ? [fresh, ...family.spec.levelParams] : family.spec.levelParams
  const sort: Level = everywhere ? levels.param(fresh) : ZERO
  const majors = new Map(
    family.members.map((member) => [
      member,
      context.open(exprs.apps(member.applied, member.indices), NO_EXPR, names.of('t') * 4),
    ]),
  )
  const motives = new Map(
    family.members.map((member, i) => {
      const type = context.pis([...member.indices, majors.get(member) as Expr], exprs.sort(sort))
      const name = family.members.length > 1 ? `motive_${i + 1}` : 'motive'
      return [member, context.open(type, NO_EXPR, names.of(name) * 4 + IMPLICIT)]
    }),
  )
  const minors = ctors.map((ctor) => {
    const short = names.rebase(ctor.name, ctor.member.name, ANONYMOUS)
    return context.open(minorType(family, ctor, motives), NO_EXPR, short * 4)
  })
  const recLevels = levels.list(levelParams.map((name) => levels.param(name)))
  const shared = [...motives.values(), ...minors]
  const recApplied = (member: Member) =>
    exprs.apps(exprs.apps(exprs.const(recName(member), recLevels), family.params), shared)
  const parts: Parts = { family, recApplied }
  const close = (variables: readonly Expr[], body: Expr, how: 'pis' | 'lams') =>
    context[how](family.params, finish(context[how](variables, body)))

  return family.members.map((member): DerivedRecursor => {
    const major = majors.get(member) as Expr
    const result = exprs.app(exprs.apps(motives.get(member) as Expr, member.indices), major)
    const own = ctors.flatMap((ctor, i) =>
      ctor.member === member ? [[ctor, minors[i] as Expr] as const] : [],
    )
    const constant: RecursorConstant = {
      kind: 'recursor',
      name: recName(member),
      levelParams,
      type: close([...shared, ...member.indices, major], result, 'pis'),
      all: family.members.map(({ name }) => name),
      induct: member.name,
      numParams: family.params.length,
      numIndices: member.indices.length,
      numMotives: motives.size,
      numMinors: minors.length,
      rules: own.map(([ctor, minor]) => ({
        ctor: ctor.name,
        fields: ctor.fields.length,
        rhs: close([...shared, ...variablesOf(ctor)], ruleBody(parts, ctor, minor), 'lams'),
      })),
      k: isKLike(family, ctors),
    }
    const redexes = own.map(([ctor]) => {
      const redex = exprs.app(exprs.apps(recApplied(member), ctor.indices), made(family, ctor))
      return close([...shared, ...variablesOf(ctor)], redex, 'lams')
    })
    return { constant, redexes }
  })
}

/** The constructor applied to its variables. */
function made(family: Family, ctor: OpenConstructor): Expr {
  const { exprs } = family.checker.context
  return exprs.apps(exprs.apps(exprs.const(ctor.name, family.levels), family.params), variablesOf(ctor))
}

/** `(fields) → (induction hypotheses) → motive indices (ctor params fields)`. */
function minorType(family: Family, ctor: OpenConstructor, motives: ReadonlyMap<Member, Expr>): Expr {
  const { context } = family.checker
  const { exprs, names } = context
  const motive = (member: Member) => motives.get(member) as Expr
  const hypotheses = ctor.fields.flatMap(({ variable, recursion }) => {
    if (!recursion) return []
    const { xs, member, indices } = recursion
    const about = exprs.app(exprs.apps(motive(member), indices), exprs.apps(variable, xs))
    const name = names.str(ANONYMOUS, `${names.text(exprs.note(variable) >> 2)}_ih`)
    return [context.open(context.pis(xs, about), NO_EXPR, name * 4)]
  })
  const result = exprs.app(exprs.apps(motive(ctor.member), ctor.indices), made(family, ctor))
  return context.pis(variablesOf(ctor), context.pis(hypotheses, result))
}

/** `minor fields (fun xs => rec … (field xs))`. */
function ruleBody({ family, recApplied }: Parts, ctor: OpenConstructor, minor: Expr): Expr {
  const { context } = family.checker
  const { exprs } = context
  const calls = ctor.fields.flatMap(({ variable, recursion }: ConstructorField) => {
    if (!recursion) return []
    const { xs, member, indices } = recursion
    const call = exprs.app(exprs.apps(recApplied(member), indices), exprs.apps(variable, xs))
    return [context.lams(xs, call)]
  })
  return exprs.apps(exprs.apps(minor, variablesOf(ctor)), calls)
}

function variablesOf(ctor: OpenConstructor): Expr[] {
  return ctor.fields.map(({ variable }) => variable)
}

/** `u`, or the first of `u_1`, `u_2`, … that the types do not use. */
function freshParam(family: Family): Name {
  const { names } = family.checker.context
  const used = new Set(family.spec.levelParams)
  for (let i = 0; ; i++) {
    const name = names.of(i === 0 ? 'u' : `u_${i}`)
    if (!used.has(name)) return name
  }
}
