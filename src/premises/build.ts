/** Makes the index of a library once per machine, in the cache, under a name that says what it was made from. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDir as defaultCacheDir } from '../config/index.ts'
import { makeWhole } from '../files/index.ts'
import { dumpTheorems, type LeanPool, type LibraryTheorem, lockOrDone } from '../lean/index.ts'
import { PremiseIndex, writeIndex } from './store.ts'

/** Raise this when the index holds something else than before. */
const FORMAT = 3

export interface IndexedLibrary {
  /** Says which Lean and which project: `LeanToolchain.fingerprint`. */
  readonly fingerprint: string
  readonly imports: readonly string[]
  readonly cacheDir?: string | undefined
}

export type BuildStep =
  | { readonly kind: 'waiting'; readonly pid: number }
  | { readonly kind: 'reading'; readonly bytes: number }
  | { readonly kind: 'indexing'; readonly theorems: number }

export function indexFile({ fingerprint, imports, cacheDir = defaultCacheDir() }: IndexedLibrary): string {
  const key = createHash('sha256')
    .update(JSON.stringify([FORMAT, fingerprint, [...new Set(imports)].sort()]))
    .digest('hex')
    .slice(0, 16)
  return join(cacheDir, 'premises', `${key}.db`)
}

/** Opens the index of a library if it was built. */
export function openIndex(library: IndexedLibrary): PremiseIndex | undefined {
  return PremiseIndex.open(indexFile(library))
}

/** Opens the index, building it first if need be. Of several processes one builds and the others wait for it. */
export async function buildIndex(
  pool: LeanPool,
  options: {
    readonly imports?: readonly string[]
    readonly cacheDir?: string | undefined
    readonly onStep?: (step: BuildStep) => void
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<PremiseIndex> {
  const { imports = [], cacheDir, onStep, signal } = options
  const file = indexFile({ fingerprint: pool.toolchain.fingerprint, imports, cacheDir })
  const onProgress = (bytes: number) => onStep?.({ kind: 'reading', bytes })
  return await indexOnce(file, () => dumpTheorems(pool, { imports, signal, onProgress }), { onStep, signal })
}

/** The same for theorems from anywhere: they are read only by the one who builds. */
export async function indexOnce(
  file: string,
  readTheorems: () => Promise<readonly LibraryTheorem[]>,
  {
    onStep,
    signal,
  }: {
    readonly onStep?: ((step: BuildStep) => void) | undefined
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<PremiseIndex> {
  mkdirSync(dirname(file), { recursive: true })
  const lock = await lockOrDone(
    `${file}.lock`,
    () => existsSync(file),
    ({ pid }) => onStep?.({ kind: 'waiting', pid }),
    signal,
  )
  try {
    if (lock && !existsSync(file)) {
      const theorems = await readTheorems()
      onStep?.({ kind: 'indexing', theorems: theorems.length })
      await makeWhole(file, (draft) => {
        writeIndex(draft, theorems)
      })
    }
  } finally {
    lock?.release()
  }
  const index = PremiseIndex.open(file)
  if (index) return index
  throw new Error(`the premise index ${file} was removed while it was being opened`)
}
