/**
 * Best-first search over the states of a dojo. A node is a state; its first goal is worked on, closers
 * first. Goals met before (by key) are not searched again. What was not finished stays in the frontier.
 */
import type { DojoState } from '../lean/index.ts'
import type { Candidate, Position } from './candidates.ts'
import { finish, firstOf } from './finish.ts'
import { Frontier } from './frontier.ts'
import { nameAll, surveyOf } from './opening.ts'
import type { Session } from './session.ts'

export interface SearchOptions {
  /** Tactics that end the first goal or do nothing, in the order in which to try them. */
  readonly closersAt: (position: Position) => readonly string[] | Promise<readonly string[]>
  /** Tactics that lead on from it. */
  readonly movesAt: (position: Position) => readonly Candidate[] | Promise<readonly Candidate[]>
  readonly secondsLeft: number
}

interface Node {
  readonly state: DojoState
  readonly depth: number
}

export interface SearchEnd {
  readonly script: string | undefined
  /** Where the search came closest. */
  readonly closest: DojoState | undefined
  /** Scripts of the branches that are still open, most promising first. */
  readonly frontier: readonly string[]
}

const CLOSER = { timeoutMs: 10_000, heartbeats: 20_000 }
const MOVE = { timeoutMs: 10_000, heartbeats: 15_000 }
const MOST_DEPTH = 7
const WIDTH = 2

export async function search(session: Session, start: DojoState, options: SearchOptions): Promise<SearchEnd> {
  const frontier = new Frontier<Node>()
  const seen = new Set<string>([positionKey(start)])
  const reserve = session.secondsLeft - options.secondsLeft
  let closest: { state: DojoState; cost: number } | undefined
  frontier.push(0, { state: start, depth: 0 })
  const end = (script?: string): SearchEnd => ({
    script,
    closest: closest?.state,
    frontier: frontier.items().map(({ state }) => session.dojo.script(state)),
  })
  for (;;) {
    const branch = frontier.pop()
    if (!branch || session.secondsLeft < reserve) return end()
    const { state, depth } = branch.item
    const named = await nameAll(session, state)
    const survey = await surveyOf(session, named)
    const closers = await options.closersAt({ state: named, survey, depth })
    const closed = await finish(session, named, closers, CLOSER)
    if (closed.kind === 'closed') return end(session.dojo.script(closed.state))
    const at = closed.state === named ? named : await nameAll(session, closed.state)
    const cost = weight(at)
    if (!closest || cost < closest.cost) closest = { state: at, cost }
    if (depth >= MOST_DEPTH) continue
    const here = at === named ? survey : await surveyOf(session, at)
    const candidates = await options.movesAt({ state: at, survey: here, depth })
    const solved = await firstOf(candidates, WIDTH, async ({ tactic, price }, signal) => {
      if (session.secondsLeft < reserve) return undefined
      const next = await session.advance(at, tactic, { ...MOVE, signal })
      if (!next) return undefined
      if (next.goals.length === 0) return next
      const key = positionKey(next)
      if (seen.has(key)) {
        await session.dojo.drop(next)
        return undefined
      }
      seen.add(key)
      frontier.push(branch.cost + price + weight(next) - weight(at), { state: next, depth: depth + 1 })
      return undefined
    })
    if (solved) return end(session.dojo.script(solved))
  }
}

/** Equal for states that have the same goals left. */
function positionKey(state: DojoState): string {
  return state.goals.map((goal) => goal.key ?? goal.text).join(' ')
}

/** Long targets and many goals are further from done. */
function weight(state: DojoState): number {
  return state.goals.reduce((sum, goal) => sum + 0.5 + (goal.target?.length ?? goal.text.length) / 60, 0)
}
