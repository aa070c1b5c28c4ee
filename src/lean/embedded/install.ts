import { join } from 'node:path'
import { buildCode, codeBytes, codeKey, keepCode } from './code.ts'
import { soundManifest, verifyFolder } from './manifest.ts'
import type { OnProgress } from './progress.ts'
import { buildSnapshot, type SnapshotProgram, snapshotBytes, snapshotKey } from './snapshot.ts'
import { ensureFolder, storeFolder } from './store.ts'
import { buildToolchain, toolchainBytes, toolchainKey } from './toolchain.ts'
import { markUsed, removeUnused } from './unused.ts'

export interface EmbeddedOptions {
  /** Folder for rebuildable things; everything goes below `lean/` in it. */
  readonly cacheDir: string
  readonly program: SnapshotProgram
  readonly onProgress?: OnProgress
  readonly signal?: AbortSignal
  /** Shared by several programs of one toolchain, so that its files are looked at once. */
  readonly sound?: Set<string>
}

/** A complete embedded Lean with one snapshot: what `embeddedCommand` starts. */
export interface EmbeddedInstall {
  readonly toolchain: string
  readonly snapshot: string
  /** Names this exact combination of package, runtime, program and modules. */
  readonly key: string
  /** Names package and runtime alone. */
  readonly toolchainKey: string
}

/** Gives the embedded Lean for a program, building what is absent, changed or damaged. Instant when complete. */
export async function ensureEmbedded(options: EmbeddedOptions): Promise<EmbeddedInstall> {
  const { cacheDir, program, signal } = options
  const onProgress = options.onProgress ?? (() => {})
  const install = expectedInstall(options)
  const onWait = (pid: number) => {
    // Another program of this very process: its progress is shown already.
    if (pid === process.pid) return
    onProgress({
      step: 'wait',
      fraction: 0,
      message: `Waiting for process ${pid}, which is building the embedded Lean`,
    })
  }
  let built = false
  const common = { cacheDir, signal, onWait, sound: options.sound }
  const toolchain = await ensureFolder({
    ...common,
    name: nameOf(install.toolchain),
    bytesNeeded: toolchainBytes,
    build: (folder) => {
      built = true
      return buildToolchain(folder, onProgress, signal)
    },
  })
  await ensureFolder({
    ...common,
    name: nameOf(install.snapshot),
    bytesNeeded: snapshotBytes,
    build: async (folder) => {
      built = true
      const code = await ensureCode(toolchain, options)
      await buildSnapshot(folder, { toolchain, program, code, onProgress, signal })
      onProgress({ step: 'finish', fraction: 0.97, message: 'Checking the result' })
    },
  })
  markUsed([install.toolchain, install.snapshot])
  if (built) removeUnused(storeFolder(cacheDir))
  if (built) onProgress({ step: 'finish', fraction: 1, message: 'The embedded Lean is ready' })
  return install
}

/** The folder with a program's code; undefined for a program that is run as text. */
async function ensureCode(
  toolchain: string,
  { cacheDir, program: { text, steps }, onProgress = () => {}, signal }: EmbeddedOptions,
): Promise<string | undefined> {
  if (steps === undefined) return undefined
  const code = await ensureFolder({
    cacheDir,
    signal,
    name: `code-${codeKey(text, steps)}`,
    bytesNeeded: codeBytes,
    onWait: () => {},
    build: (folder) => buildCode(folder, { toolchain, text, steps, onProgress, signal }),
  })
  markUsed([code])
  return code
}

/** Builds a program as `ensureEmbedded` does, and puts its code where a later build finds it; the file's path. */
export async function compileEmbedded(options: EmbeddedOptions): Promise<string | undefined> {
  const { text, steps } = options.program
  const { toolchain } = await ensureEmbedded(options)
  const code = await ensureCode(toolchain, options)
  return code && steps?.kept && keepCode(code, steps.kept, codeKey(text, steps))
}

/** `absent` also means damaged: there is nothing at `expected` that may be used. */
export type EmbeddedState =
  | {
      readonly kind: 'ready'
      readonly install: EmbeddedInstall
      /** Of toolchain and snapshot; several programs share the toolchain. */
      readonly bytes: number
      readonly snapshotBytes: number
    }
  | { readonly kind: 'absent'; readonly expected: string }

/** Looks without building: for `orch doctor`. */
export function inspectEmbedded(options: Pick<EmbeddedOptions, 'cacheDir' | 'program'>): EmbeddedState {
  const install = expectedInstall(options)
  const [toolchainBytes, snapshotBytes] = [install.toolchain, install.snapshot].map((folder) =>
    soundManifest(folder)?.files.reduce((sum, file) => sum + file.bytes, 0),
  )
  if (toolchainBytes === undefined || snapshotBytes === undefined) {
    return { kind: 'absent', expected: install.snapshot }
  }
  return { kind: 'ready', install, bytes: toolchainBytes + snapshotBytes, snapshotBytes }
}

/** Reads every byte of an install and names the damaged files; `ensureEmbedded` then rebuilds them. */
export async function verifyEmbedded(
  install: EmbeddedInstall,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const damaged: string[] = []
  for (const folder of [install.toolchain, install.snapshot]) {
    for (const path of await verifyFolder(folder, signal)) damaged.push(join(folder, path))
  }
  return damaged
}

function expectedInstall(options: Pick<EmbeddedOptions, 'cacheDir' | 'program'>): EmbeddedInstall {
  const toolchain = toolchainKey()
  const key = snapshotKey(toolchain, options.program)
  const root = storeFolder(options.cacheDir)
  return {
    toolchain: join(root, `toolchain-${toolchain}`),
    snapshot: join(root, `snapshot-${key}`),
    key,
    toolchainKey: toolchain,
  }
}

function nameOf(folder: string): string {
  return folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1)
}
