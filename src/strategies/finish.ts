/** Closing the goals of a state one after the other, and trying several ways at a time. */
import type { DojoState } from '../lean/index.ts'
import type { Tactic } from '../tactics/index.ts'
import type { Session, StepOptions } from './session.ts'

export type Finish =
  | { readonly kind: 'closed'; readonly state: DojoState }
  /** The state whose first goal none of the closers ended. */
  | { readonly kind: 'stuck'; readonly state: DojoState }

/** Closers that are tried on a goal, and what each of them may take. */
export interface Closing {
  readonly closers: readonly (Tactic | string)[]
  readonly limits: StepOptions
}

/** Ends one goal after the other until only so many are left. */
export async function finish(
  session: Session,
  state: DojoState,
  closings: readonly Closing[],
  { left = 0, signal }: { left?: number | undefined; signal?: AbortSignal } = {},
): Promise<Finish> {
  let at = state
  while (at.goals.length > left) {
    const next = await closeFirst(session, at, closings, signal)
    if (!next) return { kind: 'stuck', state: at }
    if (at !== state) await session.dojo.drop(at)
    at = next
  }
  return { kind: 'closed', state: at }
}

/** The state without its first goal, by the first closer that ends it. */
export async function closeFirst(
  session: Session,
  state: DojoState,
  closings: readonly Closing[],
  signal?: AbortSignal,
): Promise<DojoState | undefined> {
  for (const { closers, limits } of closings)
    for (const closer of closers) {
      const next = await session.advance(state, closer, { ...limits, ...(signal && { signal }) })
      if (!next) continue
      if (next.goals.length < state.goals.length) return next
      await session.dojo.drop(next)
    }
  return undefined
}

/** The proof by an induction whose cases closers end; by closers alone without one. */
export async function provedVia(
  session: Session,
  state: DojoState,
  induction: Tactic | undefined,
  closing: Closing,
  signal: AbortSignal,
): Promise<string | undefined> {
  const opened = induction ? await session.advance(state, induction, { ...closing.limits, signal }) : state
  const end = opened && (await finish(session, opened, [closing], { signal }))
  return end?.kind === 'closed' ? session.dojo.script(end.state) : undefined
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
