/**
 * Live events for many clients at the price of one. A single reader asks the ledger what is new and makes one piece of
 * bytes of it; every client at the front is handed that same piece. There is no timer, query or buffer per client.
 *
 * A client is `live` while it is at the front; `behind` while it reads pieces of its own from the ledger, because it
 * came with a position of its own or missed one; `full` while it has not taken what it was given: nothing is written
 * to it then, and when it has drained it is behind.
 */
import type { Ledger } from '../ledger/index.ts'
import { type Chunk, encode, type FeedPosition, FeedReader, passing, resetTo } from './feed-reader.ts'

/** Where a client's bytes go. */
export interface Sink {
  /** False when it does not take more for now; then `drained` of its follower is called once it does. */
  write(bytes: Uint8Array): boolean
  end(): void
}

export interface Following {
  drained(): void
  leave(): void
}

interface Client {
  readonly sink: Sink
  at: FeedPosition | undefined
  state: 'live' | 'behind' | 'full'
  /** Whether anything was written since the last heartbeat. */
  heard: boolean
}

const POLL_MS = 500
/** Telling takes at most one part in so many of the time, up to the longest pause. */
const TELLING_SHARE = 50
const LONGEST_POLL_MS = 2_000
const HEARTBEAT_MS = 15_000
const HEARTBEAT = encode(': still here\n\n')
const PAGE = 500
/** More than this at a time nobody can follow. */
const LIVE_PAGE = 200
/** A search this far ahead of its watchers is too fast to be told attempt by attempt: they look now and then. */
const MOST_LAG = 500
/** A client that missed more than this is told to load everything anew. */
const MOST_MISSED = 20_000

export class Feed implements AsyncDisposable {
  readonly #reader: FeedReader
  readonly #clients = new Set<Client>()
  readonly #closing = new AbortController()
  /** Where the clients at the front are. */
  #front: FeedPosition | undefined
  #polling: Promise<void> | undefined
  #beatAt = 0

  constructor(ledger: () => Promise<Ledger>) {
    this.#reader = new FeedReader(ledger)
  }

  get clients(): number {
    return this.#clients.size
  }

  /** Sends everything after a position, or from now on, until the client leaves. */
  follow(sink: Sink, after: FeedPosition | undefined): Following {
    const client: Client = { sink, at: after, state: 'behind', heard: true }
    this.#clients.add(client)
    this.#startPolling()
    void this.#catchUp(client)
    return {
      drained: () => {
        if (client.state === 'full') void this.#catchUp(client)
      },
      leave: () => this.#clients.delete(client),
    }
  }

  /** Tells everybody who listens of something that only this server knows. Who is away asks when it comes back. */
  announce(type: 'project' | 'search'): void {
    const bytes = passing(type)
    for (const client of this.#clients)
      if (client.state !== 'full' && !client.sink.write(bytes)) client.state = 'full'
  }

  /** Pieces for one client alone, until it is at the front or takes no more. */
  async #catchUp(client: Client): Promise<void> {
    if (client.at && this.#front && this.#isCurrent(client.at)) {
      client.state = 'live'
      return
    }
    client.state = 'behind'
    try {
      const now = await this.#reader.now()
      let at = client.at ?? now
      client.at = at
      if (now.attempt - at.attempt > MOST_MISSED || now.event - at.event > MOST_MISSED)
        this.#send(client, resetTo(at, now))
      while (this.#clients.has(client) && client.state === 'behind' && !this.#isCurrent(client.at)) {
        at = client.at
        const chunk = await this.#reader.after(at, PAGE)
        if (!chunk || !this.#clients.has(client)) break
        this.#send(client, chunk)
      }
    } catch {
      // The ledger is away; the client keeps its place and goes on when it is back.
    }
    if (client.state === 'behind') client.state = 'live'
  }

  #send(client: Client, { to, bytes }: Chunk): void {
    client.at = to
    client.heard = true
    if (!client.sink.write(bytes)) client.state = 'full'
  }

  /** A piece for everybody at the front. */
  #deliver(chunk: Chunk): void {
    for (const client of this.#clients) {
      const { state, at } = client
      if (state !== 'live') continue
      if (at?.attempt === chunk.from.attempt && at.event === chunk.from.event) this.#send(client, chunk)
    }
    this.#front = chunk.to
  }

  #startPolling(): void {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      this.#front = undefined
      // Somebody may have come while the last one left.
      if (this.#clients.size > 0 && !this.#closing.signal.aborted) this.#startPolling()
    })
  }

  async #poll(): Promise<void> {
    this.#beatAt = performance.now()
    while (this.#clients.size > 0 && !this.#closing.signal.aborted) {
      const begun = performance.now()
      let isTooFast = false
      try {
        const now = await this.#reader.now()
        this.#front ??= now
        isTooFast = now.attempt - this.#front.attempt > MOST_LAG
        const chunk = isTooFast ? resetTo(this.#front, now) : await this.#reader.after(this.#front, LIVE_PAGE)
        if (chunk) this.#deliver(chunk)
        this.#fetchStragglers()
      } catch {
        this.#front = undefined
      }
      this.#beat()
      const took = performance.now() - begun
      const pauseMs = Math.min(LONGEST_POLL_MS, Math.max(POLL_MS, took * TELLING_SHARE))
      await this.#pause(isTooFast ? LONGEST_POLL_MS : pauseMs)
    }
  }

  /** Clients that are somewhere else than the rest, because they have read by themselves, find their own way. */
  #fetchStragglers(): void {
    for (const client of this.#clients)
      if (client.state === 'live' && !this.#isCurrent(client.at)) void this.#catchUp(client)
  }

  /** Tells those who have heard nothing for a while that the connection is still there. */
  #beat(): void {
    const now = performance.now()
    if (now - this.#beatAt < HEARTBEAT_MS) return
    this.#beatAt = now
    for (const client of this.#clients) {
      if (!client.heard && client.state === 'live' && !client.sink.write(HEARTBEAT)) client.state = 'full'
      client.heard = false
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#closing.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#closing.signal.addEventListener('abort', done)
    })
  }

  #isCurrent(at: FeedPosition | undefined): boolean {
    const front = this.#front
    return !at || !front || (at.attempt >= front.attempt && at.event >= front.event)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    for (const { sink } of this.#clients) sink.end()
    this.#clients.clear()
    await this.#polling
  }
}
