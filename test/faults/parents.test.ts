/** Whatever happens to the process that uses Lean, Lean ends with it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import { embeddedToolchain } from '../../src/lean/index.ts'
import { leanProcessesOf, scratchFoldersOf } from './leftovers.ts'

const root = join(import.meta.dirname, '..', '..')
const parent = join(import.meta.dirname, 'parent.ts')
const eventually = { timeout: 60_000, interval: 50 }

beforeAll(async () => {
  await embeddedToolchain({ cacheDir: cacheDir() })
})

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return chunk.toString('utf8')
}

describe('when its parent', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'dies of %s, a Lean that is busy for ever ends too',
    async (signal) => {
      const child = spawn(process.execPath, [parent, 'work'], { stdio: ['ignore', 'pipe', 'inherit'] })
      const pid = child.pid ?? 0
      await firstLine(child)
      expect(leanProcessesOf(pid)).toHaveLength(1)
      child.kill(signal)
      await once(child, 'exit')
      await expect.poll(() => leanProcessesOf(pid), eventually).toEqual([])
      // Nobody was left to remove the folder; the next process that uses Lean does.
      await promisify(execFile)(process.execPath, [parent, 'sweep'])
      expect(scratchFoldersOf(pid)).toEqual([])
    },
  )
})

describe('orch prove', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s in the middle of a search', async (signal) => {
    const goal = '∀ a b c n : Nat, n > 2 → a ^ n + b ^ n = c ^ n → a * b = 0'
    const child = spawn(join(root, 'orch'), ['prove', goal, '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = child.pid ?? 0
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    await expect.poll(() => leanProcessesOf(pid).length, eventually).toBe(2)
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(1)
    expect(JSON.parse(Buffer.concat(output).toString('utf8'))).toMatchObject({
      outcome: 'cancelled',
      receipt: null,
    })
    expect([leanProcessesOf(pid), scratchFoldersOf(pid)]).toEqual([[], []])
  })

  it('leaves no process when it is killed the hard way', async () => {
    const goal = '∀ a b c n : Nat, n > 2 → a ^ n + b ^ n = c ^ n → a * b = 0'
    const child = spawn(join(root, 'orch'), ['prove', goal], { stdio: 'ignore' })
    const pid = child.pid ?? 0
    await expect.poll(() => leanProcessesOf(pid).length, eventually).toBe(2)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(() => leanProcessesOf(pid), eventually).toEqual([])
    await promisify(execFile)(process.execPath, [parent, 'sweep'])
    expect(scratchFoldersOf(pid)).toEqual([])
  })
})
