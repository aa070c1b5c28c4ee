/** The commands about this machine: settings, completion, cleaning; and the help that every command has. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type HereOptions, orchHere } from './in-process.ts'
import { ORCH } from './run-orch.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-machine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const orch = (args: readonly string[], env: HereOptions['env'] = {}, cwd = folder) =>
  orchHere(args, { cwd, env: { ORCH_HOME: join(folder, 'home'), ORCH_DATABASE_URL: undefined, ...env } })

describe('orch config', () => {
  it('ends in silence when nobody reads on, as with | head', () => {
    const env = { ...process.env, ORCH_HOME: join(folder, 'home') }
    const line = 'set -o pipefail; "$0" config | true'
    const { status, stderr } = spawnSync('bash', ['-c', line, ORCH], { env, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(141)
  })

  it('says of every setting where its value comes from', async () => {
    const { stdout } = await orch(['config'], { ORCH_PROFILE: '2', ORCH_MAX_LIGHT: undefined })
    expect(stdout).toMatch(/^ORCH_PROFILE +2 \(ORCH_PROFILE\)|^ORCH_PROFILE +2 \(environment\)/m)
    expect(stdout).toMatch(/^ORCH_MAX_LIGHT +\d+ \(default\)/m)
  })

  it('takes what the environment does not say from .env, and says so', async () => {
    const place = join(folder, 'project')
    mkdirSync(place)
    writeFileSync(join(place, '.env'), 'ORCH_CPU_TARGET=0.25\nORCH_PROFILE=0\n')
    const { stdout } = await orch(
      ['config', '--json'],
      { ORCH_PROFILE: '1', ORCH_CPU_TARGET: undefined },
      place,
    )
    const settings = JSON.parse(stdout)
    expect(settings.ORCH_CPU_TARGET).toMatchObject({ value: '0.25', origin: '.env' })
    expect(settings.ORCH_PROFILE.value).toBe('1')
  })

  it('never shows a secret', async () => {
    const secrets = {
      ORCH_LLM_API_KEY: 'sk-secret-1',
      ORCH_DATABASE_URL: 'postgres://u:sk-secret-2@127.0.0.1:1/x',
      ORCH_DASHBOARD_TOKEN: 'sk-secret-3-long-enough',
    }
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = await orch(['config', ...flags], secrets)
      expect(stdout + stderr).not.toContain('sk-secret')
    }
  })

  it('warns of a setting that nobody knows, and goes on', async () => {
    const { stderr, code } = await orch(['config'], { ORCH_PROFIL: '1' })
    expect(stderr).toContain('warning: ')
    expect(stderr).toContain('ORCH_PROFIL')
    expect(code).toBe(0)
  })
})

describe('orch clean', () => {
  it('removes what can be made again and nothing else', async () => {
    const cache = join(folder, 'cache')
    mkdirSync(join(cache, 'lean'), { recursive: true })
    writeFileSync(join(cache, 'lean', 'old'), 'x'.repeat(2_000_000))
    writeFileSync(join(cache, 'mine.txt'), 'mine')
    const { stdout, code } = await orch(['clean', '--json'], { ORCH_CACHE_DIR: cache })
    expect(JSON.parse(stdout)).toMatchObject({ cache_dir: cache })
    expect(existsSync(join(cache, 'mine.txt'))).toBe(true)
    expect(code).toBe(0)
    expect((await orch(['clean'], { ORCH_CACHE_DIR: cache })).stdout).toBe(`Removed 0 MB from ${cache}.\n`)
  })
})

describe('orch completion', () => {
  it.each(['bash', 'zsh', 'fish'])(
    'knows in %s the commands, those below them, and their flags',
    async (shell) => {
      const { stdout, code } = await orch(['completion', shell])
      for (const word of ['prove', 'arc', 'market', 'claim', 'dataset', 'cpu-target'])
        expect(stdout).toContain(word)
      expect(code).toBe(0)
    },
  )

  it('has no quote that ends another too early', async () => {
    const { stdout } = await orch(['completion', 'bash'])
    for (const line of stdout.split('\n').filter((one) => one.includes(') words=')))
      expect(line.match(/'/g)?.length, line).toBe(line.trim().startsWith('--') ? 2 : 4)
  })
})

describe('the help', () => {
  it.each([[['--help']], [['help']], [['arc', '--help']], [['help', 'bank']], [['market', 'help', 'claim']]])(
    'for orch %j is on standard output and no error',
    async (args) => {
      const { stdout, stderr, code } = await orch(args)
      expect(stdout).toContain('Usage: orch')
      expect([stderr, code]).toEqual(['', 0])
    },
  )

  it('for a command that is none is an error', async () => {
    expect(await orch(['help', 'nonsense'])).toMatchObject({
      stdout: expect.any(String),
      code: expect.any(Number),
    })
    expect((await orch(['nonsense', '--help'])).stdout).toContain('Usage: orch [options] [command]')
  })

  it('shows the commands by what they are for, and how to begin', async () => {
    const { stdout } = await orch(['--help'])
    expect(stdout).toMatch(/^Many goals:\n {2}bank /m)
    expect(stdout).toContain("$ orch prove 'theorem t")
  })

  it('of the version is the version', async () => {
    expect(await orch(['--version'])).toMatchObject({ stdout: '1.2.3\n', code: 0 })
  })
})
