import { rmSync } from 'node:fs'
import {
  type EmbeddedInstall,
  type EmbeddedState,
  embeddedCommand,
  embeddedKey,
  ensureEmbedded,
  inspectEmbedded,
  type OnProgress,
  type SnapshotProgram,
} from '../embedded/index.ts'
import { GUESSING_PARTS, leanProgram, type ProgramName } from '../program.ts'
import type { LeanToolchain } from '../toolchain.ts'
import { JointProgress } from './joint-progress.ts'

export interface EmbeddedToolchainOptions {
  readonly cacheDir: string
  readonly onProgress?: OnProgress | undefined
  readonly signal?: AbortSignal | undefined
  /** Whoever needs no guessing of lemmas and counterexamples need not wait for a first build of the part that does. */
  readonly needs?: 'basics' | 'everything' | undefined
}

/** A program as the embedded build takes it: first argument the kind of Lean, then what to import. */
export function embeddedProgram(name: ProgramName | 'basics'): SnapshotProgram {
  const { text, rehearsal } = leanProgram(name)
  return { text, modules: ['embedded', 'Init'], rehearsal }
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
  const whole = () => inspectEmbedded({ cacheDir, program: embeddedProgram('search') })
  const isBasic = options.needs === 'basics' && whole().kind === 'absent'
  let isNew = false
  const ensure = (name: ProgramName | 'basics') =>
    ensureEmbedded({
      cacheDir,
      sound,
      program: embeddedProgram(name),
      onProgress: (step) => {
        isNew ||= name === 'search' && step.fraction === 1
        progress.show(name, step)
      },
      ...(signal && { signal }),
    })
  // Side by side: each program is started once inside Lean, and the first build waits for nothing else.
  const [search, verdict] = await Promise.all([ensure(isBasic ? 'basics' : 'search'), ensure('verdict')])
  progress.end()
  if (isNew) removeBasics(cacheDir)
  const installOf = (program: ProgramName): EmbeddedInstall => {
    if (program === 'verdict') return verdict
    // Meanwhile another process may have built the whole program, and removed the basics.
    const now = isBasic ? whole() : undefined
    return now?.kind === 'ready' ? now.install : search
  }
  return {
    kind: 'embedded',
    modules: ['Init'],
    // What the basics answer, the whole program answers alike: what is kept of it stays good.
    fingerprint: `embedded-${embeddedKey(embeddedProgram('search'))}`,
    library: `embedded-${search.toolchainKey}`,
    hasLibraryProofs: false,
    missing: isBasic ? GUESSING_PARTS.map((part) => ({ part, error: 'It is not built yet.' })) : [],
    // The package holds the compiled library alone.
    librarySource: async () => undefined,
    launch: ({ program, scratch, threads }) => ({
      ...embeddedCommand(installOf(program), { scratchDir: scratch, threads }),
      cwd: scratch,
      scratchInLean: '/scratch',
    }),
  }
}

/** Half a gigabyte that the whole program makes superfluous. */
function removeBasics(cacheDir: string): void {
  const basics = inspectEmbedded({ cacheDir, program: embeddedProgram('basics') })
  if (basics.kind === 'ready') rmSync(basics.install.snapshot, { recursive: true, force: true })
}
