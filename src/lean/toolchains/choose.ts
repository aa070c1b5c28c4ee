import { OrchError } from '../../errors.ts'
import type { LeanToolchain } from '../toolchain.ts'
import { type EmbeddedToolchainOptions, embeddedToolchain } from './embedded.ts'
import { findNativeLean, nativeToolchain } from './native.ts'

export const LEAN_CHOICES = ['auto', 'embedded', 'native'] as const
export type LeanChoice = (typeof LEAN_CHOICES)[number]

export interface ToolchainOptions extends EmbeddedToolchainOptions {
  /** `auto`: the project's own Lean inside a Lake project, or where ORCH_LEAN is set; else the embedded one. */
  readonly lean?: LeanChoice
  readonly cwd?: string
}

export async function chooseToolchain(options: ToolchainOptions): Promise<LeanToolchain> {
  const { lean = 'auto', cwd = process.cwd() } = options
  if (lean !== 'embedded') {
    const found = findNativeLean(cwd)
    if (found && (lean === 'native' || found.project || found.from === 'ORCH_LEAN')) {
      return nativeToolchain(found, options.cacheDir)
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
