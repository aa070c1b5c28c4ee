/**
 * A native Lean inside bubblewrap, for text of strangers: elaborating it may run any program. Inside there is no
 * network, no home, no other process, nothing to write to but the scratch folder, and an end to memory, CPU time,
 * processes and file sizes.
 */
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Launch, LeanToolchain } from '../toolchain.ts'

type Env = Readonly<Record<string, string | undefined>>

export type SandboxState =
  | { readonly kind: 'ready'; readonly bwrap: string; readonly prlimit: string }
  | { readonly kind: 'absent'; readonly why: string; readonly fix: string }

const TRY_MS = 10_000
/** What programs need of the system to start at all. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/localtime',
]
/** Written memory (mapped library files do not count), seconds of CPU, threads and processes, bytes of one file. */
const LIMITS = ['--data=8589934592', '--cpu=36000', '--nproc=512', '--fsize=1073741824', '--core=0']
const PASSED = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LEAN_PATH',
  'LEAN_SRC_PATH',
  'LEAN_SYSROOT',
  'LAKE_HOME',
  'ELAN_TOOLCHAIN',
]

/** Finds the tools and tries them: many containers and some systems forbid what bubblewrap needs. */
export async function inspectSandbox(env: Env = process.env): Promise<SandboxState> {
  const bwrap = onPath('bwrap', env)
  const prlimit = onPath('prlimit', env)
  if (!bwrap || !prlimit) {
    const missing = bwrap ? 'prlimit' : 'bwrap'
    return {
      kind: 'absent',
      why: `${missing} is not on PATH`,
      fix: `Install it: apt-get install ${bwrap ? 'util-linux' : 'bubblewrap'}.`,
    }
  }
  try {
    const args = [...wall([]), prlimit, ...LIMITS, '/bin/true']
    await promisify(execFile)(bwrap, args, { timeout: TRY_MS })
    return { kind: 'ready', bwrap, prlimit }
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    return {
      kind: 'absent',
      why: `bwrap does not work here: ${said.split('\n', 1)[0]}`,
      fix: 'Allow unprivileged user namespaces (kernel.unprivileged_userns_clone=1, or the container’s settings).',
    }
  }
}

/**
 * The same Lean inside the sandbox. `readable` are the folders that it is made of: Lean itself, the project, Orch's
 * program.
 */
export function sandboxed(
  toolchain: LeanToolchain,
  sandbox: Extract<SandboxState, { kind: 'ready' }>,
  readable: readonly string[],
  env: Env = process.env,
): LeanToolchain {
  const more = (env.ORCH_SANDBOX_PATHS ?? '').split(delimiter).filter(Boolean)
  const elan = env.ELAN_HOME ?? join(homedir(), '.elan')
  return {
    ...toolchain,
    launch: (options) => {
      const launch = toolchain.launch(options)
      const { scratch } = options
      const shown = [...readable, ...more, elan, dirname(realpath(launch.file))].filter((path) =>
        existsSync(path),
      )
      const settings = [...setEnv({ ...launch.env, ELAN_HOME: elan }), '--setenv', 'HOME', scratch]
      const inside = ['--bind', scratch, scratch, '--chdir', launch.cwd ?? scratch]
      return {
        ...launch,
        file: sandbox.bwrap,
        args: [
          ...wall(shown),
          ...settings,
          ...inside,
          sandbox.prlimit,
          ...LIMITS,
          launch.file,
          ...launch.args,
        ],
        cwd: scratch,
      } satisfies Launch
    },
  }
}

function wall(readable: readonly string[]): string[] {
  const bind = (path: string) => ['--ro-bind-try', path, path]
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--clearenv',
    ...SYSTEM.flatMap(bind),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    // After the empty /tmp, for Lean may have been unpacked there.
    ...readable.flatMap(bind),
  ]
}

function setEnv(env: Env): string[] {
  return [...PASSED, 'ELAN_HOME'].flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : ['--setenv', name, value]
  })
}

function onPath(name: string, env: Env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

function realpath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
