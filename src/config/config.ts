import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { InputError } from '../errors.ts'
import { cacheDir, homeDir } from './paths.ts'
import { SETTINGS, type Setting, type SettingName } from './settings.ts'

type ValueOf<S> = S extends Setting<infer T> ? T : never

/** Everything a user can set, validated. Folders are absolute. */
export type Config = {
  readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]>
} & { readonly cacheDir: string }

/** Where a value came from, strongest first. */
export type Origin = 'flag' | 'environment' | '.env' | 'default'

export interface LoadedConfig {
  readonly config: Config
  readonly origins: Readonly<Record<SettingName, Origin>>
  /** Variables that look like ours and are not, with what may have been meant. */
  readonly warnings: readonly string[]
}

export interface ConfigSources {
  /** What the command line said, by setting; undefined means not given. */
  readonly flags?: Partial<Record<SettingName, string | number | undefined>>
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Path of a file of variables; it need not exist. */
  readonly envFile?: string
}

/** Flags win over the environment, which wins over `.env`, which wins over the defaults. */
export function loadConfig({
  flags = {},
  env = process.env,
  envFile = '.env',
}: ConfigSources = {}): LoadedConfig {
  const file: Readonly<Record<string, string | undefined>> = existsSync(envFile)
    ? parseEnv(readFileSync(envFile, 'utf8'))
    : {}
  const values: Record<string, unknown> = {}
  const origins: Partial<Record<SettingName, Origin>> = {}
  const problems: string[] = []
  for (const [name, setting] of settings()) {
    const flag = flags[name]
    const candidates: readonly (readonly [Origin, string | undefined])[] = [
      ['flag', flag === undefined ? undefined : String(flag)],
      ['environment', env[setting.variable]],
      ['.env', file[setting.variable]],
    ]
    const given = candidates.find(([, value]) => value !== undefined && value.trim() !== '')
    const [origin, value] = given ?? ['default', undefined]
    origins[name] = origin
    values[name] = setting.fallback
    if (value === undefined) continue
    const parsed = setting.schema.safeParse(value.trim())
    if (parsed.success) values[name] = parsed.data
    else problems.push(complaint(name, setting, value, origin))
  }
  if (problems.length > 0) {
    throw new InputError('bad-setting', problems.join('\n'), {
      hint: 'Run "orch config" to see every setting and where its value comes from.',
    })
  }
  const folders = { ORCH_HOME: String(values.home), XDG_CACHE_HOME: env.XDG_CACHE_HOME }
  const config = {
    ...values,
    home: homeDir(folders),
    cacheDir: cacheDir({ ...folders, ORCH_CACHE_DIR: values.cacheDir as string | undefined }),
  } as Config
  return {
    config,
    origins: origins as Record<SettingName, Origin>,
    warnings: unknownVariables({ ...file, ...env }),
  }
}

/** One line per setting, as `orch config` shows it. Secrets are only said to be set or not. */
export function describeConfig({ config, origins }: LoadedConfig): readonly {
  readonly name: SettingName
  readonly variable: string
  readonly value: string
  readonly origin: Origin
  readonly allowed: string
  readonly description: string
}[] {
  return settings().map(([name, { variable, secret, allowed, description }]) => {
    const value: unknown = config[name]
    const shown = Array.isArray(value) ? value.join(',') : String(value ?? '')
    return {
      name,
      variable,
      value: secret && shown ? '(set)' : shown,
      origin: origins[name],
      allowed,
      description,
    }
  })
}

/** Seconds that one attempt of a strategy may take: what the settings say, or else what it says itself. */
export function strategyTimeout(
  config: Config,
  { name, timeoutSeconds }: { readonly name: string; readonly timeoutSeconds: number },
): number {
  const known: Readonly<Record<string, number>> = {
    micro: config.timeoutMicro,
    copilot: config.timeoutCopilot,
    reprover: config.timeoutReprover,
    sketch: config.timeoutSketch,
    refute: config.timeoutRefute,
  }
  return known[name] ?? config.timeoutOther ?? timeoutSeconds
}

function settings(): (readonly [SettingName, Setting<unknown>])[] {
  return Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]
}

function complaint(
  name: SettingName,
  { variable, allowed, secret }: Setting<unknown>,
  value: string,
  origin: Origin,
): string {
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const who = origin === 'flag' ? `--${flag}` : variable
  const where = origin === '.env' ? ' (in .env)' : ''
  const what = secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`
  return `${who}${where} ${what}; it must be ${allowed}.`
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = settings().map(([, { variable }]) => variable)
  return Object.keys(env)
    .filter((name) => name.startsWith('ORCH_') && !known.includes(name))
    .map((name) => {
      const squeezed = squeeze(name)
      const meant = known.find((candidate) => squeeze(candidate) === squeezed)
      return `${name} is not a variable Orch knows${meant ? `; did you mean ${meant}?` : '.'}`
    })
}

/** Spelling without separators and doubled letters, which is where typing errors sit. */
function squeeze(name: string): string {
  return name.replaceAll('_', '').replace(/(.)\1/g, '$1')
}
