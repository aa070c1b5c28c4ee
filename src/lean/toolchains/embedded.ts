import { embeddedCommand, ensureEmbedded, type OnProgress } from '../embedded/index.ts'
import { leanProgram } from '../program.ts'
import type { LeanToolchain } from '../toolchain.ts'

export interface EmbeddedToolchainOptions {
  readonly cacheDir: string
  readonly onProgress?: OnProgress | undefined
  readonly signal?: AbortSignal | undefined
}

/** The program as the embedded build takes it: first argument the kind of Lean, then what to import. */
export function embeddedProgram(): { text: string; modules: readonly string[] } {
  return { text: leanProgram().text, modules: ['embedded', 'Init'] }
}

/** Lean from the npm package. Built into the cache on first use, which takes a while. */
export async function embeddedToolchain(options: EmbeddedToolchainOptions): Promise<LeanToolchain> {
  const { cacheDir, onProgress, signal } = options
  const install = await ensureEmbedded({
    cacheDir,
    program: embeddedProgram(),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  })
  return {
    kind: 'embedded',
    modules: ['Init'],
    fingerprint: `embedded-${install.key}`,
    hasLibraryProofs: false,
    launch: ({ scratch, threads }) => ({
      ...embeddedCommand(install, { scratchDir: scratch, threads }),
      cwd: scratch,
      scratchInLean: '/scratch',
    }),
  }
}
