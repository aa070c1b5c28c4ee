/**
 * The user's own Lean: that of a Lake project, or the one on PATH. Orch's programs run in it with
 * `lean --run`; nothing is added to the project. `lake env` tells Lean where the project's modules are. The search
 * program is compiled once; the verdict program, which is trusted, is read from its own source at each start.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { OrchError } from '../../errors.ts'
import { writeWhole } from '../../files/index.ts'
import { leanProgram } from '../program.ts'
import type { LeanToolchain } from '../toolchain.ts'
import { inspectNativeBuild, type NativeBuild, type NativeCompiler, nativeBuild } from './native-build.ts'

export interface NativeLean {
  /** The command that stands before Lean's own arguments: `lean`, or `lake env lean`. */
  readonly command: readonly string[]
  /** Root of the Lake project, if there is one. */
  readonly project: string | undefined
  /** How it was found. */
  readonly from: 'ORCH_LEAN' | 'PATH'
}

type Env = Readonly<Record<string, string | undefined>>

/** The first version that has everything Orch's program uses. */
export const OLDEST_LEAN = '4.28.0'
const ANSWER_TIMEOUT_MS = 60_000

/** The nearest folder upwards that is a Lake project. */
export function findProject(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'lakefile.toml')) || existsSync(join(folder, 'lakefile.lean'))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** Finds Lean without running anything. */
export function findNativeLean(cwd: string, env: Env = process.env): NativeLean | undefined {
  const project = findProject(cwd)
  if (env.ORCH_LEAN) {
    const given = resolve(env.ORCH_LEAN)
    if (!existsSync(given)) {
      throw new OrchError('lean_not_found', `ORCH_LEAN is '${env.ORCH_LEAN}', but there is no such file.`, {
        hint: "Set it to the path of a 'lean' or 'lake' executable, or unset it.",
      })
    }
    const lake = basename(given).startsWith('lake') ? given : beside(given, 'lake')
    const lean = basename(given).startsWith('lake') ? (beside(given, 'lean') ?? 'lean') : given
    return { command: project && lake ? [lake, 'env', lean] : [lean], project, from: 'ORCH_LEAN' }
  }
  const lake = onPath('lake', env)
  const lean = onPath('lean', env)
  if (project && lake) return { command: [lake, 'env', 'lean'], project, from: 'PATH' }
  return lean ? { command: [lean], project, from: 'PATH' } : undefined
}

/** The version that a found Lean says it has. */
export async function nativeVersion(lean: NativeLean): Promise<{ version: string; full: string }> {
  try {
    const stdout = await answerOf(lean, '--version')
    const version = /version (\d+\.\d+\.\d+[^\s,)]*)/.exec(stdout)?.[1]
    if (version) return { version, full: stdout.trim() }
    throw new Error(`it said: ${stdout.trim()}`)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OrchError('lean_unusable', `'${lean.command.join(' ')} --version' did not work: ${why}`, {
      cause,
      hint: 'Check the Lean installation (elan, lake), or use the embedded Lean with --lean embedded.',
    })
  }
}

async function answerOf({ command, project }: NativeLean, question: string): Promise<string> {
  const [file = 'lean', ...args] = command
  const options = { cwd: project, timeout: ANSWER_TIMEOUT_MS }
  return (await promisify(execFile)(file, [...args, question], options)).stdout
}

/** A toolchain of Lean has the files of its library in `src/lean`; a packaged one may have left them out. */
async function librarySource(lean: NativeLean): Promise<string | undefined> {
  const prefix = (await answerOf(lean, '--print-prefix')).trim()
  const folder = join(prefix, 'src', 'lean')
  return existsSync(folder) ? folder : undefined
}

export async function nativeToolchain(lean: NativeLean, cacheDir: string): Promise<LeanToolchain> {
  const { version, full } = await nativeVersion(lean)
  if (isOlder(version, OLDEST_LEAN)) {
    throw new OrchError('lean_too_old', `This Lean is ${version}; Orch needs ${OLDEST_LEAN} or newer.`, {
      hint: 'Update lean-toolchain in the project, or use the embedded Lean with --lean embedded.',
    })
  }
  const build = await nativeBuild(compilerOf(lean, full, cacheDir))
  const programs = { search: build.main, verdict: writeVerdict(cacheDir) }
  const [file = 'lean', ...args] = lean.command
  return {
    kind: 'native',
    modules: ['Init'],
    fingerprint: `native-${fingerprint(full, lean.project)}`,
    library: `native-${fingerprint(full, lean.project)}`,
    hasLibraryProofs: true,
    missing: build.missing,
    librarySource: () => librarySource(lean),
    launch: ({ program, scratch, threads }) => ({
      file,
      args: [...args, `-j${threads}`, '--run', programs[program], 'native', 'Init'],
      env: program === 'search' ? withLeanPath(environment(), build.folder) : environment(),
      cwd: lean.project ?? scratch,
      scratchInLean: scratch,
    }),
  }
}

/** What was built for a Lean that was found; undefined if nothing was yet. */
export function inspectNative(lean: NativeLean, full: string, cacheDir: string): NativeBuild | undefined {
  return inspectNativeBuild(compilerOf(lean, full, cacheDir))
}

function compilerOf(lean: NativeLean, full: string, cacheDir: string): NativeCompiler {
  const command = lean.command.slice(-1)
  return { command, cwd: lean.project, fingerprint: fingerprint(full, lean.project), cacheDir }
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** `lake env` puts the project's own folders behind what is there. */
function withLeanPath(env: Record<string, string>, folder: string): Record<string, string> {
  return { ...env, LEAN_PATH: [folder, ...(env.LEAN_PATH ? [env.LEAN_PATH] : [])].join(delimiter) }
}

export function isOlder(version: string, than: string): boolean {
  const a = version.split(/[.-]/).map(Number)
  const b = than.split(/[.-]/).map(Number)
  for (const i of [0, 1, 2]) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

function writeVerdict(cacheDir: string): string {
  const { text, hash } = leanProgram('verdict')
  const folder = join(cacheDir, 'native')
  const file = join(folder, `Orch-verdict-${hash.slice(0, 16)}.lean`)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return file
  writeWhole([{ path: file, text, isCache: true }])
  return file
}

/** What decides the answers of a project's Lean: its version and the versions of what it depends on. */
function fingerprint(version: string, project: string | undefined): string {
  const hash = createHash('sha256').update(version)
  for (const name of project ? ['lean-toolchain', 'lake-manifest.json'] : []) {
    const file = join(project ?? '', name)
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

function beside(file: string, name: string): string | undefined {
  const candidate = join(dirname(file), name)
  return existsSync(candidate) ? candidate : undefined
}

function onPath(name: string, env: Env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  // A folder of that name (Orch's own clone has one) is no program.
  return folders
    .map((folder) => join(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}
