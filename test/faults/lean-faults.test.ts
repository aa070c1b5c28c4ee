/** Each fault is really done to a real Lean. The caller gets a typed error, the pool goes on, nothing is left. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import {
  embeddedToolchain,
  LeanGoneError,
  LeanPool,
  LeanServer,
  type LeanToolchain,
} from '../../src/lean/index.ts'
import { leanProcessesOf, scratchFoldersOf } from './leftovers.ts'

let embedded: LeanToolchain
let pool: LeanPool
beforeAll(async () => {
  embedded = await embeddedToolchain({ cacheDir: cacheDir() })
  // A third of the memory and a tenth of the stack: the same faults, sooner.
  pool = new LeanPool(limited({ maxMemoryMb: 760, stackMb: 24 }), { size: 1, server: { graceMs: 1_000 } })
})
afterAll(async () => {
  await pool.close()
  expect([leanProcessesOf(process.pid), scratchFoldersOf(process.pid)]).toEqual([[], []])
})

function limited(limits: { maxMemoryMb: number; stackMb: number }): LeanToolchain {
  return {
    ...embedded,
    launch: (options) => {
      const launch = embedded.launch(options)
      const [program = '', request = '{}'] = launch.args
      return { ...launch, args: [program, JSON.stringify({ ...JSON.parse(request), ...limits })] }
    },
  }
}

function relayed(fault: string): LeanToolchain {
  return {
    ...embedded,
    launch: (options) => {
      const launch = embedded.launch(options)
      const args = [join(import.meta.dirname, 'relay.ts'), fault, launch.file, ...launch.args]
      return { ...launch, file: process.execPath, args }
    },
  }
}

async function goneFrom(promise: Promise<unknown>): Promise<LeanGoneError> {
  const error: unknown = await promise.then(
    (answer) => new Error(`Lean answered ${JSON.stringify(answer).slice(0, 300)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof LeanGoneError) return error
  throw error
}

async function expectRecovery(): Promise<void> {
  const answer = await pool.use((server) => server.request('goal', { statement: '1 = 1', form: 'term' }))
  expect(answer.kind).toBe('ok')
}

const SLOW = '(List.replicate 200000 0).length = 200000'

async function startTactic(
  server: LeanServer,
  statement: string,
  tactic: string,
): Promise<Promise<unknown>[]> {
  const goal = await server.request('goal', { statement, form: 'term' })
  if (goal.kind !== 'ok') throw new Error(JSON.stringify(goal))
  return [server.request('tactic', { state: goal.value.state, tactic })]
}

describe('a Lean process that', () => {
  it('is killed in the middle of a tactic is replaced, and the tactic gets a typed error', async () => {
    const error = await pool.use(async (server) => {
      const [running = Promise.resolve()] = await startTactic(server, SLOW, 'decide +kernel')
      const gone = goneFrom(running)
      await server.ping()
      process.kill(server.pid ?? 0, 'SIGKILL')
      const result = await gone
      await server.exited
      return result
    })
    expect(error).toMatchObject({
      reason: 'exited',
      message: expect.stringContaining('SIGKILL'),
      hint: expect.stringContaining('memory ran out'),
    })
    await expectRecovery()
  })

  it('runs out of memory says so in its log', async () => {
    const text =
      'def grow : Nat → String → String\n  | 0, s => s\n  | n+1, s => grow n (s ++ s)\n#eval (grow 40 "lean").length'
    const error = await pool.use((server) => goneFrom(server.request('file', { text, codegen: true })))
    expect(error).toMatchObject({ reason: 'exited', log: expect.stringContaining('out of memory') })
    await expectRecovery()
  })

  it('overflows its stack is gone, not hanging', async () => {
    const text = 'def deep : Nat → Nat\n  | 0 => 0\n  | n+1 => deep n + 1\n#eval deep 100000000'
    const error = await pool.use((server) => goneFrom(server.request('file', { text, codegen: true })))
    expect(error.reason).toBe('exited')
    await expectRecovery()
  })

  it('panics is gone, not hanging', async () => {
    const text = 'def n : Nat := 2\n#eval n ^ (n ^ 70)'
    const result = await pool.use((server) =>
      server.request('file', { text, codegen: true }).catch((error: unknown) => error),
    )
    // Lean may refuse such a power instead, which is as good.
    if (result instanceof LeanGoneError) expect(result.reason).toBe('exited')
    else expect(result).toMatchObject({ kind: 'ok' })
    await expectRecovery()
  })

  it('evaluates for ever is killed at the limit', async () => {
    const text = 'partial def spin (n : Nat) : Nat := spin (n + 1)\n#eval spin 0'
    const server = await pool.use(async (used) => {
      const answer = await used.request('file', { text, codegen: true }, { timeoutMs: 5_000 })
      expect(answer.kind).toBe('timeout')
      return used
    })
    await server.exited
    await expectRecovery()
  })

  it('nests terms too deeply for its parser answers or is gone, and either way the pool goes on', async () => {
    const statement = `${'('.repeat(20_000)}1 = 1${')'.repeat(20_000)}`
    const result = await pool.use((server) =>
      server
        .request('goal', { statement, form: 'term' }, { timeoutMs: 30_000 })
        .catch((error: unknown) => error),
    )
    if (!(result instanceof LeanGoneError))
      expect(result).toMatchObject({ kind: expect.stringMatching(/no|timeout/) })
    await expectRecovery()
  })

  it('prints ten megabytes is heard to the end', async () => {
    await using server = await LeanServer.start(embedded)
    const text =
      'def grow : Nat → String → String\n  | 0, s => s\n  | n+1, s => grow n (s ++ s)\n#eval IO.println (grow 20 "ten bytes!")'
    const answer = await server.request('file', { text, codegen: true })
    expect(answer.kind === 'ok' && answer.value.messages[0]?.text.length).toBeGreaterThanOrEqual(10 * 2 ** 20)
  })

  it('prints a hundred megabytes runs out of memory, which is a typed error', async () => {
    const text =
      'def grow : Nat → String → String\n  | 0, s => s\n  | n+1, s => grow n (s ++ s)\n#eval IO.println (grow 24 "lean4!")'
    const error = await pool.use((server) => goneFrom(server.request('file', { text, codegen: true })))
    expect(error.reason).toBe('exited')
    await expectRecovery()
  })
})

describe('a conversation in which', () => {
  it.each([
    ['Lean sends a line that is not JSON', 'junk', 'protocol'],
    ['Lean sends half a reply', 'half', 'protocol'],
    ['Lean sends a reply of another shape', 'other-shape', 'protocol'],
    ['Lean answers what was never asked', 'never-asked', 'protocol'],
    ['Lean gets a request that is not JSON', 'garbled-request', 'protocol'],
    ['Lean sends 140 MB without an end', 'endless-line', 'protocol'],
    ["Lean's input is closed", 'closed-stdin', 'exited'],
  ])('%s ends with a typed error', async (_, fault, reason) => {
    await using server = await LeanServer.start(relayed(fault))
    const [answer = Promise.resolve()] = await startTactic(server, '1 = 1', 'rfl')
    expect((await goneFrom(answer)).reason).toBe(reason)
    await server.exited
    expect(scratchFoldersOf(process.pid).filter((name) => server.scratch.endsWith(name))).toEqual([])
  })

  it('Lean writes 100 MB to its log goes on, and the log is kept short', async () => {
    await using server = await LeanServer.start(relayed('loud'))
    const [answer] = await startTactic(server, '1 = 1', 'rfl')
    expect(await answer).toMatchObject({ kind: 'ok' })
    const gone = goneFrom(server.request('file', { text: 'import' }).then(() => server.request('ping', {})))
    await server.close()
    expect((await gone).log.length).toBeLessThanOrEqual(16_384)
  })

  it.each([
    ['speaks another protocol', 'other-protocol', 'protocol 99'],
    ['does not say hello', 'no-hello', 'Welcome to Lean!'],
  ])('Lean %s never begins', async (_, fault, words) => {
    const error = await goneFrom(LeanServer.start(relayed(fault)))
    expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining(words) })
  })

  it('Lean says nothing at all ends at the start limit', async () => {
    const mute: LeanToolchain = {
      ...embedded,
      launch: (options) => ({
        ...embedded.launch(options),
        file: process.execPath,
        args: ['-e', 'process.stdin.resume()'],
      }),
    }
    const error = await goneFrom(LeanServer.start(mute, { startTimeoutMs: 200 }))
    expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining('0.2 s') })
  })

  it('Lean floods the line before it says hello ends at once', async () => {
    const flood = 'const b = Buffer.alloc(1 << 20, 120); const f = () => process.stdout.write(b, f); f()'
    const flooding: LeanToolchain = {
      ...embedded,
      launch: (options) => ({ ...embedded.launch(options), file: process.execPath, args: ['-e', flood] }),
    }
    const error = await goneFrom(LeanServer.start(flooding))
    expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining('too long') })
  })
})
