/** Text of others on a native Lean: inside the sandbox where there is one, refused where there is none. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import {
  chooseToolchain,
  Dojo,
  embeddedToolchain,
  inspectSandbox,
  LeanPool,
  type LeanToolchain,
} from '../../src/lean/index.ts'
import { runOrch } from '../cli/run-orch.ts'
import { type BinOptions, makeNativeBin, type NativeBin } from './wrapper.ts'

const sandbox = await inspectSandbox()
let embedded: LeanToolchain
let folder: string
const bins: NativeBin[] = []

beforeAll(async () => {
  embedded = await embeddedToolchain({ cacheDir: cacheDir() })
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'orch-sandbox-test-')))
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => {
  for (const path of [folder, ...bins.map((bin) => bin.folder)])
    rmSync(path, { recursive: true, force: true })
})

function useNative(options: BinOptions = {}): NativeBin {
  const bin = makeNativeBin(embedded, options)
  bins.push(bin)
  vi.stubEnv('ORCH_LEAN', join(bin.folder, 'lean'))
  // What stands in for Lean is made of the embedded one and of Node.
  const node = dirname(dirname(process.execPath))
  vi.stubEnv('ORCH_SANDBOX_PATHS', [bin.folder, cacheDir(), node].join(':'))
  return bin
}

const choose = (text: 'own' | 'others') =>
  chooseToolchain({ lean: 'native', cwd: folder, cacheDir: join(folder, 'cache'), text })

describe('text of others on a native Lean', () => {
  it('is refused where there is no sandbox, with what to do', async () => {
    useNative()
    vi.stubEnv('PATH', join(folder, 'nothing'))
    await expect(choose('others')).rejects.toMatchObject({
      code: 'no_sandbox',
      message: expect.stringContaining('bwrap is not on PATH'),
      hint: expect.stringContaining('--native-unsandboxed'),
    })
    expect((await choose('own')).kind).toBe('native')
  })

  it('is refused by every command that takes such text', async () => {
    const { folder: bin } = useNative()
    const bank = join(folder, 'bank.jsonl')
    writeFileSync(bank, JSON.stringify({ id: 'a', goal: '1 + 1 = 2' }))
    const file = join(folder, 'Own.lean')
    writeFileSync(file, 'theorem t : 1 + 1 = 2 := sorry\n')
    // A folder of links stands in for a machine without bubblewrap: the commands still need their own tools.
    const path = join(folder, 'path')
    mkdirSync(path)
    for (const tool of ['sh', 'env', 'dirname', 'readlink', 'uname', 'cat'])
      symlinkSync(join('/bin', tool), join(path, tool))
    symlinkSync(process.execPath, join(path, 'node'))
    const env = { PATH: path, ORCH_LEAN: join(bin, 'lean'), ORCH_HOME: join(folder, 'home') }
    for (const args of [
      ['bank', '--bank', bank, '--results', folder],
      ['check', file, '--theorem', 't', '--statement', '1 + 1 = 2'],
      ['market', 'request', '1 + 1 = 2'],
      ['sorries', file],
      ['fill', file],
      ['golf', file],
    ]) {
      const { code, stderr } = await runOrch([...args, '--lean', 'native'], { env })
      expect({ args, code, refused: stderr.includes('bwrap is not on PATH') }).toEqual({
        args,
        code: 2,
        refused: true,
      })
    }
  })

  it('is taken without a sandbox by those who say that they want it', async () => {
    useNative()
    vi.stubEnv('PATH', join(folder, 'nothing'))
    vi.stubEnv('ORCH_NATIVE_UNSANDBOXED', '1')
    expect((await choose('others')).kind).toBe('native')
  })

  it.runIf(sandbox.kind === 'absent')('is refused on this machine', async () => {
    useNative()
    await expect(choose('others')).rejects.toMatchObject({ code: 'no_sandbox' })
  })

  it.runIf(sandbox.kind === 'ready')('is elaborated inside the sandbox', async () => {
    useNative()
    await using pool = new LeanPool(await choose('others'), { size: 1 })
    await using dojo = await Dojo.open(pool, { statement: '∀ n : Nat, n + 0 = n' })
    expect((await dojo.runTactic(dojo.root, 'intro n; rfl')).kind).toBe('closed')
  })

  it.runIf(sandbox.kind === 'ready')('reaches nothing outside of it', async () => {
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'not yours')
    const atHome = join(homedir(), `.orch-sandbox-probe-${process.pid}`)
    writeFileSync(atHome, 'not yours')
    onTestFinished(() => rmSync(atHome))
    const server = createServer()
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const probe = [
      `cat ${secret} && echo READ-A-FILE`,
      `cat ${atHome} && echo SAW-HOME`,
      // It may seem to work: whatever is not shown is an empty folder of its own.
      `touch ${folder}/mark`,
      'touch /usr/mark && echo WROTE-SYSTEM',
      `bash -c 'echo x >/dev/tcp/127.0.0.1/${port}' && echo REACHED-NETWORK`,
      `kill -0 ${process.pid} && echo SAW-A-PROCESS`,
      'touch "$HOME/mine" && echo WROTE-SCRATCH',
      '[ -n "$ORCH_TEST_SECRET" ] && echo SAW-ENVIRONMENT',
      'ulimit -f; echo END',
    ]
    useNative({ instead: probe.join('; ') })
    vi.stubEnv('ORCH_TEST_SECRET', 'not yours either')
    const scratch = join(folder, 'scratch')
    mkdirSync(scratch)
    const options = { program: 'search' as const, scratch, threads: 1 }
    const { file, args, cwd, env } = (await choose('others')).launch(options)
    const { stdout } = spawnSync(file, args, { cwd, env, encoding: 'utf8', timeout: 30_000 })
    server.close()
    expect(stdout.trim().split('\n')).toEqual(['WROTE-SCRATCH', expect.stringMatching(/^\d+$/), 'END'])
    expect(existsSync(join(scratch, 'mine'))).toBe(true)
    expect(existsSync(join(folder, 'mark'))).toBe(false)
  })

  it.runIf(sandbox.kind === 'ready')('dies with the process that started it', async () => {
    useNative({ instead: 'sleep 1000' })
    const scratch = join(folder, 'dying')
    mkdirSync(scratch)
    const options = { program: 'search' as const, scratch, threads: 1 }
    const { file, args, cwd, env } = (await choose('others')).launch(options)
    const { signal } = spawnSync(file, args, { cwd, env, timeout: 1_000, killSignal: 'SIGKILL' })
    expect(signal).toBe('SIGKILL')
    const own = bins.at(-1)?.folder ?? ''
    const left = () =>
      commandLines()
        .filter((line) => line.includes(own))
        .join('\n')
    await expect.poll(left, { timeout: 20_000 }).toBe('')
  })
})

/** Command lines of all living processes. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
}
