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

/**
 * The goal as one statement for Lean: hypotheses in the context (`h : 0 < n`) become binders, keywords in it
 * only guide the search for similar goals.
 */
export function toInput({ text, context, preamble, imports }: Goal): GoalInput {
  const binders = context.flatMap((entry) => {
    const hypothesis = readHypothesis(entry)
    return hypothesis ? [`(${hypothesis})`] : []
  })
  const statement = binders.length > 0 ? `∀ ${binders.join(' ')}, ${text}` : text
  return { statement, preamble, imports }
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** `names : type`, with or without one pair of brackets around; undefined for a keyword. */
function readHypothesis(entry: string): string | undefined {
  const whole = entry.trim()
  const closing = CLOSING[whole[0] ?? '']
  const inside = closing !== undefined && whole.endsWith(closing) ? whole.slice(1, -1) : whole
  const colon = inside.indexOf(':')
  const names = inside.slice(0, colon).trim()
  const type = inside.slice(colon + 1).trim()
  if (colon < 0 || names === '' || type === '' || inside[colon + 1] === '=') return undefined
  return /[()[\]{}]/.test(names) ? undefined : `${names} : ${type}`
}

export function shortHash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 40)
}
