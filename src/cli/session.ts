/** What a command that talks to Lean opens, and how it ends: also on Ctrl-C, with nothing left behind. */
import { Option } from 'commander'
import { cacheDir } from '../config/index.ts'
import { onInterrupt } from '../engine/index.ts'
import { OrchError } from '../errors.ts'
import {
  Checker,
  chooseToolchain,
  LEAN_CHOICES,
  type LeanChoice,
  LeanPool,
  type LeanToolchain,
  type PoolOptions,
} from '../lean/index.ts'
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

export async function openToolchain(
  lean: LeanChoice,
  signal?: AbortSignal,
  cwd = process.cwd(),
): Promise<LeanToolchain> {
  using progress = openProgress()
  return await chooseToolchain({
    lean,
    cwd,
    cacheDir: cacheDir(),
    onProgress: (step) => progress.show(step),
    signal,
  })
}

/** Opens Lean and starts its processes at once, so that they boot while the command goes on, or when they are needed. */
export async function openSession(
  lean: LeanChoice,
  options: PoolOptions = { size: 1 },
  start: 'at once' | 'when needed' = 'at once',
  cwd?: string,
): Promise<LeanSession> {
  const stop = interruption()
  const toolchain = await openToolchain(lean, stop.signal, cwd)
  const pool = new LeanPool(toolchain, options)
  const checker = new Checker(pool)
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

/** The first Ctrl-C asks to stop, the second does not ask. */
function interruption(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController()
  const forget = onInterrupt({
    stop: () => controller.abort(new OrchError('interrupted', 'Interrupted.')),
    exit: () => process.exit(130),
  })
  return { signal: controller.signal, forget }
}
