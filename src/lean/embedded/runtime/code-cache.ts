/**
 * V8's optimised machine code for Lean's module, kept between processes. A test interface of V8, so optional:
 * a cache of another Node version or with other flags is refused by V8 and the module is compiled as usual.
 * The file ends in its checksum: machine code with a wrong bit must never run.
 */
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

type Serialize = (module: WebAssembly.Module) => ArrayBuffer
type Deserialize = (cache: ArrayBuffer, wire: Uint8Array) => WebAssembly.Module | undefined

const checksumBytes = 4

/** The natives syntax exists only after `setEngineFlags`, so these are compiled when first used. */
function native<T>(parameters: string, body: string): T {
  return new Function(parameters, `return ${body}`) as T
}

export function codeCacheFile(): string {
  return `code-${process.version}-${process.arch}.bin`
}

export function writeCode(folder: string, module: WebAssembly.Module): void {
  const code = new Uint8Array(native<Serialize>('module', '%SerializeWasmModule(module)')(module))
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32LE(crc32(code))
  writeFileSync(join(folder, codeCacheFile()), Buffer.concat([code, checksum]), { flush: true })
}

/** The kept code: `damaged` if it is not what was written, undefined if there is none for this Node. */
export function readCode(folder: string): ArrayBuffer | 'damaged' | undefined {
  const path = join(folder, codeCacheFile())
  const bytes = statSync(path, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return undefined
  // V8 wants a buffer of its own that holds the code alone, and it is too large to be copied into one.
  const code = new ArrayBuffer(Math.max(0, bytes - checksumBytes))
  const checksum = Buffer.alloc(checksumBytes)
  const file = openSync(path, 'r')
  readSync(file, new Uint8Array(code))
  readSync(file, checksum, 0, checksumBytes, code.byteLength)
  closeSync(file)
  return crc32(new Uint8Array(code)) === checksum.readUInt32LE() ? code : 'damaged'
}

export function moduleOf(code: ArrayBuffer, wire: Uint8Array): WebAssembly.Module | undefined {
  return native<Deserialize>('cache, wire', '%DeserializeWasmModule(cache, wire)')(code, wire)
}
