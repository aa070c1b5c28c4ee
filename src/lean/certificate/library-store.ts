/** Where the library of a toolchain is kept as a file, and how it gets there. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OrchError } from '../../errors.ts'
import { contextOf } from '../context.ts'
import { lockOrDone } from '../embedded/index.ts'
import { readModule } from '../program.ts'
import { LeanServer } from '../server.ts'
import type { LeanToolchain } from '../toolchain.ts'

export interface LibraryOptions {
  readonly cacheDir: string
  readonly imports?: readonly string[] | undefined
  /** Told now and then how many bytes Lean has written. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Raise when the layout of the file changes. */
const FORMAT = 2
const TIMEOUT_MS = 60 * 60_000
const REPORT_EVERY_MS = 500

/** Whether Lean has written out its library before, so that a check need not wait for it. */
export function hasLibrary(
  toolchain: LeanToolchain,
  options: Pick<LibraryOptions, 'cacheDir' | 'imports'>,
): boolean {
  return existsSync(fileOf(toolchain, options))
}

function fileOf(
  toolchain: LeanToolchain,
  { cacheDir, imports = [] }: Pick<LibraryOptions, 'cacheDir' | 'imports'>,
): string {
  return join(cacheDir, 'kernel', `${keyOf(toolchain, imports)}.library`)
}

/** The file with the library's constants; Lean writes it out the first time, which takes a minute or two. */
export async function ensureLibrary(toolchain: LeanToolchain, options: LibraryOptions): Promise<string> {
  const { signal } = options
  const file = fileOf(toolchain, options)
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  const lock = await lockOrDone(
    `${file}.lock`,
    () => existsSync(file),
    () => {},
    signal,
  )
  if (!lock) return file
  try {
    // A process of its own, which has read nobody's text: every later check rests on what it writes.
    await using server = await LeanServer.start(toolchain, { threads: 1, signal })
    await dump(server, file, options)
  } finally {
    lock.release()
  }
  return file
}

/** The embedded library is the same whatever else changes in Orch; a native one changes with its project. */
function keyOf(toolchain: LeanToolchain, imports: readonly string[]): string {
  const writer = readModule('Orch.Search.Library')
  return createHash('sha256')
    .update(
      JSON.stringify([FORMAT, toolchain.library, toolchain.modules, [...new Set(imports)].sort(), writer]),
    )
    .digest('hex')
    .slice(0, 24)
}

async function dump(server: LeanServer, file: string, options: LibraryOptions): Promise<void> {
  const { imports = [], onProgress, signal } = options
  const { env } = await contextOf(server, { imports }, { timeoutMs: TIMEOUT_MS, signal })
  const text = join(server.scratch, 'library.txt')
  const report = async () => onProgress?.((await stat(text).catch(() => undefined))?.size ?? 0)
  const reporting = setInterval(() => void report(), REPORT_EVERY_MS)
  try {
    const request = { file: `${server.scratchInLean}/library.txt`, env }
    const answer = await server.request('library', request, { timeoutMs: TIMEOUT_MS, signal })
    if (answer.kind !== 'ok') {
      const why = answer.kind === 'no' ? answer.failure.message : 'it took too long'
      throw new OrchError('library_failed', `Lean could not write out its library: ${why}`)
    }
  } finally {
    clearInterval(reporting)
  }
  const { lean: version, githash } = server.hello
  // Loaded when it is needed: it brings the whole second kernel along.
  const { buildLibrary } = await import('./library-file.ts')
  await buildLibrary(text, file, { version, githash })
}
