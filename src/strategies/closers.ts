/** Tactics that end a goal or do nothing useful, cheapest first. */
import type { Survey } from '../lean/index.ts'
import { definitionNames, predicateNames, ruleList, theoremNames } from './rules.ts'
import type { Session } from './session.ts'

/** Closers that only some environments have. */
const OPTIONAL = ['aesop', 'ring', 'norm_num', 'linarith', 'nlinarith', 'positivity', 'field_simp', 'tauto']

const MOST_SPLITS = 3
const MOST_DATA_SPLITS = 3

export interface Closers {
  /** For the goal as it was asked. */
  readonly whole: readonly string[]
  /** For each case of a skeleton: few, because they run many times. */
  readonly leaf: readonly string[]
}

export async function closersFor(
  session: Session,
  survey: Survey,
  learnt: readonly string[] = [],
): Promise<Closers> {
  const extra = await session.dojo.knownTactics(OPTIONAL, session.signal)
  const leaf = leafClosers(survey)
  const plain = ['decide', 'omega', 'simp', 'simp_all', 'grind', 'ac_rfl', 'contradiction', 'simp; omega']
  const whole = ['rfl', ...leaf.slice(0, 2).reverse(), ...plain, ...leaf.slice(2), ...extra]
  return { whole: byExperience([...new Set(whole)], learnt), leaf }
}

/** Closers for a case that first needs to know the form of another variable. */
export function splittingClosers(survey: Survey): string[] {
  const [closer = 'grind'] = leafClosers(survey)
  return survey.variables
    .filter((variable) => variable.inductive && !variable.isProof && !variable.isInstance)
    .slice(0, MOST_SPLITS)
    .map((variable) => `cases ${variable.name} <;> ${closer}`)
}

/** With every definition and theorem of the user's own at hand; `more` are lemmas proved on the way. */
export function leafClosers(survey: Survey, more: readonly string[] = []): string[] {
  const definitions = definitionNames(survey)
  const theorems = [...theoremNames(survey), ...more]
  const rules = ruleList([...definitions, ...theorems])
  const grind = `grind${ruleList([...definitions, ...predicateNames(survey), ...theorems])}`
  const closers = [grind, `simp_all${rules}`, `simp_all${rules} <;> ${grind}`]
  if (usesNumbers(survey)) closers.push(`simp_all${rules} <;> omega`)
  return closers
}

/**
 * `grind` that also takes the user's data apart, a few times: a function of two arguments may look at both. Elements
 * stay whole where functions are about what holds them, or the few splits would go to them. None without such data.
 */
export function splittingGrind(survey: Survey): string | undefined {
  const predicates = new Set(predicateNames(survey))
  const names = definitionNames(survey)
  const data = survey.types.filter(({ own, recursive, name }) => own && recursive && !predicates.has(name))
  const arguments_ = survey.definitions
    .filter(({ name }) => names.includes(name))
    .flatMap(({ binders }) => binders.map(({ type }) => type).filter((type) => !type.includes('→')))
    .map((type) => type.split(/[\s()]+/))
  const isHeld = (element: string): boolean =>
    arguments_.some(
      ([holder, ...held]) =>
        holder !== element && held.includes(element) && data.some(({ name }) => name === holder),
    )
  const split = data.map(({ name }) => name).filter((name) => !isHeld(name))
  if (split.length === 0) return undefined
  const rules = [...names, ...predicates, ...theoremNames(survey), ...split.map((name) => `cases ${name}`)]
  return `grind (splits := ${MOST_DATA_SPLITS})${ruleList(rules)}`
}

function usesNumbers(survey: Survey): boolean {
  return survey.types.some((type) => type.name === 'Nat' || type.name === 'Int')
}

/** What worked before comes first; the rest keeps its order. */
export function byExperience(tactics: readonly string[], learnt: readonly string[]): string[] {
  const rank = new Map(learnt.map((tactic, index) => [tactic, index]))
  const place = (tactic: string): number => rank.get(tactic) ?? learnt.length
  return [...tactics].sort((a, b) => place(a) - place(b))
}
