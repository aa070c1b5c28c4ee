/**
 * Best-first search over the states of a dojo. A node is a state; its first goal is worked on, closers
 * first. Goals met before (by key) are not searched again. What was not finished stays in the frontier.
 */
import type { DojoState } from '../lean/index.ts'
import { EFFORTS, MOST, type Position, type Tactic, WIDTH } from '../tactics/index.ts'
import { finish, firstOf } from './finish.ts'
import { type Branch, Frontier } from './frontier.ts'
import { nameAll, surveyOf } from './opening.ts'
import type { Session } from './session.ts'

export interface SearchOptions {
  /** Tactics that end the first goal or do nothing, in the order in which to try them. */
  readonly closersAt: (
    position: Position,
  ) => readonly (Tactic | string)[] | Promise<readonly (Tactic | string)[]>
  /** Tactics that lead on from it. */
  readonly movesAt: (position: Position) => readonly Tactic[] | Promise<readonly Tactic[]>
  readonly secondsLeft: number
  /** Further states to begin with, most promising first. */
  readonly alsoFrom?: readonly DojoState[]
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

export async function search(session: Session, start: DojoState, options: SearchOptions): Promise<SearchEnd> {
  const frontier = new Frontier<Node>()
  const seen = new Set<string>()
  let closest: { state: DojoState; cost: number } | undefined
  for (const [index, state] of [start, ...(options.alsoFrom ?? [])].entries()) {
    if (seen.has(positionKey(state))) continue
    seen.add(positionKey(state))
    frontier.push(index / 10, { state, depth: 0 })
  }
  const end = (script?: string): SearchEnd => ({
    script,
    closest: closest?.state,
    frontier: frontier.items().map(({ state }) => session.dojo.script(state)),
  })
  // Stopped in the middle of a step, a branch goes back to where it came from: nothing is lost to the clock.
  const limit = session.whenLeft(session.secondsLeft - options.secondsLeft)
  while (!limit.aborted) {
    const branch = frontier.pop()
    if (!branch) break
    try {
      const script = await expand(branch)
      if (script !== undefined) return end(script)
    } catch (error) {
      if (!limit.aborted || session.signal.aborted) throw error
      frontier.push(branch.cost, branch.item)
    }
  }
  return end()

  /** Closes the first goal of a branch, or adds what follows from it; gives the script of a whole proof. */
  async function expand({ cost, item: { state, depth } }: Branch<Node>): Promise<string | undefined> {
    const named = await nameAll(session, state)
    const survey = await surveyOf(session, named)
    const closing = {
      closers: await options.closersAt({ state: named, survey, depth }),
      limits: EFFORTS.step,
    }
    const closed = await finish(session, named, [closing], { signal: limit })
    if (closed.kind === 'closed') return session.dojo.script(closed.state)
    const at = closed.state === named ? named : await nameAll(session, closed.state)
    if (!closest || weight(at) < closest.cost) closest = { state: at, cost: weight(at) }
    if (depth >= MOST.depth) return undefined
    const here = at === named ? survey : await surveyOf(session, at)
    const candidates = await options.movesAt({ state: at, survey: here, depth })
    const solved = await firstOf(candidates, WIDTH, async (move, done) => {
      const signal = AbortSignal.any([done, limit])
      const next = await session.advance(at, move, { ...EFFORTS.step, signal })
      if (!next) return undefined
      if (next.goals.length === 0) return next
      const key = positionKey(next)
      if (seen.has(key)) {
        await session.dojo.drop(next)
        return undefined
      }
      seen.add(key)
      frontier.push(cost + move.price + weight(next) - weight(at), { state: next, depth: depth + 1 })
      return undefined
    })
    return solved && session.dojo.script(solved)
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
