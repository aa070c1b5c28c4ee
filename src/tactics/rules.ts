/** Which of the user's definitions and theorems a simplifier should be given. */
import type { Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'

/** Names that Lean makes inside those of types and definitions; none of them rewrites anything. */
const AUXILIARY_DEFINITION =
  /\.(?:brecOn|below|casesOn|recOn|rec|noConfusion|noConfusionType|ctorIdx|ctorElim|ctorElimType|toCtorIdx|ofNat|elim|match_\d+|_\w+)$/
const AUXILIARY_THEOREM =
  /\.(?:sizeOf_spec|inj|injEq|eq|eq_def|eq_\d+|induct|induct_unfolding|fun_cases|fun_cases_unfolding|mutual_induct|congr_simp|hcongr_\d+|go|match_\d+|elim|_\w+)$/
const INSIDE_AUXILIARY = /\.(?:brecOn|below|match)(?:_\d+)?\./

export function definitionNames(survey: Survey): string[] {
  return survey.definitions
    .filter((definition) => !definition.private)
    .map((definition) => definition.name)
    .filter((name) => !INSIDE_AUXILIARY.test(name) && !AUXILIARY_DEFINITION.test(name))
}

/** The user's own inductive predicates: inductive types whose members are proofs, not data. */
export function predicateNames(survey: Survey): string[] {
  const proved = new Set(survey.variables.filter((one) => one.isProof).map((one) => one.inductive))
  const isData = (name: string): boolean =>
    survey.variables.some((variable) => !variable.isProof && variable.inductive === name) ||
    survey.definitions.some(({ binders, result }) =>
      [result, ...binders.map((binder) => binder.type)].some((type) =>
        type.split(/[^\w.']+/u).includes(name),
      ),
    ) ||
    survey.types.some(
      (type) =>
        type.name !== name && JSON.stringify(type.constructors).includes(`"const":${JSON.stringify(name)}`),
    )
  return survey.types
    .filter((type) => type.own && (proved.has(type.name) || !isData(type.name)))
    .map((type) => type.name)
}

/**
 * Theorems to go backwards by, the nearest first; what a field of a structure says is one, too. Left out are those that
 * conclude anything from nothing in particular (`(p → q) → p → q`).
 */
export function applicableNames(survey: Survey): string[] {
  const patternless = new Set(survey.patternless)
  return nearest(
    survey,
    survey.broad.filter((name) => patternless.has(name)),
  )
}

/** Theorems for a simplifier: `… → a = b` about any `a` would be tried on every term, with its conditions. */
export function rewritingNames(survey: Survey): string[] {
  return nearest(survey, survey.broad)
}

/** Theorems for `grind`, which refuses a whole list for one theorem in which it finds no pattern. */
export function patternNames(survey: Survey): string[] {
  return nearest(survey, survey.patternless ?? [])
}

function nearest(survey: Survey, unfit: readonly string[]): string[] {
  const without = new Set(unfit)
  return survey.theorems
    .filter(
      (name) =>
        !AUXILIARY_THEOREM.test(name) &&
        !AUXILIARY_DEFINITION.test(name) &&
        !INSIDE_AUXILIARY.test(name) &&
        !without.has(name),
    )
    .slice(0, MOST.theorems)
}

/** ` [a, b]`, or nothing where there is nothing to name. */
export function ruleList(names: readonly string[]): string {
  return names.length === 0 ? '' : ` [${names.join(', ')}]`
}
