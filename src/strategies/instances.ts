/** Instances of a statement: small values for its variables, all variables small before any is large. */
import type { Survey } from '../lean/index.ts'
import { SmallTerms } from './small-terms.ts'

type Variable = Survey['variables'][number]

export interface Instance {
  /** What to give the statement, in the order of its variables; trailing hypotheses are left out. */
  readonly values: readonly string[]
  /** In words: `n = 1, xs = []`. */
  readonly text: string
}

/** The values that instances give to hypotheses and instances of classes. */
export interface Fillers {
  readonly proof: string
}

export function instancesOf(survey: Survey, fillers: Fillers, limit: number): Instance[] {
  const terms = new SmallTerms(survey)
  const variables = withoutTrailingProofs(survey.variables)
  const data = variables.filter((variable) => !variable.isProof && !variable.isInstance)
  const found: Instance[] = []
  for (let size = data.length; size <= 5 * data.length + 4 && found.length < limit; size++) {
    for (const choice of choices(terms, data, size, limit - found.length)) {
      found.push(instance(variables, data, choice, fillers))
    }
  }
  return found
}

function instance(
  variables: readonly Variable[],
  data: readonly Variable[],
  choice: readonly string[],
  { proof }: Fillers,
): Instance {
  const chosen = new Map(data.map((variable, index) => [variable, choice[index] ?? '_']))
  const value = (variable: Variable): string =>
    chosen.get(variable) ?? (variable.isInstance ? 'inferInstance' : proof)
  return {
    values: variables.map(value),
    text: data.map((variable) => `${variable.name} = ${unwrap(chosen.get(variable) ?? '')}`).join(', '),
  }
}

function choices(terms: SmallTerms, data: readonly Variable[], size: number, limit: number): string[][] {
  const [first, ...rest] = data
  if (!first) return size === 0 ? [[]] : []
  const found: string[][] = []
  for (let share = 1; share <= size - rest.length; share++) {
    for (const term of terms.ofSize(first.shape, share)) {
      for (const others of choices(terms, rest, size - share, limit - found.length)) {
        found.push([term, ...others])
        if (found.length >= limit) return found
      }
    }
  }
  return found
}

function withoutTrailingProofs(variables: readonly Variable[]): Variable[] {
  const last = variables.findLastIndex((variable) => !variable.isProof)
  return variables.slice(0, last + 1)
}

function unwrap(term: string): string {
  return term.startsWith('(') && term.endsWith(')') ? term.slice(1, -1) : term
}
