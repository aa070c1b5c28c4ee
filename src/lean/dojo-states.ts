/**
 * Where the states of a dojo live: in a Lean process that may die. A state remembers the tactics that led to it, and is
 * replayed on another process when it is asked for again.
 */
import { OrchError } from '../errors.ts'
import type { Beginning, Detail, DojoPlace } from './dojo-place.ts'
import type { DojoOptions, DojoState } from './dojo-types.ts'
import { LeanGoneError } from './errors.ts'
import { closeStatement } from './opened-statements.ts'
import type { LeanPool, Lease } from './pool.ts'
import type { ReplyTo } from './protocol.ts'
import type { LeanServer, RequestOptions } from './server.ts'
import type { ElaboratedStatement } from './statement.ts'

/** On a machine under load even a short statement takes a while: this is for what never ends. */
const OPEN_TIMEOUT_MS = 300_000

/** What a replay needs beside the tactic of a state. */
interface Origin {
  /** Heartbeats that its tactic was given, where not the default. */
  readonly heartbeats?: number | undefined
  /** The script whose hole it is, and which one, where no tactic made it. */
  readonly hole?: { readonly script: string; readonly index: number }
}

export class DojoStates {
  readonly statement: ElaboratedStatement
  readonly root: DojoState
  readonly place: DojoPlace
  readonly detail: Detail
  readonly #pool: LeanPool
  #lease: Lease | undefined
  /** The wait for a new process, shared by everybody who found the old one dead. */
  #moving: Promise<void> | undefined
  #isClosed = false
  /** Ids in the current process; empty again when that process is replaced. */
  #ids = new Map<DojoState, number>()
  #origins = new WeakMap<DojoState, Origin>()

  static async open(pool: LeanPool, place: DojoPlace, options: DojoOptions): Promise<DojoStates> {
    const lease = await pool.lease(options.signal)
    try {
      const { structured = false, keys = false, timeoutMs = OPEN_TIMEOUT_MS, signal } = options
      const detail = { structured, keys }
      const beginning = await place.begin(lease.server, detail, { timeoutMs, signal })
      return new DojoStates({ pool, lease, place, detail }, beginning)
    } catch (error) {
      lease.release()
      throw error
    }
  }

  private constructor(
    { pool, lease, place, detail }: { pool: LeanPool; lease: Lease; place: DojoPlace; detail: Detail },
    { state, goals, statement }: Beginning,
  ) {
    this.#pool = pool
    this.#lease = lease
    this.place = place
    this.detail = detail
    this.statement = statement
    this.root = { goals, parent: undefined, tactic: undefined }
    this.#ids.set(this.root, state)
  }

  /** Unproved declarations that a proof may rest on, as requests have them. */
  get given(): { given?: readonly string[] } {
    const { given } = this.place
    return given === undefined ? {} : { given }
  }

  /** Notes a state that Lean has just made. */
  add(state: DojoState, id: number, origin: Origin = {}): void {
    this.#ids.set(state, id)
    this.#origins.set(state, origin)
  }

  /** The state in a living process, replayed from its tactics if it is not there. */
  async locate(
    state: DojoState,
    signal: AbortSignal | undefined,
  ): Promise<{ server: LeanServer; id: number }> {
    const server = await this.server(signal)
    const known = this.#ids.get(state)
    if (known !== undefined) return { server, id: known }
    const id = await this.#replay(server, state, signal)
    this.#ids.set(state, id)
    return { server, id }
  }

  /** A living process. */
  async server(signal: AbortSignal | undefined): Promise<LeanServer> {
    for (;;) {
      signal?.throwIfAborted()
      if (this.#isClosed) throw new OrchError('dojo_closed', 'This dojo is closed.')
      if (this.#lease?.server.isAlive) return this.#lease.server
      const isMine = this.#moving === undefined
      this.#moving ??= this.#move(signal).finally(() => {
        this.#moving = undefined
      })
      try {
        await this.#moving
      } catch (error) {
        // Another caller's move may fail by that caller's signal: then this one moves itself.
        if (isMine) throw error
      }
    }
  }

  /** A script as Lean reads it where the dojo is, with a state for each of its holes. */
  async elaborate(
    server: LeanServer,
    script: string,
    options: RequestOptions,
  ): Promise<Pick<ReplyTo<'file'>, 'holes' | 'messages'>> {
    const env = await this.place.context(server, options)
    const { text } = this.place.embed(script, this.statement)
    const answer = await server.request('file', { text, env, ...this.detail }, options)
    if (answer.kind !== 'ok') return { holes: [], messages: [] }
    if (answer.value.env !== null) await server.request('drop', { env: answer.value.env })
    return answer.value
  }

  async drop(states: readonly DojoState[]): Promise<void> {
    const ids = states.flatMap((state) => this.#ids.get(state) ?? [])
    for (const state of states) this.#ids.delete(state)
    if (ids.length > 0 && this.#lease?.server.isAlive) await forget(this.#lease.server, ids)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#moving?.catch(() => {})
    const lease = this.#lease
    this.#lease = undefined
    if (lease?.server.isAlive) await forget(lease.server, [...this.#ids.values()])
    this.#ids.clear()
    lease?.release()
  }

  async #move(signal: AbortSignal | undefined): Promise<void> {
    this.#lease?.release()
    this.#lease = undefined
    this.#ids.clear()
    this.#lease = await this.#pool.lease(signal)
  }

  async #replay(server: LeanServer, state: DojoState, signal: AbortSignal | undefined): Promise<number> {
    const { hole, heartbeats } = this.#origins.get(state) ?? {}
    if (hole) {
      const again = (await this.elaborate(server, hole.script, { signal })).holes[hole.index]
      if (again) return again.state
      throw new LeanGoneError('exited', 'A lost hole could not be found again in its script')
    }
    const { parent, tactic } = state
    if (!parent || tactic === undefined)
      return (await this.place.begin(server, this.detail, { signal })).state
    const { id } = await this.locate(parent, signal)
    const asked = { state: id, tactic, ...this.given, ...limited(heartbeats) }
    const answer = await server.request('tactic', asked, { signal })
    if (answer.kind === 'ok') return answer.value.state
    throw new LeanGoneError('exited', `A lost state could not be replayed: '${tactic}' no longer works`)
  }
}

/** Heartbeats as requests have them. */
export function limited(heartbeats: number | undefined): { heartbeats?: number } {
  return heartbeats === undefined ? {} : { heartbeats }
}

/** A process that dies before it could forget has forgotten too. */
async function forget(server: LeanServer, states: readonly number[]): Promise<void> {
  try {
    const own: number[] = []
    for (const state of states) if (!(await closeStatement(server, state))) own.push(state)
    if (own.length > 0) await server.request('drop', { states: own })
  } catch (error) {
    if (!(error instanceof LeanGoneError)) throw error
  }
}
