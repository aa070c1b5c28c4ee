/**
 * A few Lean processes shared by many users.
 *
 * A user takes a lease on a process, keeps its states there and gives the lease back. A process takes
 * as many leases as it has threads. It leaves the pool when it dies, or when it has no leases left and
 * has grown old: by requests, by imports (whose memory Lean never gives back), or by memory. An old
 * process that is never without leases gets no new ones: one process more than `size` may take its
 * place until it is free. Processes are started one after the other, only when there is nobody else to
 * take a lease, and only while there is memory for another one like the largest so far: what a process takes
 * depends on what it imports (Mathlib takes gigabytes) and is measured. One that was quiet for a while must answer a ping before it gets a lease.
 *
 * Brief work (`use`) may squeeze in beside the leases of a full pool: whoever holds a lease and has
 * something checked meanwhile would otherwise wait for others who do the same.
 */
import { availableParallelism } from 'node:os'
import { LeanServer, type ServerOptions } from './server.ts'
import type { LeanToolchain } from './toolchain.ts'

export interface PoolOptions {
  /** Processes at most. By default as many as cores and free memory bear. */
  readonly size?: number
  readonly threads?: number
  readonly maxRequests?: number
  readonly maxImports?: number
  readonly maxBytes?: number
  /** A process that nobody used for so long is pinged before it is leased. */
  readonly quietMs?: number
  /** How much memory there is for another process. */
  readonly freeBytes?: () => number
  readonly server?: ServerOptions
}

export interface Lease extends Disposable {
  readonly server: LeanServer
  release(): void
}

interface Member {
  readonly server: LeanServer
  leases: number
  released: number
  /** When a lease was last given back: since then nobody has talked to the process. */
  releasedAt: number
  /** Imports that it had when it was last measured, and what it took then. */
  importsMeasured: number
  bytesImported: number
}

interface Place {
  readonly lease: Lease
  readonly isQuiet: boolean
}

interface Waiter {
  readonly isBrief: boolean
  readonly resolve: (place: Place) => void
  readonly reject: (error: unknown) => void
}

/** Before any process was measured. */
const BYTES_PER_PROCESS = 1.4e9
/** A process that has grown so much beyond what its imports take has grown old. */
const GROWTH = 1.5
const DEFAULTS = { threads: 2, maxRequests: 20_000, maxImports: 10, maxBytes: 1.5 * 2 ** 30 }
/** Asking for memory on every release would cost more than it saves. */
const RELEASES_PER_MEMORY_CHECK = 32
const DEFAULT_QUIET_MS = 10_000

export function defaultPoolSize(
  cores: number = availableParallelism(),
  freeBytes: number = process.availableMemory(),
): number {
  return Math.max(1, Math.min(cores, Math.floor(freeBytes / BYTES_PER_PROCESS), 8))
}

export class LeanPool implements AsyncDisposable {
  readonly toolchain: LeanToolchain
  readonly size: number
  #options: PoolOptions
  #limits: typeof DEFAULTS
  #quietMs: number
  #freeBytes: () => number
  /** What the largest process was seen to take. */
  #largestBytes = 0
  #members = new Set<Member>()
  #waiters: Waiter[] = []
  #starting: Promise<void> | undefined
  #closing = new AbortController()
  #retired = new Set<Promise<void>>()

  constructor(toolchain: LeanToolchain, options: PoolOptions = {}) {
    this.toolchain = toolchain
    this.size = options.size ?? defaultPoolSize()
    this.#options = options
    this.#limits = { ...DEFAULTS, ...options }
    this.#quietMs = options.quietMs ?? DEFAULT_QUIET_MS
    this.#freeBytes = options.freeBytes ?? (() => process.availableMemory())
  }

  /** Waits for a place in a process that answers. */
  lease(signal?: AbortSignal): Promise<Lease> {
    return this.#leaseFor(signal, false)
  }

  async #leaseFor(signal: AbortSignal | undefined, isBrief: boolean): Promise<Lease> {
    for (;;) {
      const { lease, isQuiet } = await this.#place(signal, isBrief)
      if (!isQuiet || (await lease.server.ping())) return lease
      // The unanswered ping has killed the process.
      lease.release()
    }
  }

  #place(signal: AbortSignal | undefined, isBrief: boolean): Promise<Place> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#closing.signal.aborted) return Promise.reject(this.#closing.signal.reason)
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        isBrief,
        resolve: (place) => {
          signal?.removeEventListener('abort', onAbort)
          resolve(place)
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort)
          reject(error)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiters.push(waiter)
      this.#serve()
    })
  }

  /** For work that ends by itself and takes no other lease meanwhile. */
  async use<T>(work: (server: LeanServer) => Promise<T>, signal?: AbortSignal): Promise<T> {
    using lease = await this.#leaseFor(signal, true)
    return await work(lease.server)
  }

  /**
   * For work whose answer must not depend on anybody's candidate: a process that has seen none, also when the work
   * is done. Undefined if there is none to be had without a wait for others.
   */
  async inUnspoilt<T>(
    work: (server: LeanServer) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const isFirst = this.#members.size === 0 && this.#waiters.length === 0
    const member = [...this.#members].find(({ server, leases }) => {
      return server.isAlive && server.isUnspoilt && leases < this.#limits.threads
    })
    if (!member && !isFirst) return undefined
    using lease = member ? this.#grant(member).lease : await this.lease(signal)
    if (!lease.server.isUnspoilt) return undefined
    const value = await work(lease.server)
    return lease.server.isUnspoilt ? value : undefined
  }

  /** Starts a process ahead of need. */
  async warm(): Promise<void> {
    this.#serve(1)
    await this.#starting
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the pool was closed'))
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#closing.signal.reason)
    await this.#starting
    for (const member of this.#members) this.#retire(member)
    await Promise.all(this.#retired)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #serve(wanted = 0): void {
    for (const member of this.#members) if (!member.server.isAlive) this.#members.delete(member)
    const old = [...this.#members].filter((member) => this.#isUsedUp(member))
    const mayStart = this.#members.size === 0 || this.#freeBytes() >= this.#largestBytes
    const hasRoom = mayStart && this.#members.size < this.size + Math.min(old.length, 1)
    for (const waiter of [...this.#waiters]) {
      const member = this.#leastLoaded(hasRoom, waiter.isBrief && !hasRoom)
      if (!member) continue
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
      waiter.resolve(this.#grant(member))
    }
    const lacking = this.#waiters.length > 0 || this.#members.size < wanted
    if (lacking && !this.#starting && hasRoom && !this.#closing.signal.aborted) {
      this.#starting = this.#start().finally(() => {
        this.#starting = undefined
        this.#serve()
      })
    }
  }

  async #start(): Promise<void> {
    try {
      const { threads } = this.#limits
      const server = await LeanServer.start(this.toolchain, {
        ...this.#options.server,
        threads,
        signal: this.#closing.signal,
      })
      const releasedAt = performance.now()
      this.#members.add({ server, leases: 0, released: 0, releasedAt, importsMeasured: 0, bytesImported: 0 })
      // Whoever waits for a place in a process that dies shall not wait for its other users.
      void server.exited.then(() => this.#serve())
    } catch (error) {
      // Nobody can be served: whoever waits learns why, and the next lease tries again.
      for (const waiter of this.#waiters.splice(0)) waiter.reject(error)
    }
  }

  #leastLoaded(spareOld: boolean, squeezeIn: boolean): Member | undefined {
    const places = this.#limits.threads * (squeezeIn ? 2 : 1)
    let best: Member | undefined
    for (const member of this.#members) {
      if (member.leases >= places || (spareOld && this.#isUsedUp(member))) continue
      if (!best || member.leases < best.leases) best = member
    }
    return best
  }

  #grant(member: Member): Place {
    const isQuiet = member.leases === 0 && performance.now() - member.releasedAt >= this.#quietMs
    member.leases++
    let held = true
    const release = () => {
      if (!held) return
      held = false
      member.leases--
      member.released++
      member.releasedAt = performance.now()
      void this.#settle(member)
    }
    return { lease: { server: member.server, release, [Symbol.dispose]: release }, isQuiet }
  }

  #isUsedUp({ server }: Member): boolean {
    return server.requests >= this.#limits.maxRequests || server.imports >= this.#limits.maxImports
  }

  async #settle(member: Member): Promise<void> {
    if (member.leases === 0 && (await this.#isOld(member)) && member.leases === 0) this.#retire(member)
    this.#serve()
  }

  async #isOld(member: Member): Promise<boolean> {
    const { server, released } = member
    if (!server.isAlive || this.#isUsedUp(member)) return true
    const hasImported = server.imports !== member.importsMeasured
    if (!hasImported && released % RELEASES_PER_MEMORY_CHECK !== 1) return false
    try {
      const answer = await server.request('memory', {}, { timeoutMs: 2_000 })
      if (answer.kind !== 'ok') return true
      const bytes = Math.max(answer.value.heapBytes ?? 0, answer.value.rssBytes ?? 0)
      this.#largestBytes = Math.max(this.#largestBytes, bytes)
      if (hasImported) {
        member.importsMeasured = server.imports
        member.bytesImported = bytes
      }
      return bytes > Math.max(this.#limits.maxBytes, member.bytesImported * GROWTH)
    } catch {
      return true
    }
  }

  #retire(member: Member): void {
    this.#members.delete(member)
    const done = member.server.close().finally(() => this.#retired.delete(done))
    this.#retired.add(done)
  }
}
