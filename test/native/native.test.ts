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
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheDir, loadConfig } from '../../src/config/index.ts'
import { checkConformance, examine } from '../../src/doctor/index.ts'
import { embeddedCommand, ensureEmbedded } from '../../src/lean/embedded/index.ts'
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
import { mainText, PART_NAMES, searchModule } from '../../src/lean/program.ts'
import { orchHere } from '../cli/in-process.ts'
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
beforeEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
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

/** Shell text of a Lean that refuses a source with some words in it, at their line. */
function complaint(words: string, message: string): string {
  const line = `line=$(grep -n '${words}' "$source" | head -1 | cut -d: -f1)`
  const data = JSON.stringify(message).replaceAll("'", "'\\''")
  const said = `printf '{"severity":"error","pos":{"line":%s,"column":2},"data":%s}\\n' "$line" '${data}'`
  return `${line}; if [ -n "$line" ]; then ${said}; bad=1; fi`
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
    const main = /--run (\S+) native Init$/.exec(run?.args ?? '')?.[1] ?? ''
    const compiled = readFileSync(join(dirname(main), 'OrchSearch.olean'), 'utf8')
    // Joined, what was compiled and what is run are the program that the embedded Lean runs.
    expect(`${compiled}\n${readFileSync(main, 'utf8').replace(/^import OrchSearch\n/, '')}`).toBe(
      leanProgram('search').text,
    )
    expect(tools.calls()[0]).toMatchObject({ tool: 'lake', cwd: project, args: 'env lean --version' })
    expect(filesBelow(project)).toEqual(before)
  })

  it('compiles the program once, and again only for another Lean', async () => {
    const tools = bin({ version: '4.28.1' })
    onPath(tools)
    const compilations = () => tools.calls().filter(({ args }) => args.startsWith('--json -o')).length
    for (const _ of [1, 2]) await choose(project)
    expect(compilations()).toBe(1)
    const other = bin({ version: '4.28.2' })
    onPath(other)
    await choose(project)
    expect(other.calls().filter(({ args }) => args.startsWith('--json -o'))).toHaveLength(1)
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

  it('that does not compile what nothing works without gives a typed error with its own words', async () => {
    const words = "unknown constant 'Lean.Elab.Command.State'"
    const compile = `${complaint('def serve', words)}; exit 1`
    onPath(bin({ version: '4.28.3', compile }))
    await expect(choose(project)).rejects.toMatchObject({
      code: 'lean_program',
      message: expect.stringContaining(words),
    })
  })

  it('that ends at once gives a typed error with its own words', async () => {
    onPath(bin({ instead: 'echo "no room in this inn" >&2; exit 1' }))
    const error = await goneFrom(LeanServer.start(await choose(project)))
    expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining('no room') })
  })

  it('that does not compile some parts works without them, and says which', async () => {
    // Each of these stands in a part of its own; what the first gives to the second is missed there.
    const words = [
      'partial def valuesOf',
      'structure Theory',
      'def suggestionsJ',
      'structure LibraryWriter',
      'def readCtors',
      'structure Places where',
    ]
    const complaints = words.map((word) => complaint(word, `Unknown identifier in ${word}`)).join('; ')
    const reduced = await ensureEmbedded({
      cacheDir: cacheDir(),
      program: {
        text: `${searchModule(new Set(PART_NAMES)).text}\n${mainText('').replace(/^import.*\n/, '')}`,
        modules: ['embedded', 'Init'],
      },
    })
    const scratch = join(folder, 'reduced')
    const { file, args } = embeddedCommand(reduced, { scratchDir: scratch, threads: 2 })
    const tools = bin({
      version: '4.28.4',
      compile: `bad=0; ${complaints}; [ $bad = 0 ] && cp "$source" "$3"; exit $bad`,
      search: `exec ${[file, ...args].map((word) => `'${word}'`).join(' ')}`,
    })
    onPath(tools)
    const toolchain = await choose(project)
    expect(toolchain.missing.map(({ part }) => part)).toEqual(PART_NAMES)
    expect(toolchain.missing[2]?.error).toBe('Unknown identifier in def suggestionsJ')
    const found = await checkConformance(toolchain, AbortSignal.timeout(300_000))
    const failing = found.abilities.filter(({ verdict }) => verdict === 'fails').map(({ name }) => name)
    // The verdict program is one that nothing is missing in.
    expect(failing).toEqual(['counterexample', 'premises'])
    const available = Object.fromEntries(found.strategies.map(({ name, lacks }) => [name, lacks]))
    expect(available).toMatchObject({
      micro: [],
      sketch: [],
      refute: ['counterexample'],
      copilot: ['premises'],
    })
    expect(found.processBytes).toBeGreaterThan(1e8)
    vi.spyOn(process, 'cwd').mockReturnValue(project)
    const { config } = loadConfig({ env: { ORCH_CACHE_DIR: join(folder, 'cache') } })
    const findings = await examine(AbortSignal.timeout(60_000), () => config)
    const answer = findings.find(({ name }) => name === 'Native Lean')?.answer
    expect(answer?.detail).toContain('does not compile trials, theory, premises, library, kernel')
    expect(answer?.fix).toContain('premises: Unknown identifier in def suggestionsJ')
  }, 600_000)

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

describe("the files of Lean's own library", () => {
  const trace = (what: string, { folder: bin }: NativeBin, ...flags: string[]) =>
    orchHere(['trace', what, '--lean', 'native', '--native-unsandboxed', ...flags], {
      env: { ORCH_LEAN: join(bin, 'lean'), ORCH_CACHE_DIR: join(folder, 'cache') },
    })

  it('are traced by the name of a module where their source is at hand', async () => {
    const prefix = join(folder, 'toolchain')
    mkdirSync(join(prefix, 'src', 'lean', 'Init', 'Small'), { recursive: true })
    const source = (name: string, ...lines: string[]) =>
      writeFileSync(join(prefix, 'src', 'lean', 'Init', name), lines.join('\n'))
    // Declarations that every Lean has already, as a file of the library has them.
    const head = ['module', 'prelude', 'public import Init.Core', 'public section', 'namespace Nat', '']
    source('Small.lean', ...head, 'protected theorem add_zero (n : Nat) : n + 0 = n := by', '  rfl', '')
    source(
      'Small/Order.lean',
      ...head,
      'theorem le_of_eq {n m : Nat} (p : n = m) : n ≤ m := by',
      '  subst p',
      '  exact Nat.le_refl n',
      'end Nat',
    )
    const rows = join(folder, 'steps.jsonl')
    const { stdout, code } = await trace('Init.Small', bin({ prefix }), '--json', '--out', rows)
    const { theorems } = JSON.parse(stdout)
    expect(theorems.map(({ theorem, steps, why }: Record<string, unknown>) => [theorem, steps, why])).toEqual(
      [
        ['add_zero', 1, null],
        ['le_of_eq', 2, null],
      ],
    )
    expect(theorems[1].file).toBe(join(prefix, 'src', 'lean', 'Init', 'Small', 'Order.lean'))
    const [first, second] = readFileSync(rows, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => JSON.parse(row))
    expect(first).toMatchObject({ tactic: 'subst p', step: 0 })
    expect(second).toMatchObject({ state: first.next_state, next_state: [] })
    expect(code).toBe(0)
  })

  it('are not there in every toolchain, and that is said', async () => {
    const { stderr, code } = await trace('Init.Data.Nat', bin())
    expect(stderr).toContain(
      "There is no file Init.Data.Nat, and the source of Lean's library is not at hand.",
    )
    expect(code).toBe(2)
  })
})
