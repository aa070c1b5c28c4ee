import { join } from 'node:path'
import { OrchError } from '../../errors.ts'
import type { LeanToolchain } from '../toolchain.ts'
import { type EmbeddedToolchainOptions, embeddedToolchain } from './embedded.ts'
import { findNativeLean, type NativeLean, nativeToolchain } from './native.ts'
import { inspectSandbox, sandboxed } from './sandbox.ts'

export const LEAN_CHOICES = ['auto', 'embedded', 'native'] as const
export type LeanChoice = (typeof LEAN_CHOICES)[number]

export interface ToolchainOptions extends EmbeddedToolchainOptions {
  /** `auto`: the project's own Lean inside a Lake project, or where ORCH_LEAN is set; else the embedded one. */
  readonly lean?: LeanChoice
  readonly cwd?: string
  /**
   * Whose text Lean is to elaborate. That of `others` (a receipt, a ticket, a bank, whatever comes over the network)
   * reaches a native Lean only inside a sandbox, or where ORCH_NATIVE_UNSANDBOXED says that it may do anything.
   */
  readonly text?: 'own' | 'others'
}

export async function chooseToolchain(options: ToolchainOptions): Promise<LeanToolchain> {
  const { lean = 'auto', cwd = process.cwd(), text = 'own' } = options
  if (lean !== 'embedded') {
    const found = findNativeLean(cwd)
    if (found && (lean === 'native' || found.project || found.from === 'ORCH_LEAN')) {
      const native = await nativeToolchain(found, options.cacheDir)
      return text === 'own' || isAllowed() ? native : behindWall(native, found, options.cacheDir)
    }
    if (lean === 'native') {
      throw new OrchError(
        'lean_not_found',
        'There is no Lean on this machine: neither lake nor lean is on PATH.',
        {
          hint: 'Install Lean, set ORCH_LEAN to its executable, or use the embedded Lean with --lean embedded.',
        },
      )
    }
  }
  return embeddedToolchain(options)
}

function isAllowed(): boolean {
  return process.env.ORCH_NATIVE_UNSANDBOXED === '1'
}

async function behindWall(
  native: LeanToolchain,
  found: NativeLean,
  cacheDir: string,
): Promise<LeanToolchain> {
  const sandbox = await inspectSandbox()
  if (sandbox.kind === 'absent') {
    throw new OrchError(
      'no_sandbox',
      `This text may be somebody else's, and a native Lean would run its programs with all your rights: ${sandbox.why}.`,
      {
        hint: `${sandbox.fix} Or use --lean embedded. Or say --native-unsandboxed if you trust the text with everything.`,
      },
    )
  }
  return sandboxed(native, sandbox, [...(found.project ? [found.project] : []), join(cacheDir, 'native')])
}
