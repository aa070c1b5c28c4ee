import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeConfig, loadConfig, strategyTimeout } from './config.ts'
import { SETTINGS } from './settings.ts'

const nowhere = join(tmpdir(), 'no-such-folder', '.env')

function envFileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'orch-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, '.env')
  writeFileSync(file, text)
  return file
}

describe('loadConfig', () => {
  it('has a default for everything', () => {
    const { config, origins, warnings } = loadConfig({ env: {}, envFile: nowhere })
    expect(config).toMatchObject({
      profile: 1,
      cpuTarget: 0.5,
      maxLight: 8,
      maxHeavy: 2,
      escalateThreshold: 0.6,
      policy: 'auto',
      ucbExploration: 1.5,
      home: resolve('.orch'),
      databaseUrl: undefined,
    })
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']))
    expect(warnings).toEqual([])
  })

  it('lets flags win over the environment, the environment over .env, and says where each value came from', () => {
    const envFile = envFileWith('ORCH_MAX_LIGHT=3\nORCH_MAX_HEAVY=3\nORCH_SLATE=3\n# ORCH_PROFILE=2\n')
    const env = { ORCH_MAX_LIGHT: '5', ORCH_MAX_HEAVY: '5', ORCH_PROFILE: '' }
    const { config, origins } = loadConfig({ env, envFile, flags: { maxLight: 7, maxHeavy: undefined } })
    expect([config.maxLight, config.maxHeavy, config.slate, config.profile]).toEqual([7, 5, 3, 1])
    expect(origins).toMatchObject({
      maxLight: 'flag',
      maxHeavy: 'environment',
      slate: '.env',
      profile: 'default',
    })
  })

  it.each([
    [{ ORCH_CPU_TARGET: 'half' }, 'ORCH_CPU_TARGET is "half"; it must be a number from 0.01 to 1.'],
    [{ ORCH_CPU_TARGET: '1.5' }, 'ORCH_CPU_TARGET is "1.5"; it must be a number from 0.01 to 1.'],
    [{ ORCH_PROFILE: '3' }, 'ORCH_PROFILE is "3"; it must be a whole number from 0 to 2.'],
    [{ ORCH_PROFILE: '0x1' }, 'ORCH_PROFILE is "0x1"; it must be a whole number from 0 to 2.'],
    [{ ORCH_MAX_LIGHT: '2.5' }, 'ORCH_MAX_LIGHT is "2.5"; it must be a whole number from 1 to 1024.'],
    [{ ORCH_POLICY: 'best' }, 'ORCH_POLICY is "best"; it must be one of auto, ucb, marginal.'],
    [
      { ORCH_LLM_BASE_URL: 'localhost' },
      'ORCH_LLM_BASE_URL is "localhost"; it must be an http or https address.',
    ],
    [
      { ORCH_DATABASE_URL: 'mysql://u:secret@h/d' },
      'ORCH_DATABASE_URL has a value that cannot be used; it must be an address like postgres://user:password@host:5432/name.',
    ],
  ])('refuses %j with a sentence', (env, message) => {
    expect(() => loadConfig({ env, envFile: nowhere })).toThrow(
      expect.objectContaining({ code: 'bad-setting', message }),
    )
  })

  it('names the flag or the file that has the bad value, and every bad value at once', () => {
    const envFile = envFileWith('ORCH_MAX_LIGHT=many')
    expect(() => loadConfig({ env: {}, envFile, flags: { cpuTarget: '9' } })).toThrow(
      '--cpu-target is "9"; it must be a number from 0.01 to 1.\n' +
        'ORCH_MAX_LIGHT (in .env) is "many"; it must be a whole number from 1 to 1024.',
    )
  })

  it('points out variables it does not know', () => {
    const env = { ORCH_CPUTARGET: '0.5', ORCH_COLOUR: 'red', PATH: '/bin' }
    expect(loadConfig({ env, envFile: nowhere }).warnings).toEqual([
      'ORCH_CPUTARGET is not a variable Orch knows; did you mean ORCH_CPU_TARGET?',
      'ORCH_COLOUR is not a variable Orch knows.',
    ])
  })

  it('makes folders absolute', () => {
    const { config } = loadConfig({ env: { ORCH_HOME: 'data', ORCH_CACHE_DIR: 'cache' }, envFile: nowhere })
    expect([config.home, config.cacheDir]).toEqual([resolve('data'), resolve('cache')])
  })
})

it('describeConfig shows every setting with its origin and no secret', () => {
  const env = {
    ORCH_LLM_API_KEY: 'sk-123',
    ORCH_DATABASE_URL: 'postgres://me:pw@h/d',
    ORCH_STRATEGIES: 'a.ts, b.ts',
  }
  const lines = describeConfig(loadConfig({ env, envFile: nowhere }))
  expect(lines).toHaveLength(Object.keys(SETTINGS).length)
  expect(JSON.stringify(lines)).not.toMatch(/sk-123|pw@/)
  expect(lines.find(({ name }) => name === 'llmApiKey')).toMatchObject({
    value: '(set)',
    origin: 'environment',
  })
  expect(lines.find(({ name }) => name === 'strategies')?.value).toBe('a.ts,b.ts')
})

it('strategies have the timeouts of the settings, those of users their own unless a setting says otherwise', () => {
  const strategies = ['micro', 'copilot', 'reprover', 'sketch', 'mine'].map((name) => ({
    name,
    timeoutSeconds: 45,
  }))
  const seconds = (env: Record<string, string>) => {
    const { config } = loadConfig({ env, envFile: nowhere })
    return strategies.map((strategy) => strategyTimeout(config, strategy))
  }
  expect(seconds({ ORCH_TIMEOUT_MICRO: '3' })).toEqual([3, 20, 60, 6, 45])
  expect(seconds({ ORCH_TIMEOUT_OTHER: '9' })).toEqual([8, 20, 60, 6, 9])
})

describe('.env.example', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8')

  it.each(Object.values(SETTINGS))(
    'explains $variable and shows its default',
    ({ variable, fallback, description }) => {
      const lines = text.split('\n')
      const at = lines.findIndex((line) => line.startsWith(`# ${variable}=`))
      expect(lines[at]).toBe(`# ${variable}=${Array.isArray(fallback) ? '' : (fallback ?? '')}`)
      expect(lines[at - 1]).toContain(description)
    },
  )

  it('changes nothing when it is copied as it is', () => {
    expect(parseEnv(text)).toEqual({})
  })
})
