/**
 * Instances of a statement: small values for its variables, all variables small before any is large, and some where
 * every variable has a value of its own.
 */
import type { Survey, SurveyVariable } from '../../lean/index.ts'
import { largestSize, SPREAD } from './plan.ts'
import { SmallTerms } from './small-terms.ts'

export interface Instance {
  /** What to give the statement, in the order of its variables; trailing hypotheses are left out. */
  readonly values: readonly string[]
  /** In words: `n = 1, xs = []`. */
  readonly text: string
}

/** The values that instances give to hypotheses and instances of classes. */
export interface Fillers {
  readonly proof: string
  /** Whether hypotheses after the last value are filled, too. */
  readonly trailing?: boolean
}

export function instancesOf(survey: Survey, fillers: Fillers, limit: number): Instance[] {
  const terms = new SmallTerms(survey)
  const variables = fillers.trailing ? survey.variables : withoutTrailingProofs(survey.variables)
  const data = variables.filter((variable) => !variable.isProof && !variable.isInstance)
  const shapes = data.map(({ shape }) => shape)
  const found: string[][] = []
  const spread = data.length > 1 ? spreadChoices(terms, data, Math.floor(SPREAD.share * limit)) : []
  const small = limit - spread.length
  for (let size = data.length; size <= largestSize(data.length) && found.length < small; size++) {
    found.push(...terms.tuples(shapes, size, small - found.length))
  }
  return [...found, ...spread].map((choice) => instance(variables, data, choice, fillers))
}

/** Every variable gets a value of some size, each another one if there are enough. */
function spreadChoices(terms: SmallTerms, data: readonly SurveyVariable[], limit: number): string[][] {
  const values = data.map(({ shape }) => SPREAD.sizes.flatMap((size) => terms.ofSize(shape, size)))
  const smallest = data.map(({ shape }) => terms.ofSize(shape, 1)[0])
  return Array.from({ length: limit }, (_, turn) =>
    data.map((_, place) => {
      const own = values[place] ?? []
      return own[(turn * (2 * place + 1) + place) % Math.max(1, own.length)] ?? smallest[place] ?? '_'
    }),
  )
}

function instance(
  variables: readonly SurveyVariable[],
  data: readonly SurveyVariable[],
  choice: readonly string[],
  { proof }: Fillers,
): Instance {
  const chosen = new Map(data.map((variable, index) => [variable, choice[index] ?? '_']))
  const value = (variable: SurveyVariable): string =>
    chosen.get(variable) ?? (variable.isInstance ? 'inferInstance' : proof)
  return {
    values: variables.map(value),
    text: data.map((variable) => `${variable.name} = ${unwrap(chosen.get(variable) ?? '')}`).join(', '),
  }
}

function withoutTrailingProofs(variables: readonly SurveyVariable[]): SurveyVariable[] {
  const last = variables.findLastIndex((variable) => !variable.isProof)
  return variables.slice(0, last + 1)
}

function unwrap(term: string): string {
  return term.startsWith('(') && term.endsWith(')') ? term.slice(1, -1) : term
}
