import { closeSync, fsyncSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** One stretch of saved memory: where it goes, where it lies in the file, and its checksum. */
export interface Segment {
  readonly address: number
  readonly offset: number
  readonly bytes: number
  readonly crc32: number
}

export interface MemoryImage {
  /** Address of the Lean closure that starts the server. */
  readonly closure: number
  readonly pages: number
  /** Mutable WebAssembly globals by export name. */
  readonly globals: Readonly<Record<string, number>>
  readonly segments: readonly Segment[]
}

export interface ImageFilling {
  readonly segments: readonly Segment[]
  /** From this address on memory is in use for something else, until `openRest`. */
  readonly heldFrom: number
  readonly progress: Int32Array
}

export const imageFiles = { memory: 'memory.bin', description: 'snapshot.json' } as const

const blockBytes = 65_536
/** Small enough to share the work among threads, large enough that a read costs more than its call. */
const maxSegmentBytes = 64 * blockBytes

/** Saves the blocks of memory that are not all zero, with a checksum per segment. */
export function saveImage(folder: string, memory: Uint8Array, image: Omit<MemoryImage, 'segments'>): void {
  const words = new BigInt64Array(memory.buffer, memory.byteOffset, memory.byteLength / 8)
  const segments: Segment[] = []
  const file = openSync(join(folder, imageFiles.memory), 'wx')
  let offset = 0
  const save = (address: number, end: number) => {
    const bytes = memory.subarray(address, end)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done)
    segments.push({ address, offset, bytes: bytes.length, crc32: crc32(bytes) })
    offset += bytes.length
  }
  try {
    let start = -1
    for (let at = 0; at <= memory.length; at += blockBytes) {
      const used = at < memory.length && hasContent(words, at / 8)
      if (start >= 0 && (!used || at - start >= maxSegmentBytes)) {
        save(start, at)
        start = -1
      }
      if (used && start < 0) start = at
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  writeFileSync(join(folder, imageFiles.description), JSON.stringify({ ...image, segments }), { flush: true })
}

function hasContent(words: BigInt64Array, from: number): boolean {
  for (let i = from; i < from + blockBytes / 8; i++) if (words[i] !== 0n) return true
  return false
}

/** What threads that fill one memory share, as indices of an `Int32Array`. */
const progressFields = { next: 0, done: 1, damaged: 2, isOpen: 3 } as const

export function newProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(16))
}

/** Memory from some address on is free to be filled: segments there wait until now. */
export function openRest(progress: Int32Array): void {
  Atomics.store(progress, progressFields.isOpen, 1)
  Atomics.notify(progress, progressFields.isOpen)
}

/** Waits for segments that other threads still hold; whether all were sound. */
export function allFilled(segments: readonly Segment[], progress: Int32Array): boolean {
  for (;;) {
    const done = Atomics.load(progress, progressFields.done)
    if (done >= segments.length) return Atomics.load(progress, progressFields.damaged) === 0
    Atomics.wait(progress, progressFields.done, done, 1000)
  }
}

/**
 * Reads segments into memory until none is left; any number of threads may do so at once, sharing `progress`.
 * What lies behind `heldFrom` waits for `openRest`. Every byte is checked, so a damaged image never runs.
 */
export function fillMemory(
  path: string,
  memory: Uint8Array,
  { segments, heldFrom, progress }: ImageFilling,
): void {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const segment = segments[Atomics.add(progress, progressFields.next, 1)]
      if (segment === undefined) return
      if (segment.address + segment.bytes > heldFrom) Atomics.wait(progress, progressFields.isOpen, 0)
      if (!readSegment(file, memory, segment)) Atomics.store(progress, progressFields.damaged, 1)
      Atomics.add(progress, progressFields.done, 1)
      Atomics.notify(progress, progressFields.done)
    }
  } finally {
    closeSync(file)
  }
}

function readSegment(file: number, memory: Uint8Array, segment: Segment): boolean {
  const target = memory.subarray(segment.address, segment.address + segment.bytes)
  for (let done = 0; done < target.length; ) {
    const count = readSync(file, target, done, target.length - done, segment.offset + done)
    if (count === 0) return false
    done += count
  }
  return crc32(target) === segment.crc32
}
