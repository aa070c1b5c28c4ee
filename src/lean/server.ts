/**
 * One Lean process.
 *
 * starting → ready → gone. A request that runs over its time is first cancelled inside Lean; if Lean
 * does not answer within the grace period the whole process group is killed, because a thread stuck
 * in an interpreted loop cannot be stopped otherwise. While requests are pending the process is pinged:
 * one that says nothing at all any more is killed too. Whatever happens to the process, every pending
 * request gets an answer or a `LeanGoneError`, and the scratch folder is removed.
 */
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { killGroup, type LeanChild, spawnLean } from './child.ts'
import { cpuOf, leanCpu } from './cpu-account.ts'
import { type GoneReason, LeanGoneError } from './errors.ts'
import { handshake } from './handshake.ts'
import { clip, LineSplitter, parseJson } from './lines.ts'
import { type LeanMeter, meterOfNow } from './metered.ts'
import type { ProgramName } from './program.ts'
import { envelope, type Hello, type LeanFailure, type ReplyTo, replies } from './protocol.ts'
import type { LeanCommandName, Requests } from './requests.ts'
import { makeScratch } from './scratch.ts'
import type { Launch, LeanToolchain } from './toolchain.ts'

export interface Timing {
  readonly wallMicros: number
  /** CPU time of the Lean thread that did the work; null where the platform does not tell. */
  readonly cpuMicros: number | null
}

/** `no`: Lean answered, and the answer is no. `timeout`: the wall-clock limit of the request. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly timing: Timing }
  | { readonly kind: 'no'; readonly failure: LeanFailure; readonly timing: Timing }
  | { readonly kind: 'timeout'; readonly timing: Timing }

export type TacticAnswer = Answer<ReplyTo<'tactic'>>

export interface RequestOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

export interface ServerOptions {
  /** Which of the Lean programs to run. */
  readonly program?: ProgramName
  readonly threads?: number
  readonly startTimeoutMs?: number
  /** How long Lean may work before it answers a cancel; after that it is killed. */
  readonly graceMs?: number
  /** How long a process with work may say nothing, not even to a ping, before it is killed. */
  readonly silenceMs?: number
  readonly signal?: AbortSignal | undefined
}

/** By far the most frequent reasons for a Lean that ends while it is asked something. */
const WHY_ENDED =
  'Its stack or its memory ran out. A text that is nested very deeply, like a sum of a thousand terms, does that: write it in smaller pieces, and see with orch doctor how much memory is free.'

interface Pending {
  readonly command: LeanCommandName
  readonly resolve: (answer: Answer<unknown>) => void
  readonly reject: (error: unknown) => void
  readonly startedAt: number
  /** Told what the answer cost. */
  readonly tell: (timing: Timing, wasGivenUp: boolean) => void
  /** Set once we asked Lean to stop, and why. */
  stopping: 'timeout' | 'abort' | undefined
  timer: NodeJS.Timeout | undefined
  forget: () => void
}

const DEFAULTS = {
  program: 'search',
  threads: 2,
  // It takes three seconds on an idle machine, and more than a minute on one with dozens of jobs.
  startTimeoutMs: 180_000,
  graceMs: 2_000,
  silenceMs: 60_000,
} as const
/** How many graces a process has that gets no CPU to use one. */
const MOST_GRACES = 10
/** Ids cannot be guessed: whoever answers a request has read it. */
const MAX_ID = 2 ** 47
/**
 * How often a process with work is pinged. A process that hangs while it exits ends when something is written to it.
 */
const PING_EVERY_MS = 500

export class LeanServer implements AsyncDisposable {
  readonly hello: Hello
  readonly scratchInLean: string
  readonly scratch: string
  /** Requests sent so far. */
  requests = 0
  /** Sets of imports that Lean has loaded so far; their memory is never given back. */
  imports = 0
  /** Whether all text it was given so far were statements that cannot run code. */
  isUnspoilt = true
  #child: LeanChild
  #pending = new Map<number, Pending>()
  /** Requests nobody waits for any more: pings, cancels, and what was given up. */
  #unawaited = new Set<number>()
  #gone: LeanGoneError | undefined
  #graceMs: number
  #silenceMs: number
  #pinging: NodeJS.Timeout | undefined
  #silentPings = 0
  #exited: Promise<void>

  static async start(toolchain: LeanToolchain, options: ServerOptions = {}): Promise<LeanServer> {
    const { program, threads, startTimeoutMs, graceMs, silenceMs } = { ...DEFAULTS, ...options }
    options.signal?.throwIfAborted()
    const scratch = await makeScratch()
    if (options.signal?.aborted) {
      await rm(scratch, { recursive: true, force: true })
      throw options.signal.reason
    }
    const launch = toolchain.launch({ program, scratch, threads })
    const child = spawnLean(launch)
    const exited = child.ended.then(() => rm(scratch, { recursive: true, force: true }))
    const lines = new LineSplitter()
    const startedAt = performance.now()
    try {
      const said = await handshake(child, lines, startTimeoutMs, options.signal)
      meterOfNow()?.({ command: 'start', timing: elapsed({ startedAt }) })
      leanCpu.started(child.process.pid)
      return new LeanServer({ child, lines, hello: said, exited, graceMs, silenceMs, scratch, launch })
    } catch (error) {
      killGroup(child.process)
      await exited
      throw error
    }
  }

  private constructor(parts: {
    child: LeanChild
    lines: LineSplitter
    hello: Hello
    exited: Promise<void>
    graceMs: number
    silenceMs: number
    scratch: string
    launch: Launch
  }) {
    this.#child = parts.child
    this.#exited = parts.exited
    this.#graceMs = parts.graceMs
    this.#silenceMs = parts.silenceMs
    this.hello = parts.hello
    this.scratch = parts.scratch
    this.scratchInLean = parts.launch.scratchInLean
    const { lines } = parts
    lines.onLine = (line) => this.#receive(line)
    lines.onOverflow = () => this.#kill('protocol', 'Lean sent a line that is too long to be a reply')
    const { process } = parts.child
    process.stdout?.on('data', (chunk: Buffer) => {
      this.#silentPings = 0
      lines.push(chunk)
    })
    process.once('close', (code, signal) => {
      leanCpu.ends(this.pid, false)
      this.#fail('exited', `Lean ended unexpectedly (${signal ?? `exit code ${code}`})`, WHY_ENDED)
    })
  }

  get isAlive(): boolean {
    return this.#gone === undefined
  }

  /** Requests that Lean is working on. */
  get inFlight(): number {
    return this.#pending.size
  }

  get pid(): number | undefined {
    return this.#child.process.pid
  }

  /** Settles when the process has ended and its scratch folder is gone. */
  get exited(): Promise<void> {
    return this.#exited
  }

  request<C extends LeanCommandName>(
    command: C,
    params: Requests[C],
    options: RequestOptions = {},
  ): Promise<Answer<ReplyTo<C>>> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason)
    if (this.#gone) return Promise.reject(this.#gone)
    const id = this.#newId()
    this.requests++
    if (mayRunCode(command, params)) this.isUnspoilt = false
    return new Promise<Answer<unknown>>((resolve, reject) => {
      const onAbort = () => {
        this.#stop(id, 'abort')
        reject(options.signal?.reason)
      }
      const pending: Pending = {
        command,
        resolve,
        reject,
        startedAt: performance.now(),
        tell: teller(meterOfNow(), command, params),
        stopping: undefined,
        timer: undefined,
        forget: () => options.signal?.removeEventListener('abort', onAbort),
      }
      options.signal?.addEventListener('abort', onAbort, { once: true })
      if (options.timeoutMs !== undefined) {
        pending.timer = setTimeout(() => this.#stop(id, 'timeout'), options.timeoutMs)
      }
      this.#pending.set(id, pending)
      this.#watch()
      this.#send({ id, cmd: command, ...params })
    }) as Promise<Answer<ReplyTo<C>>>
  }

  /** Whether the reader thread answers; false also when the process is gone. */
  async ping(timeoutMs = 2_000): Promise<boolean> {
    if (this.#gone) return false
    return this.request('ping', {}, { timeoutMs }).then(
      (answer) => answer.kind === 'ok',
      () => false,
    )
  }

  /** Ends the process at once: it keeps nothing that a polite end would save. */
  async close(): Promise<void> {
    this.#kill('closed', 'This Lean process was closed')
    await this.#exited
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #newId(): number {
    for (;;) {
      const id = randomInt(1, MAX_ID)
      if (!this.#pending.has(id) && !this.#unawaited.has(id)) return id
    }
  }

  /** A request whose answer does not matter. */
  #tell(message: object): void {
    const id = this.#newId()
    this.#unawaited.add(id)
    this.#send({ id, ...message })
  }

  #send(message: object): void {
    this.#child.process.stdin?.write(`${JSON.stringify(message)}\n`)
  }

  #watch(): void {
    if (this.#pinging) return
    this.#silentPings = 0
    this.#pinging = setInterval(() => {
      const isIdle = this.#pending.size === 0
      // Counted in pings, not by the clock: a machine that slept must not look like a Lean that is silent.
      const isSilent = this.#silentPings * PING_EVERY_MS >= this.#silenceMs
      if (isIdle || isSilent) {
        clearInterval(this.#pinging)
        this.#pinging = undefined
      }
      if (isIdle) return
      this.#silentPings++
      if (isSilent) this.#kill('unresponsive', `Lean said nothing for ${this.#silenceMs} ms and was killed`)
      else this.#tell({ cmd: 'ping' })
    }, PING_EVERY_MS)
  }

  #stop(id: number, why: 'timeout' | 'abort'): void {
    const pending = this.#pending.get(id)
    if (!pending || pending.stopping) return
    pending.stopping = why
    clearTimeout(pending.timer)
    this.#tell({ cmd: 'cancel', target: id })
    this.#awaitEnd(id, pending, { cpuSeconds: cpuOf(this.pid), graces: 1 })
  }

  /**
   * Kills a process that does not end what was cancelled. On a busy machine it may only not have had its turn: until
   * it has worked for as long as it may, it is waited for again.
   */
  #awaitEnd(id: number, pending: Pending, since: { cpuSeconds: number | undefined; graces: number }): void {
    pending.timer = setTimeout(() => {
      const worked = (cpuOf(this.pid) ?? Infinity) - (since.cpuSeconds ?? 0)
      if (worked * 1000 < this.#graceMs && since.graces < MOST_GRACES)
        return this.#awaitEnd(id, pending, { ...since, graces: since.graces + 1 })
      pending.forget()
      pending.tell(elapsed(pending), true)
      pending.resolve({ kind: 'timeout', timing: elapsed(pending) })
      this.#pending.delete(id)
      const waitedMs = this.#graceMs * since.graces
      this.#kill('unresponsive', `Lean ignored a cancel for ${waitedMs} ms and was killed`)
    }, this.#graceMs)
  }

  #receive(line: string): void {
    const parsed = parseJson(line)
    const message = parsed === undefined ? undefined : envelope.safeParse(parsed)
    if (!message?.success)
      return this.#kill('protocol', `Lean sent a line that is not a reply: ${clip(line)}`)
    const { id, ok, error, wallMicros = 0, cpuMicros = null, imports } = message.data
    if (imports !== undefined) this.imports = imports
    if (id === null) return this.#kill('protocol', `Lean could not read a request: ${error?.message}`)
    const pending = this.#pending.get(id)
    if (!pending) {
      if (!this.#unawaited.delete(id)) this.#kill('protocol', 'Lean answered a request that was never made')
      return
    }
    this.#pending.delete(id)
    clearTimeout(pending.timer)
    pending.forget()
    const timing = { wallMicros, cpuMicros }
    pending.tell(timing, pending.stopping !== undefined)
    if (error) {
      const timedOut = pending.stopping === 'timeout' && error.kind === 'cancelled'
      pending.resolve(timedOut ? { kind: 'timeout', timing } : { kind: 'no', failure: error, timing })
      return
    }
    const value = replies[pending.command].safeParse(ok)
    if (value.success) return pending.resolve({ kind: 'ok', value: value.data, timing })
    const wrong = `Lean answered '${pending.command}' in a form that is not the protocol's: ${clip(line)}`
    this.#kill('protocol', wrong)
    pending.reject(this.#gone)
  }

  #kill(reason: GoneReason, message: string): void {
    leanCpu.ends(this.pid, reason === 'unresponsive')
    this.#fail(reason, message)
    killGroup(this.#child.process)
  }

  #fail(reason: GoneReason, message: string, hint?: string): void {
    if (this.#gone) return
    this.#gone = new LeanGoneError(reason, message, { log: this.#child.log(), ...(hint && { hint }) })
    clearInterval(this.#pinging)
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer)
      pending.forget()
      pending.reject(this.#gone)
    }
    this.#pending.clear()
  }
}

/** Commands that elaborate no text. */
const DATA_ONLY: readonly LeanCommandName[] = ['ping', 'memory', 'cancel', 'drop', 'import', 'judge']

function mayRunCode(command: LeanCommandName, params: object): boolean {
  return !DATA_ONLY.includes(command) && !('plainOnly' in params && params.plainOnly === true)
}

function teller(meter: LeanMeter | undefined, command: LeanCommandName, params: object): Pending['tell'] {
  const isContext = 'skipHoles' in params && params.skipHoles === true
  const what = isContext ? 'context' : command
  return (timing, wasGivenUp) => {
    leanCpu.answered(what, timing.cpuMicros, wasGivenUp)
    meter?.({ command: what, timing })
  }
}

function elapsed({ startedAt }: Pick<Pending, 'startedAt'>): Timing {
  return { wallMicros: Math.round((performance.now() - startedAt) * 1000), cpuMicros: null }
}
