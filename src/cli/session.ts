/** What a command that talks to Lean opens, and how it ends: also on Ctrl-C, with nothing left behind. */
import { InvalidArgumentError, Option } from 'commander'
import { cacheDir, loadConfig } from '../config/index.ts'
import { onInterrupt } from '../engine/index.ts'
import { OrchError } from '../errors.ts'
import {
  Checker,
  chooseToolchain,
  KERNELS,
  type KernelName,
  LEAN_CHOICES,
  type LeanChoice,
  LeanPool,
  type LeanToolchain,
  otherThanEmbedded,
  type PoolOptions,
  secondKernelUse,
} from '../lean/index.ts'
import { nameListOption } from './list-option.ts'
import { note } from './output.ts'
import { openProgress } from './progress.ts'

export interface LeanSession extends AsyncDisposable {
  readonly toolchain: LeanToolchain
  readonly pool: LeanPool
  readonly checker: Checker
  /** Fires on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal
}

export function leanOption(): Option {
  return new Option('--lean <which>', 'the Lean to use').choices(LEAN_CHOICES).default('auto')
}

/** For commands that elaborate text which may be somebody else's. */
export function unsandboxedOption(): Option {
  return new Option(
    '--native-unsandboxed',
    'let a native Lean elaborate text of others outside a sandbox: it can then do whatever you can',
  )
}

/** Which Lean for text of others, as the flags say. */
export function forOthers({ lean, nativeUnsandboxed }: OthersFlags): WhichLean {
  if (nativeUnsandboxed) process.env.ORCH_NATIVE_UNSANDBOXED = '1'
  return { lean, text: 'others' }
}

export interface OthersFlags {
  readonly lean: LeanChoice
  readonly nativeUnsandboxed?: boolean
}

export interface WhichLean {
  readonly lean: LeanChoice
  /** Whose text it will read; one's own unless said otherwise. */
  readonly text?: 'own' | 'others'
  /** Where to look for a project; here unless said otherwise. */
  readonly cwd?: string
  /** Kernels that must accept; as ORCH_KERNELS says, or Lean's, and the second is asked where that costs little. */
  readonly kernels?: readonly KernelName[]
}

export async function openToolchain(which: WhichLean, signal?: AbortSignal): Promise<LeanToolchain> {
  using progress = openProgress()
  shareSettings()
  return await chooseToolchain({
    lean: which.lean,
    ...(which.text && { text: which.text }),
    ...(which.cwd !== undefined && { cwd: which.cwd }),
    cacheDir: cacheDir(),
    onProgress: (step) => progress.show(step),
    signal,
  })
}

/** What the choice of a Lean reads from the environment may stand in `.env` too. */
function shareSettings(): void {
  const { lean, nativeUnsandboxed, sandboxPaths } = loadConfig().config
  const given = {
    ORCH_LEAN: lean,
    ORCH_NATIVE_UNSANDBOXED: nativeUnsandboxed,
    ORCH_SANDBOX_PATHS: sandboxPaths,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) process.env[name] ??= value
}

/** `--kernels lean,ts`: which kernels must accept. */
export function kernelsOption(): Option {
  return nameListOption(
    '--kernels <names>',
    'kernels that must accept: lean alone, or lean and the second one, ts (ORCH_KERNELS is the default)',
  ).argParser((names: string) => {
    const known = names.split(',').map((name) => KERNELS.find((kernel) => kernel === name.trim()))
    if (known.includes(undefined) || !known.includes('lean'))
      throw new InvalidArgumentError("Say 'lean' or 'lean,ts'.")
    return known
  })
}

/** Opens Lean and starts its processes at once, so that they boot while the command goes on, or when they are needed. */
export async function openSession(
  which: WhichLean,
  options: PoolOptions = { size: 1 },
  start: 'at once' | 'when needed' = 'at once',
): Promise<LeanSession> {
  const stop = interruption()
  const toolchain = await openToolchain(which, stop.signal)
  const other = toolchain.kind === 'embedded' && which.cwd !== undefined && otherThanEmbedded(which.cwd)
  if (other) note(other)
  const pool = new LeanPool(toolchain, options)
  const second = secondKernelUse(which.kernels ?? loadConfig().config.kernels, 'asked')
  const checker = new Checker(pool, { second, onLibrary: tellOnce() })
  if (start === 'at once') {
    // A failed start is reported by whoever needs the process first.
    checker.warm().catch(() => {})
    pool.warm().catch(() => {})
  }
  return {
    toolchain,
    pool,
    checker,
    signal: stop.signal,
    [Symbol.asyncDispose]: async () => {
      stop.forget()
      await Promise.all([checker.close(), pool.close()])
    },
  }
}

/** Whoever checks wants to be sure: both kernels, unless told otherwise. */
export function checkKernels(asked: readonly KernelName[] | undefined): readonly KernelName[] {
  return asked ?? loadConfig().config.kernels ?? KERNELS
}

function tellOnce(): () => void {
  let isTold = false
  return () => {
    if (!isTold) note('Lean is writing out its library for the second kernel: a minute or two, once')
    isTold = true
  }
}

/** The first Ctrl-C asks to stop, the second does not ask. */
function interruption(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController()
  const forget = onInterrupt({
    stop: () => controller.abort(new OrchError('interrupted', 'Interrupted.')),
    exit: () => process.exit(130),
  })
  return { signal: controller.signal, forget }
}
