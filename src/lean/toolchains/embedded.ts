import {
  type EmbeddedState,
  embeddedCommand,
  ensureEmbedded,
  inspectEmbedded,
  type OnProgress,
  type SnapshotProgram,
} from '../embedded/index.ts'
import { KEPT_CODE, leanProgram, type ProgramName, readModule } from '../program.ts'
import type { LeanToolchain } from '../toolchain.ts'
import { JointProgress } from './joint-progress.ts'

export interface EmbeddedToolchainOptions {
  readonly cacheDir: string
  readonly onProgress?: OnProgress | undefined
  readonly signal?: AbortSignal | undefined
}

/** A program as the embedded build takes it: first argument the kind of Lean, then what to import. */
export function embeddedProgram(name: ProgramName): SnapshotProgram {
  const { text, rehearsal } = leanProgram(name)
  const program = { text, modules: ['embedded', 'Init'], rehearsal }
  // Nothing but Lean itself stands between the text of the verdict program and what runs.
  if (name === 'verdict') return program
  const [compile, load] = [readModule('Orch.Embedded.Compile'), readModule('Orch.Embedded.Load')]
  return { ...program, steps: { compile, load, kept: KEPT_CODE } }
}

/** Looks at what `embeddedToolchain` needs without building it. */
export function inspectEmbeddedPrograms(cacheDir: string): EmbeddedState {
  const inspect = (name: ProgramName) => inspectEmbedded({ cacheDir, program: embeddedProgram(name) })
  const search = inspect('search')
  const verdict = inspect('verdict')
  if (search.kind !== 'ready') return search
  return verdict.kind === 'ready' ? { ...search, bytes: search.bytes + verdict.snapshotBytes } : verdict
}

/** Lean from the npm package. Built into the cache on first use, which takes a while. */
export async function embeddedToolchain(options: EmbeddedToolchainOptions): Promise<LeanToolchain> {
  const { cacheDir, signal } = options
  const sound = new Set<string>()
  const progress = new JointProgress(options.onProgress ?? (() => {}))
  const ensure = (name: ProgramName) =>
    ensureEmbedded({
      cacheDir,
      sound,
      program: embeddedProgram(name),
      onProgress: (step) => progress.show(name, step),
      ...(signal && { signal }),
    })
  // Side by side: each program is started once inside Lean, and the first build waits for nothing else.
  const [search, verdict] = await Promise.all([ensure('search'), ensure('verdict')])
  progress.end()
  return {
    kind: 'embedded',
    modules: ['Init'],
    fingerprint: `embedded-${search.key}`,
    library: `embedded-${search.toolchainKey}`,
    hasLibraryProofs: false,
    missing: [],
    // The package holds the compiled library alone.
    librarySource: async () => undefined,
    launch: ({ program, scratch, threads }) => ({
      ...embeddedCommand(program === 'verdict' ? verdict : search, { scratchDir: scratch, threads }),
      cwd: scratch,
      scratchInLean: '/scratch',
    }),
  }
}
