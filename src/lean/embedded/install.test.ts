import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  EchoServer,
  echoProgram,
  privateCache,
  removeTemporaryFolders,
  sharedInstall,
  temporaryFolder,
} from './fixtures/echo.ts'
import {
  type BuildProgress,
  type EmbeddedInstall,
  ensureEmbedded,
  exitCodes,
  inspectEmbedded,
  removeEmbedded,
  verifyEmbedded,
} from './index.ts'
import { codeCacheFile } from './runtime/code-cache.ts'

const builder = fileURLToPath(new URL('./fixtures/build-process.ts', import.meta.url))

let shared: EmbeddedInstall
beforeAll(async () => {
  shared = await sharedInstall()
})
afterAll(removeTemporaryFolders)

interface BuilderLine extends Partial<BuildProgress> {
  readonly done?: boolean
  readonly code?: string
  readonly hint?: string
  readonly cause?: string
  readonly left?: readonly string[]
}

/** Runs a shell script in a mount namespace of its own, where it may mount a small disk. */
const WITH_MOUNTS = ['unshare', process.getuid?.() === 0 ? '-m' : '-Urm', '/bin/sh', '-c'] as const
const canMount =
  spawnSync(WITH_MOUNTS[0], [...WITH_MOUNTS.slice(1), 'mount -t tmpfs tmpfs /mnt']).status === 0

/** Starts a build in another process; `until` looks at each line it prints and may act on the process. */
async function buildElsewhere(
  command: readonly [string, ...string[]],
  look: (line: BuilderLine, child: ChildProcess) => void = () => {},
): Promise<BuilderLine[]> {
  const [file, ...args] = command
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines: BuilderLine[] = []
  for await (const text of createInterface({ input: child.stdout })) {
    const line: BuilderLine = JSON.parse(text)
    lines.push(line)
    look(line, child)
  }
  await ended
  return lines
}

const steps = (lines: readonly BuilderLine[]) => new Set(lines.map(({ step }) => step))
const leftovers = (cacheDir: string) =>
  readdirSync(join(cacheDir, 'lean')).filter(
    (name) => name.startsWith('.building-') || name.includes('.lock'),
  )

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.from([(bytes[at] ?? 0) ^ 1]), 0, 1, at)
  closeSync(file)
}

describe('an embedded Lean', () => {
  it('is built from nothing, used at once the second time, and removed whole', async () => {
    const cacheDir = temporaryFolder()
    const first: BuildProgress[] = []
    const install = await ensureEmbedded({ cacheDir, program: echoProgram, onProgress: (p) => first.push(p) })
    expect(steps(first)).toEqual(new Set(['check', 'unpack', 'slim', 'snapshot', 'finish']))
    expect(first.at(-1)?.fraction).toBe(1)
    expect(first.every(({ fraction }, i) => fraction >= (first[i - 1]?.fraction ?? 0))).toBe(true)
    const server = new EchoServer(install)
    expect(await server.line()).toBe('ready')
    await server.close()

    const second: BuildProgress[] = []
    await ensureEmbedded({ cacheDir, program: echoProgram, onProgress: (p) => second.push(p) })
    expect(second).toEqual([])
    expect(await verifyEmbedded(install)).toEqual([])
    const state = inspectEmbedded({ cacheDir, program: echoProgram })
    expect(state.kind).toBe('ready')
    expect(readFileSync(join(install.snapshot, 'build.log'), 'utf8')).toContain('preparing Init')

    const { bytesFreed } = removeEmbedded(cacheDir)
    expect(bytesFreed).toBeGreaterThan(state.kind === 'ready' ? state.bytes : 0)
    expect(existsSync(join(cacheDir, 'lean'))).toBe(false)
    expect(removeEmbedded(cacheDir)).toEqual({ bytesFreed: 0 })
  })

  it('has another key for another program or other modules', () => {
    const keyOf = (text: string, modules: string[]) => {
      const state = inspectEmbedded({ cacheDir: '/nowhere', program: { text, modules } })
      return state.kind === 'absent' ? state.expected : ''
    }
    expect(new Set([keyOf('a', ['Init']), keyOf('b', ['Init']), keyOf('a', ['Init', 'Std'])]).size).toBe(3)
    expect(keyOf('a', ['Init'])).toBe(keyOf('a', ['Init']))
  })

  it('is built once when two processes want it at the same time, after a third was killed in the middle', async () => {
    const { cacheDir } = privateCache(shared, false)
    await buildElsewhere([process.execPath, builder, cacheDir], ({ step }, child) => {
      if (step === 'snapshot') child.kill('SIGKILL')
    })
    expect(leftovers(cacheDir).length).toBe(2)
    const [one, two] = await Promise.all([
      buildElsewhere([process.execPath, builder, cacheDir]),
      buildElsewhere([process.execPath, builder, cacheDir]),
    ])
    for (const lines of [one, two]) expect(lines.at(-1)).toEqual({ done: true })
    expect([one, two].filter((lines) => steps(lines).has('snapshot'))).toHaveLength(1)
    expect([one, two].filter((lines) => steps(lines).has('wait'))).toHaveLength(1)
    expect(leftovers(cacheDir)).toEqual([])
    expect(await verifyEmbedded(await ensureEmbedded({ cacheDir, program: echoProgram }))).toEqual([])
  })

  it('stops building when it is cancelled, and leaves nothing', async () => {
    const { cacheDir } = privateCache(shared, false)
    const controller = new AbortController()
    const building = ensureEmbedded({
      cacheDir,
      program: echoProgram,
      signal: controller.signal,
      onProgress: ({ step }) => step === 'snapshot' && controller.abort(new Error('enough')),
    })
    await expect(building).rejects.toThrow('enough')
    expect(leftovers(cacheDir)).toEqual([])
    expect(inspectEmbedded({ cacheDir, program: echoProgram }).kind).toBe('absent')
  })

  const borrowed = 'mkdir "$5/lean" && ln -s "$4" "$5/lean/"'
  it.skipIf(!canMount).each([
    { when: 'before the build', megabytes: 60, fillAt: '', prepare: '', cause: undefined },
    { when: 'while the library is unpacked', megabytes: 400, fillAt: 'unpack', prepare: '', cause: 'ENOSPC' },
    { when: 'while Lean writes', megabytes: 800, fillAt: 'snapshot', prepare: borrowed, cause: 'ENOSPC' },
  ])('says so when the disk is full $when, and leaves nothing', async (disk) => {
    const script = `set -e; mount -t tmpfs -o size="$1"m tmpfs "$5"; ${disk.prepare}
exec "$2" "$3" "$5" "$6"`
    const folders = [shared.toolchain, temporaryFolder()]
    const words = [String(disk.megabytes), process.execPath, builder, ...folders, disk.fillAt]
    const lines = await buildElsewhere([...WITH_MOUNTS, script, 'sh', ...words])
    expect(lines.at(-1)).toMatchObject({
      code: 'LEAN_CACHE_DISK_FULL',
      hint: expect.stringContaining('ORCH_CACHE_DIR'),
      left: disk.prepare ? [basename(shared.toolchain)] : [],
    })
    expect(lines.at(-1)?.cause).toBe(disk.cause)
  })

  it('says so when a file may not grow further, and leaves nothing', async () => {
    const { cacheDir } = privateCache(shared, false)
    // No file above 40 MB: the memory image of the snapshot cannot be written.
    const limited = 'ulimit -f 80000; exec "$0" "$@"'
    const lines = await buildElsewhere(['/bin/sh', '-c', limited, process.execPath, builder, cacheDir])
    expect(lines.at(-1)).toMatchObject({
      code: 'LEAN_CACHE_DISK_FULL',
      hint: expect.stringContaining('ORCH_CACHE_DIR'),
    })
    expect(lines.at(-1)?.hint).toMatch(/\d+ bytes/)
    expect(leftovers(cacheDir)).toEqual([])
  })

  it("passes on Lean's messages when the program does not compile", async () => {
    const { cacheDir } = privateCache(shared, false)
    const program = { text: 'def broken : Nat := "text"', modules: [] }
    await expect(ensureEmbedded({ cacheDir, program })).rejects.toMatchObject({
      code: 'LEAN_PROGRAM_FAILED',
      message: expect.stringMatching(/Program\.lean:1:20: error: [\s\S]*String/),
    })
    expect(leftovers(cacheDir)).toEqual([])
  })
})

describe('a damaged cache', () => {
  let snapshot: string
  let cacheDir: string
  const kind = () => inspectEmbedded({ cacheDir, program: echoProgram }).kind
  beforeAll(() => {
    ;({ cacheDir, snapshot } = privateCache(shared, true))
  })

  it('is noticed when the manifest has one wrong byte', () => {
    expect(kind()).toBe('ready')
    const path = join(snapshot, 'manifest.json')
    const sound = readFileSync(path)
    flipByte(path, sound.indexOf('sha256') + 12)
    expect(kind()).toBe('absent')
    writeFileSync(path, sound)
    expect(kind()).toBe('ready')
  })

  it('is noticed when one bit of the description is wrong', () => {
    const path = join(snapshot, 'snapshot.json')
    const at = Math.floor(statSync(path).size / 2)
    flipByte(path, at)
    expect(kind()).toBe('absent')
    flipByte(path, at)
    expect(kind()).toBe('ready')
  })

  it('is noticed when a file is missing', () => {
    const path = join(snapshot, 'snapshot.json')
    const content = readFileSync(path)
    rmSync(path)
    expect(kind()).toBe('absent')
    writeFileSync(path, content)
    expect(kind()).toBe('ready')
  })

  it('keeps machine code for what was rehearsed', () => {
    expect(statSync(join(snapshot, codeCacheFile())).size).toBeGreaterThan(100_000)
  })

  it.each(['memory.bin', codeCacheFile()])(
    'is noticed by the server when one bit of %s is wrong, and never runs',
    async (name) => {
      const manifest = readFileSync(join(snapshot, 'manifest.json'))
      const path = join(snapshot, name)
      const at = Math.floor(statSync(path).size / 2)
      flipByte(path, at)
      const server = new EchoServer({ ...shared, snapshot })
      expect(await server.ended).toBe(exitCodes.damaged)
      expect(kind()).toBe('absent')
      flipByte(path, at)
      writeFileSync(join(snapshot, 'manifest.json'), manifest)
    },
  )

  it('is rebuilt when the memory image is cut short', async () => {
    truncateSync(join(snapshot, 'memory.bin'), 1000)
    expect(kind()).toBe('absent')
    const install = await ensureEmbedded({ cacheDir, program: echoProgram })
    const server = new EchoServer(install)
    expect(await server.line()).toBe('ready')
    expect(await server.close()).toBe(0)
    expect(await verifyEmbedded(install)).toEqual([])
  })
})
