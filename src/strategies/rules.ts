/** Which of the user's definitions and theorems a simplifier should be given. */
import type { Survey } from '../lean/index.ts'

/** Names that Lean makes for every type and definition; none of them rewrites anything. */
const AUXILIARY =
  /(?:^|\.)(?:brecOn|below|casesOn|recOn|rec|noConfusion|noConfusionType|ctorIdx|ctorElim|ctorElimType|toCtorIdx|ofNat|elim|match_\d+|sizeOf_spec|inj|injEq|eq|eq_def|eq_\d+|induct|induct_unfolding|fun_cases|fun_cases_unfolding|mutual_induct|congr_simp|hcongr_\d+|go|_\w+)$/
const INSIDE_AUXILIARY = /(?:^|\.)(?:brecOn|below|match)(?:_\d+)?\./

export function definitionNames(survey: Survey): string[] {
  return survey.definitions
    .filter((definition) => !definition.private)
    .map((definition) => definition.name)
    .filter((name) => !INSIDE_AUXILIARY.test(name) && (/\.go$/.test(name) || !AUXILIARY.test(name)))
}

export function theoremNames(survey: Survey): string[] {
  return survey.theorems.filter((name) => !AUXILIARY.test(name) && !INSIDE_AUXILIARY.test(name))
}

/** ` [a, b]`, or nothing where there is nothing to name. */
export function ruleList(names: readonly string[]): string {
  return names.length === 0 ? '' : ` [${names.join(', ')}]`
}
