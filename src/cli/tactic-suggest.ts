/** What the engine would try next on a state: its tables of tactics, run for a moment each. */
import type { Dojo, DojoState } from '../lean/index.ts'
import { closers, movesAt, WHOLE_CLOSERS } from '../tactics/index.ts'

export interface Suggestion {
  readonly tactic: string
  /** Goals that are left after it. */
  readonly left: number
  /** The first of them. */
  readonly next: string | undefined
}

export interface SuggestOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly now: () => number
  readonly onTry?: (tactic: string) => void
}

const EACH_MS = 2_000
const MOST_SHOWN = 6
/** Enough ways to end it. */
const MOST_CLOSING = 3

/** Tactics that work here: those that end the goal first, then those that lead on, in the order of their price. */
export async function suggestTactics(
  dojo: Dojo,
  state: DojoState,
  { timeoutMs, signal, now, onTry }: SuggestOptions,
): Promise<Suggestion[]> {
  const until = now() + timeoutMs
  const survey = await dojo.survey(state, signal)
  const closing = survey ? closers(WHOLE_CLOSERS, survey) : []
  const leading = survey ? movesAt({ state, survey, depth: 0 }) : []
  const candidates = [
    ...introductions(state),
    ...closing.toSorted((one, other) => one.price - other.price).map(({ text }) => text),
    ...leading.toSorted((one, other) => one.price - other.price).map(({ text }) => text),
  ]
  const found: Suggestion[] = []
  const seen = new Set(state.goals.map(({ text }) => text))
  const count = state.goals.length
  for (const tactic of new Set(candidates)) {
    const rest = until - now()
    const isEnough =
      found.length >= MOST_SHOWN || found.filter(({ left }) => left < count).length >= MOST_CLOSING
    if (rest <= 0 || isEnough) break
    onTry?.(tactic)
    const result = await dojo.runTactic(state, tactic, { timeoutMs: Math.min(EACH_MS, rest), signal })
    if (!('state' in result)) continue
    const { goals } = result.state
    const next = goals[0]?.text
    // What changes nothing, or leads where another one leads, is no suggestion.
    if (goals.length >= count && (next === undefined || seen.has(next))) continue
    if (next !== undefined) seen.add(next)
    found.push({ tactic, left: goals.length, next })
    await dojo.drop(result.state)
  }
  return found.toSorted((one, other) => one.left - other.left)
}

/** The names that the statement itself gives its variables. */
function introductions({ goals }: DojoState): string[] {
  const target = goals[0]?.target ?? goals[0]?.text.split('⊢ ').at(-1) ?? ''
  if (target.startsWith('∀')) {
    const [binders = ''] = target.slice(1).split(',', 1)
    const groups = binders.split(/[()[\]{}⦃⦄]/u).flatMap((group) => group.split(' : ', 1))
    const names = groups.flatMap((group) => group.trim().split(/\s+/u)).filter((name) => name !== '')
    return [`intro ${names.join(' ')}`]
  }
  return target.startsWith('¬') || target.includes('→') ? ['intro h'] : []
}
