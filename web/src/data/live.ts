import { useSyncExternalStore } from 'react'
import { visibleValue } from '../../../src/visible-text.ts'
import { type LiveEvents, type Pulse, schemas } from './api.ts'

/**
 * The live connection. One stream of server-sent events for the whole page; while it is down, everything on the
 * screen is asked for again every five seconds. The browser says by itself where it stopped; when the stream has
 * to be opened anew we say so, and the server sends what was missed.
 *
 * States: `connecting` until the first stream opens; `live` while it is open; `polling` when it is not but the
 * server answers; `offline` when it does not answer at all; `asleep` while nobody looks (a browser has six
 * connections per server, so a hidden tab gives its own back).
 */
export type LinkState = 'connecting' | 'live' | 'polling' | 'offline' | 'asleep'
/** `clock` beats every five seconds, for what changes without an event. */
export type Topic = keyof LiveEvents | 'clock'

const POLL_MS = 5000
const HIDDEN_MS = 30_000

const waiting = new Map<Topic, Set<() => void>>()
const watchers = new Set<() => void>()
let pulses: ReadonlyMap<string, Pulse> = new Map()
let state: LinkState = 'connecting'
let source: EventSource | undefined
let lastId = ''
let hiddenTimer: ReturnType<typeof setTimeout> | undefined

export function onLive(topics: readonly Topic[], listener: () => void): () => void {
  for (const topic of topics) waiting.set(topic, (waiting.get(topic) ?? new Set()).add(listener))
  return () => {
    for (const topic of topics) waiting.get(topic)?.delete(listener)
  }
}

export function startLive(): void {
  open()
  setInterval(beat, POLL_MS)
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(sleep, HIDDEN_MS)
    else if (state === 'asleep') open()
  })
}

function open(): void {
  source?.close()
  source = new EventSource(lastId === '' ? '/api/events' : `/api/events?after=${encodeURIComponent(lastId)}`)
  source.addEventListener('open', () => {
    // What changed while the stream was down and has no event of its own (the machine, the logs) is asked for once.
    const wasDown = state !== 'connecting' && state !== 'live'
    change('live')
    if (wasDown) announceAll()
  })
  source.addEventListener('error', () => {
    if (state === 'live' || state === 'connecting') {
      change('polling')
      void probe()
    }
  })
  for (const type of schemas.eventTypes) {
    source.addEventListener(type, (event) => {
      if (event.lastEventId !== '') lastId = event.lastEventId
      receive(type, String(event.data))
    })
  }
}

function receive(type: (typeof schemas.eventTypes)[number], data: string): void {
  if (type === 'reset') {
    announceAll()
    return
  }
  if (type === 'pulse') {
    const said = read('pulse', data)
    if (!said) return
    const { run_id, ...pulse } = said
    pulses = new Map(pulses).set(run_id, pulse)
    notifyWatchers()
  }
  if (type === 'run-ended') {
    const said = read('run-ended', data)
    if (!said) return
    const rest = new Map(pulses)
    rest.delete(said.run_id)
    pulses = rest
    notifyWatchers()
  }
  announce(type)
}

/** Undefined for what this page does not understand; the answers that are asked for anew will tell. */
function read<T extends keyof LiveEvents>(type: T, data: string): LiveEvents[T] | undefined {
  try {
    return schemas.liveEvents[type].parse(visibleValue(JSON.parse(data))) as LiveEvents[T]
  } catch {
    return undefined
  }
}

function beat(): void {
  if (state === 'asleep') return
  if (state === 'live') {
    announce('clock')
    return
  }
  if (source?.readyState === EventSource.CLOSED) open()
  void probe()
}

async function probe(): Promise<void> {
  const answered = await fetch('/api/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (state === 'live' || state === 'asleep') return
  change(answered ? 'polling' : 'offline')
  if (answered) announceAll()
}

function sleep(): void {
  source?.close()
  change('asleep')
}

function announce(topic: Topic): void {
  for (const listener of waiting.get(topic) ?? []) listener()
}

function announceAll(): void {
  const all = new Set([...waiting.values()].flatMap((listeners) => [...listeners]))
  for (const listener of all) listener()
}

function change(next: LinkState): void {
  if (state === next) return
  state = next
  // An old pulse is no news once the stream is down: the polled answers carry newer ones.
  if (next !== 'live') pulses = new Map()
  notifyWatchers()
}

function notifyWatchers(): void {
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useLinkState = (): LinkState =>
  useSyncExternalStore(
    watch,
    () => state,
    () => 'connecting',
  )
/** The newest word of each running run. */
export const usePulses = (): ReadonlyMap<string, Pulse> => useSyncExternalStore(watch, () => pulses)
