/**
 * Talks to the real Lean program line by line, without the TypeScript server in between.
 *
 * In a recorded conversation states and environments have names (`$state1`, `$env2`), given in the order
 * in which Lean first mentions them, because their numbers depend on what the process did before. An
 * exported proof can be sent on as `$proof1`, a statement's tables as `$tables1`. Timings and counts are left out, amounts of memory become `<bytes>`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killGroup, spawnLean } from '../../src/lean/child.ts'
import { LineSplitter } from '../../src/lean/lines.ts'
import type { ProgramName } from '../../src/lean/program.ts'
import type { LeanToolchain } from '../../src/lean/toolchain.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const VOLATILE = ['id', 'wallMicros', 'cpuMicros', 'imports']
const KINDS: Record<string, string> = { state: 'state', env: 'env', heapBytes: '', rssBytes: '' }

export interface Talker extends AsyncDisposable {
  readonly hello: JsonObject
  /** Sends requests at once and waits for all their replies. */
  ask(requests: readonly JsonObject[]): Promise<JsonObject[]>
  /** Sends a line as it is and waits for the reply that names no request. */
  say(line: string): Promise<JsonObject>
}

export async function openTalker(toolchain: LeanToolchain, program: ProgramName = 'search'): Promise<Talker> {
  const scratch = await mkdtemp(join(tmpdir(), 'orch-golden-'))
  const child = spawnLean(toolchain.launch({ program, scratch, threads: 2 }))
  const waiting = new Map<number | null, (reply: JsonObject) => void>()
  const lines = new LineSplitter()
  const first = new Promise<JsonObject>((resolve, reject) => {
    waiting.set(0, resolve)
    void child.ended.then(() => reject(new Error(`Lean ended: ${child.log()}`)))
  })
  first.catch(() => {})
  lines.onLine = (line) => {
    const reply = JSON.parse(line) as JsonObject
    const id = 'hello' in reply ? 0 : (reply.id as number | null)
    const resolve = waiting.get(id)
    waiting.delete(id)
    resolve?.(reply)
  }
  child.process.stdout?.on('data', (chunk: Buffer) => lines.push(chunk))
  let nextId = 1
  const send = (line: string, id: number | null) =>
    new Promise<JsonObject>((resolve, reject) => {
      waiting.set(id, resolve)
      void child.ended.then(() => reject(new Error(`Lean ended: ${child.log()}`)))
      child.process.stdin?.write(`${line}\n`)
    })
  const hello = await first
  return {
    hello,
    ask: (requests) => {
      const base = nextId
      nextId += requests.length
      return Promise.all(
        requests.map((request, i) => {
          const target = typeof request.target === 'string' ? { target: base + Number(request.target) } : {}
          return send(JSON.stringify({ id: base + i, ...request, ...target }), base + i)
        }),
      )
    },
    say: (line) => send(line, null),
    [Symbol.asyncDispose]: async () => {
      killGroup(child.process)
      await child.ended
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** Gives names to the numbers that Lean made up, and takes them back when they are sent. */
export class Names {
  #byName = new Map<string, Json>()
  #counts = new Map<string, number>()

  /** A request with the real numbers and proofs in it. */
  resolve(value: Json): Json {
    if (typeof value === 'string' && value.startsWith('$')) {
      const real = this.#byName.get(value)
      if (real === undefined) throw new Error(`${value} was never mentioned by Lean`)
      return real
    }
    if (Array.isArray(value)) return value.map((item) => this.resolve(item))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]))
  }

  /** A reply with names instead of numbers. */
  normalise(value: Json, key = ''): Json {
    if (typeof value === 'number' && key in KINDS)
      return KINDS[key] ? this.#name(KINDS[key], value) : '<bytes>'
    if (typeof value === 'string')
      return value.replace(/(?<=there is no (?:state|environment) )\d+/, '<number>')
    if (Array.isArray(value)) return value.map((item) => this.normalise(item))
    if (value === null || typeof value !== 'object') return value
    if (key === 'proof' || key === 'tables') this.#name(key, value)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !VOLATILE.includes(name))
        .map(([name, item]) => [name, this.normalise(item, name)]),
    )
  }

  #name(kind: string, value: Json): string {
    for (const [name, known] of this.#byName) if (known === value && name.startsWith(`$${kind}`)) return name
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `$${kind}${count}`
    this.#byName.set(name, value)
    return name
  }
}
