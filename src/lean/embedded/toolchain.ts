import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { loaderPatches } from './loader-patches.ts'
import { locatePackage, packageChecksums, readLibraryArchive, readPackageFile } from './package-files.ts'
import type { OnProgress } from './progress.ts'
import { toolchainFiles } from './runtime/lean-module.ts'
import { type RuntimeFile, runtimeFiles, writeRuntime } from './runtime-files.ts'
import { slimLoader } from './slim-loader.ts'
import { slimWasm } from './slim-wasm.ts'
import { buildSymbolTable } from './symbol-table.ts'
import { tarFiles } from './untar.ts'

/** Raise this when the code that makes the slim module or its tables changes what it writes. */
const buildVersion = 1
export const toolchainBytes = 380_000_000

/** Everything the toolchain is made from, as one short name. */
export function toolchainKey(runtime: readonly RuntimeFile[] = runtimeFiles()): string {
  const inputs = JSON.stringify([buildVersion, packageChecksums, loaderPatches, runtime])
  return createHash('sha256').update(inputs).digest('hex').slice(0, 16)
}

/** Makes slim loader, slim module, symbol table, library and runtime programs in an empty folder. */
export async function buildToolchain(
  folder: string,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<void> {
  onProgress({ step: 'check', fraction: 0, message: 'Checking the Lean package' })
  const source = locatePackage()
  onProgress({ step: 'unpack', fraction: 0.04, message: 'Unpacking the Lean library' })
  // Unpacking runs in a background thread while the module is made here.
  const unpacking = readLibraryArchive(source)
  unpacking.catch(() => {})
  await breathe()
  onProgress({ step: 'slim', fraction: 0.08, message: 'Preparing the Lean module' })
  const loader = slimLoader((await readPackageFile(source, 'lean.js')).toString('utf8'))
  writeDurably(join(folder, toolchainFiles.loader), [Buffer.from(loader.source)])
  await breathe()
  signal?.throwIfAborted()
  const { parts, symbols, taskManagerAddress } = slimWasm(
    await readPackageFile(source, 'lean.wasm'),
    loader.exports,
  )
  const { bytes: wasmBytes, checksum: wasmCrc32 } = writeDurably(join(folder, toolchainFiles.wasm), parts)
  const table = buildSymbolTable(symbols)
  writeDurably(join(folder, toolchainFiles.symbols), [Buffer.from(table.buffer)])
  const facts = JSON.stringify({ taskManagerAddress, wasmBytes, wasmCrc32 })
  writeDurably(join(folder, toolchainFiles.facts), [Buffer.from(facts)])
  writeRuntime(folder, runtimeFiles())
  onProgress({ step: 'unpack', fraction: 0.2, message: 'Writing the Lean library' })
  await writeLibrary(join(folder, toolchainFiles.library), await unpacking, signal)
}

/** Writes parts one after the other, flushed to disk. */
function writeDurably(path: string, parts: readonly Buffer[]): { bytes: number; checksum: number } {
  const file = openSync(path, 'wx')
  let bytes = 0
  let checksum = 0
  try {
    for (const part of parts) {
      for (let done = 0; done < part.length; ) done += writeSync(file, part, done)
      bytes += part.length
      checksum = crc32(part, checksum)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return { bytes, checksum }
}

async function writeLibrary(folder: string, archive: Buffer, signal: AbortSignal | undefined): Promise<void> {
  const made = new Set<string>()
  for (const { path, content } of tarFiles(archive)) {
    signal?.throwIfAborted()
    const target = join(folder, path)
    const parent = dirname(target)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    await writeFile(target, content, { flag: 'wx', mode: 0o444 })
  }
}
