import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import {
  chooseToolchain,
  Dojo,
  embeddedToolchain,
  findNativeLean,
  LeanGoneError,
  LeanPool,
  LeanServer,
  type LeanToolchain,
  leanProgram,
  nativeToolchain,
} from '../../src/lean/index.ts'
import { type BinOptions, makeNativeBin, type NativeBin } from './wrapper.ts'

let embedded: LeanToolchain
let folder: string
let project: string
const bins: NativeBin[] = []

beforeAll(async () => {
  embedded = await embeddedToolchain({ cacheDir: cacheDir() })
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'orch-native-test-')))
  project = join(folder, 'project')
  mkdirSync(join(project, 'Deep', 'Inside'), { recursive: true })
  writeFileSync(join(project, 'lakefile.toml'), 'name = "project"\n')
  writeFileSync(join(project, 'lean-toolchain'), 'leanprover/lean4:v4.28.0\n')
})
beforeEach(() => vi.unstubAllEnvs())
afterAll(() => {
  vi.unstubAllEnvs()
  for (const path of [folder, ...bins.map((bin) => bin.folder)])
    rmSync(path, { recursive: true, force: true })
})

function bin(options: BinOptions = {}): NativeBin {
  const made = makeNativeBin(embedded, options)
  bins.push(made)
  return made
}

function onPath({ folder: first }: NativeBin): void {
  vi.stubEnv('PATH', `${first}:${process.env.PATH}`)
}

const choose = (cwd: string, lean: 'auto' | 'native' = 'auto') =>
  chooseToolchain({ lean, cwd, cacheDir: join(folder, 'cache') })

async function goneFrom(promise: Promise<unknown>): Promise<LeanGoneError> {
  const error: unknown = await promise.then(
    () => new Error('Lean started'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof LeanGoneError) return error
  throw error
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
}

describe('a native Lean', () => {
  it("runs Orch's program in a Lake project, through lake, and writes nothing into it", async () => {
    const tools = bin()
    onPath(tools)
    const before = filesBelow(project)
    const toolchain = await choose(join(project, 'Deep', 'Inside'))
    expect(toolchain).toMatchObject({ kind: 'native', hasLibraryProofs: true })
    await using pool = new LeanPool(toolchain, { size: 1 })
    await using dojo = await Dojo.open(pool, { statement: '∀ n : Nat, n + 0 = n' })
    expect((await dojo.runTactic(dojo.root, 'intro n; rfl')).kind).toBe('closed')
    const run = tools.calls().find((call) => call.tool === 'lean' && call.args.includes('--run'))
    expect(run?.cwd).toBe(project)
    const program = /--run (\S+) native Init$/.exec(run?.args ?? '')?.[1] ?? ''
    expect(readFileSync(program, 'utf8')).toBe(leanProgram('search').text)
    expect(tools.calls()[0]).toMatchObject({ tool: 'lake', cwd: project, args: 'env lean --version' })
    expect(filesBelow(project)).toEqual(before)
  })

  it('is found on PATH without a project, and then runs without lake, in its scratch folder', async () => {
    const tools = bin()
    onPath(tools)
    const toolchain = await choose(folder, 'native')
    await using server = await LeanServer.start(toolchain)
    expect(await server.ping()).toBe(true)
    expect(tools.calls().map((call) => call.tool)).not.toContain('lake')
    expect(tools.calls().at(-1)?.cwd).toBe(realpathSync(server.scratch))
  })

  it('is not chosen by itself outside a project: there the embedded one is', async () => {
    onPath(bin())
    expect((await chooseToolchain({ cwd: folder, cacheDir: cacheDir() })).kind).toBe('embedded')
  })

  it('is chosen wherever ORCH_LEAN names it', async () => {
    const tools = bin()
    vi.stubEnv('ORCH_LEAN', join(tools.folder, 'lean'))
    expect((await choose(folder)).kind).toBe('native')
    expect(findNativeLean(project)).toMatchObject({
      from: 'ORCH_LEAN',
      command: [join(tools.folder, 'lake'), 'env', join(tools.folder, 'lean')],
    })
  })

  it('that ORCH_LEAN names but that is not there gets a sentence', async () => {
    vi.stubEnv('ORCH_LEAN', '/no/such/lean')
    await expect(choose(folder)).rejects.toMatchObject({
      code: 'lean_not_found',
      message: expect.stringContaining('/no/such/lean'),
    })
  })

  it('that is nowhere gets a sentence when it is asked for', async () => {
    vi.stubEnv('PATH', join(folder, 'empty'))
    await expect(choose(project, 'native')).rejects.toMatchObject({ code: 'lean_not_found' })
  })

  it('that is too old is refused in words before it is started', async () => {
    const tools = bin({ version: '4.9.1' })
    onPath(tools)
    await expect(choose(project)).rejects.toMatchObject({
      code: 'lean_too_old',
      message: 'This Lean is 4.9.1; Orch needs 4.28.0 or newer.',
    })
    expect(tools.calls().some((call) => call.args.includes('--run'))).toBe(false)
  })

  it('that does not tell its version is refused in words', async () => {
    onPath(bin({ version: 'unknown' }))
    await expect(choose(project)).rejects.toMatchObject({ code: 'lean_unusable' })
  })

  it('that does not compile the program gives a typed error with its own words', async () => {
    const words = "Orch.lean:12:4: error: unknown constant 'Lean.LibrarySuggestions.mepoSelector'"
    onPath(bin({ instead: `echo "${words}" >&2; exit 1` }))
    const error = await goneFrom(LeanServer.start(await choose(project)))
    expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining(words) })
  })

  it('that speaks another protocol is refused at the handshake', async () => {
    const hello = '{"hello":{"protocol":99,"lean":"4.99.0","githash":"","modules":[]}}'
    onPath(bin({ instead: `echo '${hello}'; cat >/dev/null` }))
    const error = await goneFrom(LeanServer.start(await choose(project)))
    expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining('protocol 99') })
  })

  it('ends with the lake that started it: a kill reaches the whole group', async () => {
    onPath(bin())
    const server = await LeanServer.start(await choose(project))
    const lake = server.pid ?? 0
    const members = groupOf(lake)
    expect(members.length).toBeGreaterThanOrEqual(2)
    await server.close()
    await expect.poll(() => groupOf(lake), { timeout: 30_000, interval: 50 }).toEqual([])
  })

  it('has a fingerprint that changes with its version and with what the project depends on', async () => {
    const tools = bin()
    onPath(tools)
    const before = (await choose(project)).fingerprint
    expect((await choose(project)).fingerprint).toBe(before)
    writeFileSync(join(project, 'lake-manifest.json'), '{"packages":[{"name":"mathlib"}]}')
    const depending = (await choose(project)).fingerprint
    const newer = await nativeToolchain(
      { command: [join(bin({ version: '4.29.0' }).folder, 'lean')], project, from: 'PATH' },
      join(folder, 'cache'),
    )
    expect(new Set([before, depending, newer.fingerprint]).size).toBe(3)
  })
})

/** Living processes of a process group. */
function groupOf(leader: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [state, , group] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return state !== 'Z' && Number(group) === leader
      } catch {
        return false
      }
    })
    .map(Number)
}
