import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { asProblem, type ProblemError, type Question } from './api.ts'
import { onLive, type Topic } from './live.ts'

/**
 * What the API said last, one entry per address, shared by everything on the page that shows it. An entry is
 * fetched again when a live event touches one of its topics; until then, and while it is fetched, the old answer
 * stays on the screen. A failed fetch keeps the old answer too and says so beside it.
 */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly problem: ProblemError | undefined
  readonly loading: boolean
}

interface Entry {
  readonly question: Question<unknown>
  state: Loaded<unknown>
  readonly listeners: Set<() => void>
  running: boolean
  stale: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** A burst of events costs one request per address and this many milliseconds. */
const QUIET_MS = 400

const NOTHING: Loaded<unknown> = { data: undefined, problem: undefined, loading: true }
const entries = new Map<string, Entry>()

export function useResource<T>(question: Question<T> | undefined, topics: readonly Topic[] = []): Loaded<T> {
  const wanted = topics.join(' ')
  const address = question?.address
  // Questions are made anew with every rendering; the address says whether it is the same one.
  const asked = useRef(question)
  asked.current = question
  const subscribe = useCallback(
    (changed: () => void) => {
      if (address === undefined || !asked.current) return () => undefined
      const entry = entryOf(asked.current)
      entry.listeners.add(changed)
      if (entry.state.data === undefined || entry.listeners.size === 1) void load(entry)
      const unsubscribe = onLive(wanted.split(' ') as Topic[], () => refreshSoon(entry))
      return () => {
        entry.listeners.delete(changed)
        unsubscribe()
        if (entry.listeners.size === 0) forgetLater(entry)
      }
    },
    [address, wanted],
  )
  const read = useCallback(
    () => (address === undefined ? NOTHING : (entries.get(address)?.state ?? NOTHING)),
    [address],
  )
  return useSyncExternalStore(subscribe, read) as Loaded<T>
}

/** Like useResource, but a change of address shows the previous answer until the new one is there. */
export function useSmoothResource<T>(
  question: Question<T> | undefined,
  topics: readonly Topic[] = [],
): Loaded<T> {
  const now = useResource(question, topics)
  const before = useRef<T>(undefined)
  useEffect(() => {
    if (now.data !== undefined) before.current = now.data
  }, [now.data])
  return now.data === undefined && before.current !== undefined ? { ...now, data: before.current } : now
}

/** Asks again; what has only failed so far is waited for anew. */
export function refresh({ address }: Pick<Question<unknown>, 'address'>): void {
  const entry = entries.get(address)
  if (!entry) return
  if (entry.state.data === undefined) {
    entry.state = NOTHING
    for (const listener of entry.listeners) listener()
  }
  void load(entry)
}

function refreshSoon(entry: Entry): void {
  if (entry.timer !== undefined || entries.get(entry.question.address) !== entry) return
  entry.timer = setTimeout(() => {
    entry.timer = undefined
    void load(entry)
  }, QUIET_MS)
}

function entryOf(question: Question<unknown>): Entry {
  const known = entries.get(question.address)
  if (known) return known
  const entry: Entry = {
    question,
    state: NOTHING,
    listeners: new Set(),
    running: false,
    stale: false,
    timer: undefined,
  }
  entries.set(question.address, entry)
  return entry
}

/** Going back to a page shows its last answer at once. */
function forgetLater(entry: Entry): void {
  clearTimeout(entry.timer)
  entry.timer = undefined
  setTimeout(() => {
    if (entry.listeners.size === 0 && entries.get(entry.question.address) === entry)
      entries.delete(entry.question.address)
  }, 60_000)
}

async function load(entry: Entry): Promise<void> {
  if (entry.running) {
    entry.stale = true
    return
  }
  entry.running = true
  try {
    entry.state = { data: await entry.question.ask(), problem: undefined, loading: false }
  } catch (error) {
    entry.state = { data: entry.state.data, problem: asProblem(error), loading: false }
  }
  entry.running = false
  for (const listener of entry.listeners) listener()
  if (entry.stale) {
    entry.stale = false
    refreshSoon(entry)
  }
}
