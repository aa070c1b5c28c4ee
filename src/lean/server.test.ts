import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { LeanGoneError } from './errors.ts'
import { PROTOCOL_VERSION } from './protocol.ts'
import { type Answer, LeanServer } from './server.ts'
import { stopProcess } from './test-stop-process.ts'
import type { LeanToolchain } from './toolchain.ts'
import { EMBEDDED_LEAN, embeddedToolchain } from './toolchains/index.ts'

/** Neither heartbeats nor cancel reach an interpreted loop: only a kill ends it. */
const ENDLESS = 'partial def spin (n : Nat) : Nat := spin (n + 1)\n#eval spin 0'
/** Takes minutes, and can be cancelled. */
const SLOW = '(List.replicate 200000 0).length = 200000'

let toolchain: LeanToolchain
let server: LeanServer
beforeAll(async () => {
  toolchain = await embeddedToolchain({ cacheDir: cacheDir() })
  // A long grace: on a busy machine a cancel that works may take its time.
  server = await LeanServer.start(toolchain, { graceMs: 20_000 })
})
afterAll(() => server.close())

function okOf<T>(answer: Answer<T>): T {
  if (answer.kind !== 'ok') throw new Error(`Lean answered ${JSON.stringify(answer)}`)
  return answer.value
}

async function stateOf(statement: string, on = server): Promise<number> {
  return okOf(await on.request('goal', { statement, form: 'term' })).state
}

function goneFrom(promise: Promise<unknown>): Promise<LeanGoneError> {
  return promise.then(
    () => Promise.reject(new Error('Lean is still there')),
    (error: unknown) => (error instanceof LeanGoneError ? error : Promise.reject(error)),
  )
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a Lean server', () => {
  it('tells its version and modules when it starts', () => {
    expect(server.hello).toMatchObject({ protocol: PROTOCOL_VERSION, modules: ['Init'] })
    expect(server.hello.lean).toBe(EMBEDDED_LEAN)
  })

  it('answers requests in any order, each with its own reply', async () => {
    const statements = ['1 = 1', '∀ n : Nat, n = n', 'True ∧ True', '2 + 2 = 4']
    const replies = await Promise.all(
      statements.map((statement) => server.request('goal', { statement, form: 'term' })),
    )
    expect(replies.map((reply) => okOf(reply).goals[0]?.text)).toEqual([
      '⊢ 1 = 1',
      '⊢ ∀ (n : Nat), n = n',
      '⊢ True ∧ True',
      '⊢ 2 + 2 = 4',
    ])
  })

  it('tells how much time and memory the work took', async () => {
    const answer = await server.request('tactic', { state: await stateOf('2 + 2 = 4'), tactic: 'decide' })
    expect(answer.timing.wallMicros).toBeGreaterThan(0)
    const memory = okOf(await server.request('memory', {}))
    expect(memory.heapBytes).toBeGreaterThan(100e6)
  })

  it('gives a rejection of kind heartbeats when a tactic uses them up', async () => {
    const state = await stateOf('∀ a b : Nat, a * b = b * a')
    const answer = await server.request('tactic', {
      state,
      tactic: 'intros; simp [Nat.mul_comm]',
      heartbeats: 1,
    })
    expect(answer).toMatchObject({ kind: 'no', failure: { kind: 'heartbeats' } })
  })

  it('gives a timeout at the wall-clock limit, and goes on living', async () => {
    const state = await stateOf(SLOW)
    const answer = await server.request('tactic', { state, tactic: 'decide +kernel' }, { timeoutMs: 100 })
    expect(answer.kind).toBe('timeout')
    expect(await server.ping()).toBe(true)
  })

  it('stops the work inside Lean on abort, so that the thread is free again', async () => {
    const state = await stateOf(SLOW)
    const controllers = [new AbortController(), new AbortController()]
    const running = controllers.map(({ signal }) =>
      server.request('tactic', { state, tactic: 'decide +kernel' }, { signal }),
    )
    await server.ping()
    for (const controller of controllers) controller.abort(new Error('enough'))
    for (const request of running) await expect(request).rejects.toThrow('enough')
    // Both of its threads were taken: an answer means that one of them was given back.
    const answer = await server.request('tactic', { state: await stateOf('1 = 1'), tactic: 'rfl' })
    expect(answer.kind).toBe('ok')
    expect(server.isAlive).toBe(true)
  })

  it('does not start what is aborted already', async () => {
    const before = server.requests
    await expect(server.request('ping', {}, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow(
      'no',
    )
    expect(server.requests).toBe(before)
  })

  it('writes the corpus into its scratch folder', async () => {
    const { env } = okOf(await server.request('import', { modules: ['Init.Prelude'] }))
    const file = `${server.scratchInLean}/corpus.jsonl`
    const { theorems } = okOf(await server.request('corpus', { file, env }))
    const lines = readFileSync(join(server.scratch, 'corpus.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(theorems)
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(rows.find((row) => row.name === 'Nat.le_trans')).toMatchObject({
      module: 'Init.Prelude',
      statement: expect.stringContaining('LE.le n k'),
      constants: expect.arrayContaining(['Nat']),
    })
  })

  it('counts the sets of imports that were loaded, not those that were there', async () => {
    await server.request('import', { modules: ['Init.Prelude'] })
    const before = server.imports
    await server.request('import', { modules: ['Init.Prelude'] })
    await server.request('file', { text: 'theorem t : True := trivial', header: true })
    expect(server.imports).toBe(before)
    await server.request('file', { text: 'import Init.Core', header: true })
    expect(server.imports).toBe(before + 1)
  })
})

describe('a Lean process', () => {
  it('is killed when it ignores a cancel: a timeout for the guilty, a typed error for the others', async () => {
    const doomed = await LeanServer.start(toolchain, { graceMs: 200 })
    const { pid, scratch } = doomed
    const state = await stateOf(SLOW, doomed)
    const guilty = doomed.request('file', { text: ENDLESS, codegen: true }, { timeoutMs: 5_000 })
    const innocent = goneFrom(doomed.request('tactic', { state, tactic: 'decide +kernel' }))
    expect((await guilty).kind).toBe('timeout')
    expect((await innocent).reason).toBe('unresponsive')
    await doomed.exited
    expect([isRunning(pid), existsSync(scratch), doomed.isAlive]).toEqual([false, false, false])
    expect((await goneFrom(doomed.request('ping', {}))).reason).toBe('unresponsive')
  })

  it('is not killed over a cancel that it had no CPU time to answer', async () => {
    const graceMs = 1000
    await using starved = await LeanServer.start(toolchain, { graceMs })
    const state = await stateOf('1 = 1', starved)
    await stopProcess(starved.pid)
    const late = starved.request('tactic', { state, tactic: 'rfl' }, { timeoutMs: 1 })
    await sleep(1.5 * graceMs)
    process.kill(starved.pid ?? 0, 'SIGCONT')
    await late
    await starved.ping()
    expect(starved.isAlive).toBe(true)
  })

  it('is killed when it falls silent, also if nobody set a limit', async () => {
    const silent = await LeanServer.start(toolchain, { silenceMs: 1000 })
    const state = await stateOf('1 = 1', silent)
    await stopProcess(silent.pid)
    const error = await goneFrom(silent.request('tactic', { state, tactic: 'rfl' }))
    expect(error).toMatchObject({ reason: 'unresponsive', code: 'lean_gone_unresponsive' })
    await silent.exited
    expect(isRunning(silent.pid)).toBe(false)
  })

  it('ends with nothing left when closed, also while it works', async () => {
    const closing = await LeanServer.start(toolchain)
    const { pid, scratch } = closing
    const working = goneFrom(closing.request('file', { text: ENDLESS, codegen: true }))
    await closing.ping()
    await closing.close()
    expect((await working).reason).toBe('closed')
    expect([isRunning(pid), existsSync(scratch)]).toEqual([false, false])
    await closing.close()
  })

  it('is not left behind when its start is aborted', async () => {
    const controller = new AbortController()
    const starting = LeanServer.start(toolchain, { signal: controller.signal })
    controller.abort(new Error('changed my mind'))
    await expect(starting).rejects.toThrow('changed my mind')
  })
})
