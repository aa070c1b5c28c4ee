import { createHash } from 'node:crypto'
import type { Problem } from '../engine/index.ts'
import type { Goal } from '../goal/index.ts'
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
export interface ProofEvidence {
  readonly script: string
  readonly strategy: string
  readonly counterexample?: string
}

/**
 * The goal as one statement for Lean: hypotheses in the context (`h : 0 < n`) become binders, keywords in it
 * only guide the search for similar goals.
 */
export function toInput({ text, context, preamble, imports }: Goal): GoalInput {
  const binders = context.flatMap((entry) => binderOf(entry) ?? [])
  const statement = binders.length > 0 ? `∀ ${binders.join(' ')}, ${text}` : text
  return { statement, preamble, imports }
}

const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** `h : 0 < n`, in brackets or without, as `(h : 0 < n)`. Read from the front, once: a context may be long. */
function binderOf(entry: string): string | undefined {
  const whole = entry.trim()
  const close = BRACKETS[whole[0] ?? '']
  const inside = close === undefined ? whole : whole.slice(1, whole.endsWith(close) ? -1 : undefined)
  const colon = inside.indexOf(':')
  if (colon < 0 || inside[colon + 1] === '=') return undefined
  const names = inside.slice(0, colon).trim()
  const type = inside.slice(colon + 1).trim()
  return names && type && !/[()[\]{}]/.test(names) ? `(${names} : ${type})` : undefined
}

export function shortHash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 40)
}
