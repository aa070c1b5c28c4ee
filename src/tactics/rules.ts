/** Which of the user's definitions and theorems a simplifier should be given. */
import type { Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'

export function definitionNames(survey: Survey): string[] {
  return survey.definitions.map((definition) => definition.name)
}

/** The user's own inductive predicates: inductive types whose members are proofs, not data. */
export function predicateNames(survey: Survey): string[] {
  return survey.types.filter((type) => type.own && type.predicate).map((type) => type.name)
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
  return survey.theorems.filter((name) => !without.has(name)).slice(0, MOST.theorems)
}

/** ` [a, b]`, or nothing where there is nothing to name. */
export function ruleList(names: readonly string[]): string {
  return names.length === 0 ? '' : ` [${names.join(', ')}]`
}
