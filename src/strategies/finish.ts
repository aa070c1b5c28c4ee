/** Closing the goals of a state one after the other, and trying several ways at a time. */
import type { DojoState } from '../lean/index.ts'
import type { Tactic } from '../tactics/index.ts'
import type { Session, StepOptions } from './session.ts'

export type Finish =
  | { readonly kind: 'closed'; readonly state: DojoState }
  /** The state whose first goal none of the closers ended. */
  | { readonly kind: 'stuck'; readonly state: DojoState }

/** Tries closers on the first goal until one ends it, then goes on with the next goal. */
export async function finish(
  session: Session,
  state: DojoState,
  closers: readonly (Tactic | string)[],
  options: StepOptions = {},
): Promise<Finish> {
  let at = state
  const leave = async (kind: Finish['kind']): Promise<Finish> => ({ kind, state: at })
  while (at.goals.length > 0) {
    const next = await closeFirst(session, at, closers, options)
    if (!next) return leave('stuck')
    if (at !== state) await session.dojo.drop(at)
    at = next
  }
  return leave('closed')
}

/** The state without its first goal, by the first closer that ends it. */
export async function closeFirst(
  session: Session,
  state: DojoState,
  closers: readonly (Tactic | string)[],
  options: StepOptions,
): Promise<DojoState | undefined> {
  for (const closer of closers) {
    const next = await session.advance(state, closer, options)
    if (!next) continue
    if (next.goals.length < state.goals.length) return next
    await session.dojo.drop(next)
  }
  return undefined
}

/** The first item for which `attempt` gives something, with `width` items under way at a time. */
export async function firstOf<T, R>(
  items: readonly T[],
  width: number,
  attempt: (item: T, signal: AbortSignal) => Promise<R | undefined>,
): Promise<R | undefined> {
  const done = new AbortController()
  let found: R | undefined
  let next = 0
  const work = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const item = items[next++]
      if (item === undefined) return
      try {
        const result = await attempt(item, done.signal)
        if (result !== undefined && found === undefined) {
          found = result
          done.abort()
        }
      } catch (error) {
        // Whoever lost the race ends with the winner's abort; everything else is a real failure.
        if (!done.signal.aborted) throw error
      }
    }
  }
  const workers = Array.from({ length: Math.min(width, items.length) }, work)
  const ends = await Promise.allSettled(workers)
  const failed = ends.find((end) => end.status === 'rejected')
  if (found === undefined && failed) throw failed.reason
  return found
}
