import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gunzip, zstdCompress } from 'node:zlib'
import { makeWhole } from '../../files/index.ts'
import { MOST_BYTES } from './package-files.ts'

/** Level 6 takes 8 s of CPU for all three; 9 takes 18 s for 4 MB less. The library repeats itself far apart. */
const PARAMS = {
  [constants.ZSTD_c_compressionLevel]: 6,
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
}

/** What npm brings, and what is kept of it. */
const PACKED = {
  'lean.js': 'lean.js.zst',
  'lean.wasm': 'lean.wasm.zst',
  'lean-lib.tar.gz': 'lean-lib.tar.zst',
} as const

/**
 * Packs the files of Lean's package, which are read when the embedded Lean is built and then never. Each is whole
 * before the one it replaces goes, so whoever stops this leaves an install that works.
 */
export async function packPackage(folder: string): Promise<void> {
  await Promise.all(
    Object.entries(PACKED).map(async ([from, to]) => {
      const source = join(folder, from)
      const target = join(folder, to)
      if (!existsSync(source)) return
      const content = await readFile(source)
      const plain = from.endsWith('.gz')
        ? await promisify(gunzip)(content, { maxOutputLength: MOST_BYTES })
        : content
      const packed = await promisify(zstdCompress)(plain, { params: PARAMS })
      await makeWhole(target, (draft) => writeFile(draft, packed))
      await rm(source)
    }),
  )
}
