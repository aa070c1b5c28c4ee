import { closeSync, fstatSync, openSync, readdirSync, readSync, type Stats, writeSync } from 'node:fs'
import type { HostSettings } from './loader-scope.ts'
import { hostFlags, locate, Refusal, refuseLinks, type VirtualPlace, wantsWrite } from './virtual-paths.ts'

/** File numbers Lean sees: host files from 65536 on, generated content from 131072 on. */
const firstHostFile = 65_536
const firstGenerated = 131_072
const maxHostFiles = 8192

const kinds = { closed: 0, readOnly: 1, readWrite: 2, folder: 3 } as const

type Generated =
  | { readonly kind: 'text'; readonly bytes: Uint8Array; offset: number }
  | { readonly kind: 'random' }
  | { readonly kind: 'null' }
  | { readonly kind: 'folder'; readonly names: readonly string[]; offset: number }

export type OpenFile =
  | { readonly kind: 'host'; readonly fd: number; readonly writable: boolean; readonly folder: boolean }
  | Generated

/** Bytes of shared state for `OpenFiles`: a position and a kind per host file descriptor. */
export const openFilesBytes = maxHostFiles * 12

/**
 * Files opened by Lean. The table of host descriptors is shared by all threads and lies outside of WebAssembly
 * memory: a number Lean did not get from `open` is refused. Generated files belong to the thread that opened them.
 */
export class OpenFiles {
  readonly #settings: HostSettings
  readonly #positions: BigInt64Array
  readonly #kinds: Int32Array
  readonly #generated = new Map<number, Generated>()
  readonly #listings = new Map<number, string[]>()
  #nextGenerated = firstGenerated

  constructor(settings: HostSettings) {
    this.#settings = settings
    this.#positions = new BigInt64Array(settings.openFiles, 0, maxHostFiles)
    this.#kinds = new Int32Array(settings.openFiles, maxHostFiles * 8, maxHostFiles)
  }

  open(path: string, flags: number, generate: (name: string) => Generated | undefined): number {
    const place = locate(path, this.#settings)
    if (place.kind === 'host') return this.#openHost(place, flags)
    const generated = place.kind === 'synthetic' ? generate(place.name) : listing(place)
    if (generated === undefined) throw new Refusal(wantsWrite(flags) ? 'EACCES' : 'ENOENT')
    if (wantsWrite(flags) && generated.kind !== 'null') throw new Refusal('EACCES')
    const number = this.#nextGenerated++
    this.#generated.set(number, generated)
    return number
  }

  #openHost(place: VirtualPlace & { kind: 'host' }, flags: number): number {
    const write = wantsWrite(flags)
    if (write && !place.writable) throw new Refusal('EROFS')
    refuseLinks(place, true)
    const fd = openSync(place.path, hostFlags(flags), 0o644)
    const stats = fstatSync(fd)
    if (fd >= maxHostFiles || !(stats.isFile() || stats.isDirectory())) {
      closeSync(fd)
      throw new Refusal(fd >= maxHostFiles ? 'EMFILE' : 'EACCES')
    }
    this.#positions[fd] = flags & 0o2000 ? BigInt(stats.size) : 0n
    const kind = stats.isDirectory() ? kinds.folder : write ? kinds.readWrite : kinds.readOnly
    Atomics.store(this.#kinds, fd, kind)
    if (kind === kinds.folder) this.#listings.set(fd, ['.', '..', ...readdirSync(place.path)])
    return firstHostFile + fd
  }

  find(number: number): OpenFile {
    if (number >= firstGenerated) {
      const generated = this.#generated.get(number)
      if (generated === undefined) throw new Refusal('EBADF')
      return generated
    }
    const fd = number - firstHostFile
    const kind = fd >= 0 && fd < maxHostFiles ? Atomics.load(this.#kinds, fd) : kinds.closed
    if (kind === kinds.closed) throw new Refusal('EBADF')
    return { kind: 'host', fd, writable: kind === kinds.readWrite, folder: kind === kinds.folder }
  }

  close(number: number): void {
    const file = this.find(number)
    if (file.kind !== 'host') {
      this.#generated.delete(number)
      return
    }
    if (Atomics.exchange(this.#kinds, file.fd, kinds.closed) === kinds.closed) throw new Refusal('EBADF')
    this.#listings.delete(file.fd)
    closeSync(file.fd)
  }

  /** Reads at `position`, or at the file's own position, which then moves. */
  read(file: OpenFile & { kind: 'host' }, target: Uint8Array, position?: number): number {
    const at = position ?? Number(this.#positions[file.fd])
    const count = readSync(file.fd, target, 0, target.length, at)
    if (position === undefined) this.#positions[file.fd] = BigInt(at + count)
    return count
  }

  write(file: OpenFile & { kind: 'host' }, source: Uint8Array, position?: number): number {
    if (!file.writable) throw new Refusal('EBADF')
    const at = position ?? Number(this.#positions[file.fd])
    const count = writeSync(file.fd, source, 0, source.length, at)
    if (position === undefined) this.#positions[file.fd] = BigInt(at + count)
    return count
  }

  seek(number: number, offset: bigint, whence: number): bigint {
    const file = this.find(number)
    if (file.kind === 'text') return BigInt(moveText(file, Number(offset), whence))
    if (file.kind !== 'host') return 0n
    const base = whence === 0 ? 0n : whence === 1 ? (this.#positions[file.fd] ?? 0n) : sizeOf(file.fd)
    const next = base + offset
    if (next < 0n) throw new Refusal('EINVAL')
    this.#positions[file.fd] = next
    return next
  }

  /** Names in an open folder from entry `from` on; host folders remember how far they were read. */
  namesFrom(number: number): { names: readonly string[]; from: number; advance(to: number): void } {
    const file = this.find(number)
    if (file.kind === 'folder') {
      return {
        names: file.names,
        from: file.offset,
        advance: (to) => {
          file.offset = to
        },
      }
    }
    const names = file.kind === 'host' ? this.#listings.get(file.fd) : undefined
    if (file.kind !== 'host' || names === undefined) throw new Refusal('ENOTDIR')
    return {
      names,
      from: Number(this.#positions[file.fd]),
      advance: (to) => {
        this.#positions[file.fd] = BigInt(to)
      },
    }
  }

  stats(number: number): Stats | Generated {
    const file = this.find(number)
    return file.kind === 'host' ? fstatSync(file.fd) : file
  }
}

function listing(place: VirtualPlace): Generated | undefined {
  return place.kind === 'folder'
    ? { kind: 'folder', names: ['.', '..', ...place.names], offset: 0 }
    : undefined
}

function sizeOf(fd: number): bigint {
  return BigInt(fstatSync(fd).size)
}

function moveText(file: Generated & { kind: 'text' }, offset: number, whence: number): number {
  const base = whence === 0 ? 0 : whence === 1 ? file.offset : file.bytes.length
  if (base + offset < 0) throw new Refusal('EINVAL')
  file.offset = base + offset
  return file.offset
}

export type { Generated }
