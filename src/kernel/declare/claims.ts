/** Compares what a file says about inductive types with what follows from them. Nothing of it is believed. */
import type { TypeChecker } from '../checker.ts'
import type { RecursorConstant } from '../environment.ts'
import type { Name } from '../terms/names.ts'
import { KernelRejection, type Rule } from '../verdict.ts'
import type { InductiveClaims, RecursorClaim } from './declaration.ts'
import type { Derived } from './inductive.ts'
import { checkClosed, checkLevelParams } from './well-formed.ts'

type Fields<T> = readonly (keyof T & string)[]

export function compareClaims(checker: TypeChecker, derived: Derived, claims: InductiveClaims): void {
  const { names } = checker.context
  const pair = <A extends { name: Name }, B extends { name: Name }>(
    rule: Rule,
    ours: readonly A[],
    theirs: readonly B[],
  ): [A, B][] => {
    const extra = theirs.find(({ name }, i) => theirs.findIndex((other) => other.name === name) !== i)
    if (extra) throw new KernelRejection(rule, `${names.text(extra.name)} is there twice`)
    const unknown = theirs.find(({ name }) => !ours.some((other) => other.name === name))
    if (unknown)
      throw new KernelRejection(rule, `${names.text(unknown.name)} does not follow from the declaration`)
    return ours.map((mine) => {
      const other = theirs.find(({ name }) => name === mine.name)
      if (!other) throw new KernelRejection(rule, `${names.text(mine.name)} is missing`)
      return [mine, other]
    })
  }
  for (const [mine, claim] of pair('inductive-data', derived.types, claims.types))
    same(names.text(mine.name), 'inductive-data', mine, claim, TYPE_FIELDS)
  for (const [mine, claim] of pair('constructor-data', derived.ctors, claims.ctors))
    same(names.text(mine.name), 'constructor-data', mine, claim, CTOR_FIELDS)
  const recursors = derived.recursors.map(({ constant }) => constant)
  for (const [mine, claim] of pair('recursor-data', recursors, claims.recursors))
    compareRecursor(checker, mine, claim)
}

const TYPE_FIELDS: Fields<InductiveClaims['types'][number]> = [
  'levelParams',
  'numParams',
  'numIndices',
  'all',
  'ctors',
  'numNested',
  'isRec',
  'isReflexive',
]
const CTOR_FIELDS: Fields<InductiveClaims['ctors'][number]> = [
  'levelParams',
  'induct',
  'index',
  'numParams',
  'numFields',
]
const RECURSOR_FIELDS: Fields<RecursorClaim & RecursorConstant> = [
  'all',
  'numParams',
  'numIndices',
  'numMotives',
  'numMinors',
  'k',
]

function same<T extends object>(text: string, rule: Rule, mine: T, claim: T, fields: Fields<T>): void {
  for (const field of fields) {
    if (String(mine[field]) !== String(claim[field]))
      throw new KernelRejection(
        rule,
        `${field} of ${text} is ${told(mine[field])}, the file says ${told(claim[field])}`,
      )
  }
}

/** Lists are of names, whose numbers tell a reader nothing. */
function told(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : String(value)
}

function compareRecursor(checker: TypeChecker, mine: RecursorConstant, claim: RecursorClaim): void {
  const { context } = checker
  const { subst, levels, names } = context
  const text = names.text(mine.name)
  same(text, 'recursor-data', mine, claim as RecursorClaim & RecursorConstant, RECURSOR_FIELDS)
  checkLevelParams(context, claim.levelParams)
  if (mine.levelParams.length !== claim.levelParams.length)
    throw new KernelRejection(
      'recursor-data',
      `${text} has ${mine.levelParams.length} universe parameters, the file says ${claim.levelParams.length}`,
    )
  // The universe that is eliminated to may have any name.
  const renamed = mine.levelParams.map((name) => levels.param(name))
  const rename = (e: number) => {
    checkClosed(context, e, claim.levelParams)
    return subst.instantiateLevels(e, claim.levelParams, renamed)
  }
  const type = rename(claim.type)
  if (type !== mine.type) {
    checker.checkType(type)
    if (!checker.isDefEq(type, mine.type))
      throw new KernelRejection(
        'recursor-type',
        `${text} has type ${context.show(mine.type)}, the file says ${context.show(type)}`,
      )
  }
  if (mine.rules.length !== claim.rules.length)
    throw new KernelRejection(
      'recursor-rule',
      `${text} has ${mine.rules.length} rules, the file says ${claim.rules.length}`,
    )
  for (const [i, rule] of mine.rules.entries()) {
    const other = claim.rules[i]
    const at = `the rule of ${text} for ${names.text(rule.ctor)}`
    if (!other || other.ctor !== rule.ctor)
      throw new KernelRejection('recursor-rule', `${at} is missing or out of place`)
    if (other.fields !== rule.fields)
      throw new KernelRejection(
        'recursor-rule',
        `${at} takes ${rule.fields} fields, the file says ${other.fields}`,
      )
    const rhs = rename(other.rhs)
    if (rhs === rule.rhs) continue
    if (!checker.isDefEq(checker.check(rhs), checker.infer(rule.rhs)) || !checker.isDefEq(rhs, rule.rhs))
      throw new KernelRejection('recursor-rule', `${at} is not the one that the file says`)
  }
}
