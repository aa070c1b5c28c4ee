import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { visibleValue } from '../../../src/visible-text.ts'
import { onLive, type Topic } from './live.ts'

/**
 * What the API said last, one entry per address, shared by everything on the page that shows it. An entry is
 * fetched again when a live event touches one of its topics; until then, and while it is fetched, the old answer
 * stays on the screen. A failed fetch keeps the old answer too and says so beside it.
 */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly problem: Problem | undefined
  readonly loading: boolean
}

export class Problem extends Error {
  readonly status: number
  readonly hint: string | undefined
  /** The line of Lean that is wrong, with carets below it. */
  readonly frame: string | undefined
  constructor(status: number, message: string, hint?: string, frame?: string) {
    super(message)
    this.status = status
    this.hint = hint
    this.frame = frame
  }
}

/** What went wrong as the server said it; anything else is a server that is not there. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, 'The server does not answer.')
}

interface Entry {
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

export function useResource<T>(path: string | undefined, topics: readonly Topic[] = []): Loaded<T> {
  const wanted = topics.join(' ')
  const subscribe = useCallback(
    (changed: () => void) => {
      if (path === undefined) return () => undefined
      const entry = entryOf(path)
      entry.listeners.add(changed)
      if (entry.state.data === undefined || entry.listeners.size === 1) void load(path, entry)
      const unsubscribe = onLive(wanted.split(' ') as Topic[], () => refreshSoon(path))
      return () => {
        entry.listeners.delete(changed)
        unsubscribe()
        if (entry.listeners.size === 0) forgetLater(path, entry)
      }
    },
    [path, wanted],
  )
  const read = useCallback(
    () => (path === undefined ? NOTHING : (entries.get(path)?.state ?? NOTHING)),
    [path],
  )
  return useSyncExternalStore(subscribe, read) as Loaded<T>
}

/** Like useResource, but a change of address shows the previous answer until the new one is there. */
export function useSmoothResource<T>(path: string | undefined, topics: readonly Topic[] = []): Loaded<T> {
  const now = useResource<T>(path, topics)
  const before = useRef<T>(undefined)
  useEffect(() => {
    if (now.data !== undefined) before.current = now.data
  }, [now.data])
  return now.data === undefined && before.current !== undefined ? { ...now, data: before.current } : now
}

export function refresh(path: string): void {
  const entry = entries.get(path)
  if (entry) void load(path, entry)
}

function refreshSoon(path: string): void {
  const entry = entries.get(path)
  if (!entry || entry.timer !== undefined) return
  entry.timer = setTimeout(() => {
    entry.timer = undefined
    void load(path, entry)
  }, QUIET_MS)
}

function entryOf(path: string): Entry {
  const known = entries.get(path)
  if (known) return known
  const entry: Entry = {
    state: NOTHING,
    listeners: new Set(),
    running: false,
    stale: false,
    timer: undefined,
  }
  entries.set(path, entry)
  return entry
}

/** Going back to a page shows its last answer at once. */
function forgetLater(path: string, entry: Entry): void {
  clearTimeout(entry.timer)
  entry.timer = undefined
  setTimeout(() => {
    if (entry.listeners.size === 0 && entries.get(path) === entry) entries.delete(path)
  }, 60_000)
}

async function load(path: string, entry: Entry): Promise<void> {
  if (entry.running) {
    entry.stale = true
    return
  }
  entry.running = true
  try {
    entry.state = { data: await call(path), problem: undefined, loading: false }
  } catch (error) {
    entry.state = { data: entry.state.data, problem: asProblem(error), loading: false }
  }
  entry.running = false
  for (const listener of entry.listeners) listener()
  if (entry.stale) {
    entry.stale = false
    refreshSoon(path)
  }
}

/** One request, its texts made visible: nothing else brings others' text onto the page. Answers that are not 2xx throw what the server said, as a sentence. */
export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, headers: { accept: 'application/json', ...init?.headers } })
  const body: unknown = response.headers.get('content-type')?.includes('json')
    ? visibleValue(await response.json())
    : undefined
  if (response.ok) return body as T
  const said = (body ?? {}) as {
    detail?: string
    title?: string
    hint?: string | null
    source?: { frame: string }
  }
  throw new Problem(
    response.status,
    said.detail ?? said.title ?? `The server answered ${response.status}.`,
    said.hint ?? undefined,
    said.source?.frame,
  )
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
