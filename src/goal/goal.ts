import { createHash } from 'node:crypto'
import { normalizeGoalText } from './goal-text.ts'
import { trimLineEnds } from './lean-scan.ts'

/** Something to solve: what the bank, a file's `sorry` or a ticket asks for. */
export interface Goal {
  /** The name people use for it; unique within one bank. */
  readonly id: string
  readonly text: string
  /** Hypotheses (`h : 0 < n`) or keywords that narrow the goal. */
  readonly context: readonly string[]
  readonly imports: readonly string[]
  /** Definitions the text is stated over. */
  readonly preamble: string
  /** 0 (easy) to 1 (hard). */
  readonly difficulty: number
  /** 0 (whenever) to 1 (first). */
  readonly priority: number
  /** Whatever the bank says of it beside this; kept and handed on, never read. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

type GoalParts = Pick<Goal, 'id' | 'text'> & Partial<Goal>

/** A goal with the defaults of a bank line that says no more than its id and its text. */
export function makeGoal(parts: GoalParts): Goal {
  return {
    context: [],
    imports: [],
    preamble: '',
    difficulty: 0.5,
    priority: 0.5,
    ...parts,
  }
}

/**
 * The key of a goal where no Lean is at hand to compute it from the elaborated expression.
 * Bound names, layout, brackets of implicit arguments and the order of independent hypotheses do not change
 * it; imports and preamble do, because they decide what the text means.
 */
export function goalTextKey(goal: Pick<Goal, 'text'> & Partial<Goal>): string {
  const parts = [
    normalizeGoalText(goal.text, goal.context ?? []),
    [...new Set(goal.imports ?? [])].sort().join(' '),
    trimLineEnds((goal.preamble ?? '').trim()),
  ]
  return `text:${createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 40)}`
}

/** Of a goal that speaks of nothing but the library, as far as its text tells. */
export const LIBRARY_ONLY = 'about:library'
const DECLARES = /\b(?:def|abbrev|inductive|structure|class|opaque|axiom)\b/

/** What the bandit may know of a goal without running anything, coarsest first. */
export function goalFeatures(goal: Pick<Goal, 'text'> & Partial<Pick<Goal, 'preamble'>>): readonly string[] {
  const about = DECLARES.test(goal.preamble ?? '') ? 'about:own' : LIBRARY_ONLY
  const body = goal.text.slice(Math.max(goal.text.lastIndexOf(','), goal.text.lastIndexOf(':')) + 1)
  const relation = /↔|≠|≤|≥|<|>|∣|∈|⊆|=|∨|∧|¬/.exec(body)?.[0] ?? 'none'
  const namespace = /\b([A-Z]\w*)\b/.exec(goal.text)?.[1] ?? 'none'
  const size = Math.min(6, Math.floor(Math.log2(1 + goal.text.length / 16)))
  return [about, `head:${relation}`, `size:${size}`, `namespace:${namespace}`]
}
