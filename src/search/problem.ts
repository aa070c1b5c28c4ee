import { createHash } from 'node:crypto'
import type { Problem } from '../engine/index.ts'
import type { Goal } from '../goal.ts'
import type { FixedStatement, GoalInput } from '../lean/index.ts'

/** A goal that Lean has accepted, ready for the scheduler. */
export interface GoalProblem extends Problem {
  readonly goal: Goal
  readonly input: GoalInput
  /** Fixed by the judge before anybody searches. */
  readonly statement: FixedStatement
  /** Lemmas of the marketplace that the goal may use, as Lean text; empty if there are none. */
  readonly lemmas: string
}

/** What an arm hands to the checker. */
export interface Evidence {
  readonly script: string
  readonly strategy: string
  readonly counterexample?: string
}

const HYPOTHESIS = /^\s*[([{]?\s*([^\s:()[\]{}]+(?:\s+[^\s:()[\]{}]+)*)\s*:(?!=)([\s\S]+?)[)\]}]?\s*$/u

/**
 * The goal as one statement for Lean: hypotheses in the context (`h : 0 < n`) become binders, keywords in it
 * only guide the search for similar goals.
 */
export function toInput({ text, context, preamble, imports }: Goal): GoalInput {
  const binders = context.flatMap((entry) => {
    const [, names, type] = HYPOTHESIS.exec(entry) ?? []
    return names && type ? [`(${names} : ${type.trim()})`] : []
  })
  const statement = binders.length > 0 ? `∀ ${binders.join(' ')}, ${text}` : text
  return { statement, preamble, imports }
}

export function shortHash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 40)
}
