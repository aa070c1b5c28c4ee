/**
 * The host layer: every import of Lean's WebAssembly module that reaches files, the environment or symbols, in
 * the calling thread. Loaded by the patched loader in the main thread and in each Lean thread.
 */
import {
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs'
import { generatedFile, isGenerated, readGenerated } from './generated-files.ts'
import { isPassed, type ServedImport } from './import-policy.ts'
import type { HostSettings, LoaderScope } from './loader-scope.ts'
import { type Generated, OpenFiles } from './open-files.ts'
import { type Import, policedImports } from './policed-imports.ts'
import { readStandardInput, writeStandardOutput } from './standard-streams.ts'
import { findSymbol } from './symbol-lookup.ts'
import { errnoOf, locate, Refusal, refuseLinks, type VirtualPlace, workingFolder } from './virtual-paths.ts'

type SnapshotRequest = (closure: number) => void

/** Lean's whole environment. Nothing of the host's is in it. */
const environment: Readonly<Record<string, string>> = {
  HOME: workingFolder,
  LANG: 'C.UTF-8',
  LEAN_PATH: '/lib/lean',
  PATH: '/bin',
}
const programName = '/bin/lean'
const snapshotPath = /^snapshot\/(\d+)$/

/** Addresses of the inline JavaScript that Lean needs; the build checks that they mean the same. */
const inlineScripts = { getEnvironment: 943_522, programPath: 943_765, assertion: 943_294 } as const

const isFolder = 0o040000
const isFile = 0o100000
const atRemoveFolder = 512
const atNoFollow = 256
const pageBytes = 65_536
const entryBytes = 280

export interface Host {
  /** Given before the module is instantiated: by the entry program, or by the main thread's first message. */
  settings: HostSettings | undefined
  /** Set while a snapshot is being made, in the main thread only. */
  onSnapshot: SnapshotRequest | undefined
  imports(emscripten: Readonly<Record<string, unknown>>): Record<string, unknown>
  symbol(name: string): number
  /** The function behind a pointer that the module holds; undefined for what it may not call. */
  pointedTo(name: string): unknown
}

export function createHost(scope: LoaderScope): Host {
  let files: OpenFiles | undefined
  let symbols: Int32Array | undefined
  let imports: Record<string, unknown> = {}
  const host: Host = {
    settings: undefined,
    onSnapshot: undefined,
    imports: (emscripten) => {
      imports = policedImports(scope, emscripten, served())
      return imports
    },
    pointedTo: (name) => (isPassed(name) ? imports[name] : undefined),
    symbol: (name) => {
      const bytes = Buffer.from(name)
      return findSymbol(symbolTable(), bytes, 0, bytes.length)
    },
  }

  function settings(): HostSettings {
    if (host.settings === undefined) throw new Error('The host layer was used before it got its settings.')
    return host.settings
  }
  function opened(): OpenFiles {
    files ??= new OpenFiles(settings())
    return files
  }
  function symbolTable(): Int32Array {
    symbols ??= new Int32Array(settings().symbols)
    return symbols
  }
  /** System calls answer with a negative error number, WASI functions with a positive one. */
  const syscall = <A extends unknown[]>(run: (...args: A) => unknown) => guarded(run, -1)
  const wasi = <A extends unknown[]>(run: (...args: A) => unknown) => guarded(run, 1)

  function generate(name: string): Generated | undefined {
    const snapshot = snapshotPath.exec(name)
    if (snapshot !== null && host.onSnapshot !== undefined) {
      host.onSnapshot(Number(snapshot[1]))
      // Emscripten's word for leaving all WebAssembly frames without running their cleanup.
      throw 'unwind'
    }
    return generatedFile(name, () => scope.u8().length)
  }

  function writable(pointer: number): string {
    const place = locate(scope.text(pointer), settings())
    if (place.kind !== 'host') throw new Refusal('EACCES')
    if (!place.writable) throw new Refusal('EROFS')
    refuseLinks(place, false)
    return place.path
  }

  function statsOf(path: string, follow: boolean): FileFacts {
    const place = locate(path, settings())
    if (place.kind === 'none') throw new Refusal('ENOENT')
    if (place.kind === 'folder') return { mode: isFolder | 0o555, size: 0 }
    if (place.kind === 'synthetic') {
      const snapshot = host.onSnapshot !== undefined && snapshotPath.test(place.name)
      if (!snapshot && !isGenerated(place.name)) throw new Refusal('ENOENT')
      return { mode: isFile | 0o444, size: 0 }
    }
    return hostStats(place, follow)
  }

  function numberStats(number: number): FileFacts {
    if (number < 3) return { mode: 0o010600, size: 0 }
    const stats = opened().stats(number)
    if (!('kind' in stats)) return stats
    return { mode: stats.kind === 'folder' ? isFolder | 0o555 : isFile | 0o444, size: 0 }
  }

  function putStats(buffer: number, stats: FileFacts): void {
    const u32 = scope.u32()
    const i64 = scope.i64()
    u32.fill(0, buffer >> 2, (buffer + 96) >> 2)
    u32[(buffer + 4) >> 2] = stats.mode
    u32[(buffer + 8) >> 2] = 1
    i64[(buffer + 24) >> 3] = BigInt(stats.size)
    u32[(buffer + 32) >> 2] = 4096
    u32[(buffer + 36) >> 2] = Math.ceil(stats.size / 512)
    const modified = Math.floor(stats.mtimeMs ?? 0)
    for (const at of [40, 56, 72]) {
      i64[(buffer + at) >> 3] = BigInt(Math.floor(modified / 1000))
      u32[(buffer + at + 8) >> 2] = (modified % 1000) * 1_000_000
    }
    i64[(buffer + 88) >> 3] = BigInt(stats.ino ?? 0)
  }

  /** Runs one vectored transfer; `move` handles one block and says how many bytes went through. */
  function transfer(
    vectors: number,
    count: number,
    total: number,
    move: (block: Uint8Array, done: number) => number,
  ): void {
    let done = 0
    for (let i = 0; i < count; i++) {
      const u32 = scope.u32()
      const start = u32[(vectors + 8 * i) >> 2] ?? 0
      const length = u32[(vectors + 8 * i + 4) >> 2] ?? 0
      let moved = 0
      while (moved < length) {
        const step = move(scope.u8().subarray(start + moved, start + length), done)
        moved += step
        done += step
        if (step === 0) break
      }
      if (moved < length) break
    }
    scope.u32()[total >> 2] = done
  }

  function read(number: number, vectors: number, count: number, total: number, position?: bigint): void {
    if (number === 0) {
      // A pipe gives what it has: asking again for the rest of the buffer would block a complete line.
      let asked = false
      transfer(vectors, count, total, (block) => {
        if (asked) return 0
        asked = true
        const bytes = readStandardInput(block)
        if (bytes === 0) scope.tellMain('onInputEnd')
        return bytes
      })
      return
    }
    const file = opened().find(number)
    transfer(vectors, count, total, (block, done) => {
      if (file.kind !== 'host') return readGenerated(file, block)
      return opened().read(file, block, position === undefined ? undefined : Number(position) + done)
    })
  }

  function write(number: number, vectors: number, count: number, total: number, position?: bigint): void {
    if (number === 1 || number === 2) {
      transfer(vectors, count, total, (block) => writeStandardOutput(number, block))
      return
    }
    const file = opened().find(number)
    transfer(vectors, count, total, (block, done) => {
      if (file.kind === 'null') return block.length
      if (file.kind !== 'host') throw new Refusal('EBADF')
      return opened().write(file, block, position === undefined ? undefined : Number(position) + done)
    })
  }

  /** A private copy of the file's bytes: WebAssembly memory cannot map files. */
  function map(length: number, number: number, offset: bigint, allocated: number, address: number): void {
    const file = opened().find(number)
    if (file.kind !== 'host') throw new Refusal('EACCES')
    const bytes = Math.ceil(length / pageBytes) * pageBytes
    const start = scope.allocateAligned(pageBytes, bytes)
    if (start === 0) throw new Refusal('ENFILE')
    let done = 0
    while (done < length) {
      const step = opened().read(
        file,
        scope.u8().subarray(start + done, start + length),
        Number(offset) + done,
      )
      if (step === 0) break
      done += step
    }
    scope.u8().fill(0, start + done, start + bytes)
    scope.u32()[allocated >> 2] = 1
    scope.u32()[address >> 2] = start
  }

  function listEntries(number: number, buffer: number, bytes: number): number {
    const { names, from, advance } = opened().namesFrom(number)
    const to = Math.min(names.length, from + Math.floor(bytes / entryBytes))
    for (let i = from; i < to; i++) {
      const at = buffer + (i - from) * entryBytes
      const name = names[i] ?? ''
      scope.i64()[at >> 3] = BigInt(i + 1)
      scope.i64()[(at + 8) >> 3] = BigInt(i + 1)
      scope.u16()[(at + 16) >> 1] = entryBytes
      scope.u8()[at + 18] = 0
      scope.putText(name, at + 19, 256)
    }
    advance(to)
    return (to - from) * entryBytes
  }

  function runInline(code: number, _signature: number, buffer: number): number {
    const argument = scope.u32()[buffer >> 2] ?? 0
    if (code === inlineScripts.getEnvironment) return newText(environment[scope.text(argument)])
    if (code === inlineScripts.programPath) return newText(programName)
    if (code === inlineScripts.assertion)
      process.stderr.write(`Lean assertion failed: ${scope.text(argument)}\n`)
    return 0
  }

  function newText(text: string | undefined): number {
    if (text === undefined) return 0
    const bytes = Buffer.byteLength(text) + 1
    const pointer = scope.allocate(bytes)
    scope.putText(text, pointer, bytes)
    return pointer
  }

  function served(): Record<ServedImport, Import> {
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
    return {
      __syscall_openat: syscall((_folder: number, path: number, flags: number) =>
        opened().open(scope.text(path), flags, generate),
      ),
      __syscall_stat64: syscall((path: number, out: number) =>
        putStats(out, statsOf(scope.text(path), true)),
      ),
      __syscall_lstat64: syscall((path: number, out: number) =>
        putStats(out, statsOf(scope.text(path), false)),
      ),
      __syscall_newfstatat: syscall((folder: number, path: number, out: number, flags: number) => {
        const text = scope.text(path)
        putStats(out, text === '' ? numberStats(folder) : statsOf(text, (flags & atNoFollow) === 0))
      }),
      __syscall_fstat64: syscall((number: number, out: number) => putStats(out, numberStats(number))),
      __syscall_faccessat: syscall((_folder: number, path: number, mode: number) => {
        statsOf(scope.text(path), true)
        if (mode & 2) writable(path)
      }),
      __syscall_readlinkat: syscall((_folder: number, path: number) => {
        statsOf(scope.text(path), false)
        throw new Refusal('EINVAL')
      }),
      __syscall_mkdirat: syscall((_folder: number, path: number) => mkdirSync(writable(path))),
      __syscall_rmdir: syscall((path: number) => rmdirSync(writable(path))),
      __syscall_unlinkat: syscall((_folder: number, path: number, flags: number) =>
        flags & atRemoveFolder ? rmdirSync(writable(path)) : unlinkSync(writable(path)),
      ),
      __syscall_renameat: syscall((_from: number, old: number, _to: number, renamed: number) =>
        renameSync(writable(old), writable(renamed)),
      ),
      __syscall_ftruncate64: syscall((number: number, length: bigint) => {
        const file = opened().find(number)
        if (file.kind !== 'host' || !file.writable) throw new Refusal('EINVAL')
        ftruncateSync(file.fd, Number(length))
      }),
      __syscall_fdatasync: syscall(sync),
      __syscall_getcwd: syscall((buffer: number, bytes: number) => {
        if (bytes <= workingFolder.length) throw new Refusal('EINVAL')
        return scope.putText(workingFolder, buffer, bytes) + 1
      }),
      __syscall_getdents64: syscall(listEntries),
      __syscall_fcntl64: syscall((number: number) => {
        if (number > 2) opened().find(number)
      }),
      __syscall_ioctl: syscall(() => {
        throw new Refusal('ENOTTY')
      }),
      _mmap_js: syscall(
        (
          length: number,
          _protection: number,
          _flags: number,
          number: number,
          offset: bigint,
          allocated: number,
          out: number,
        ) => map(length, number, offset, allocated, out),
      ),
      _munmap_js: () => 0,
      _msync_js: () => 0,
      _dlsym_js: (_library: number, name: number) => findSymbol(symbolTable(), scope.u8(), name, -1),
      _emscripten_get_progname: (buffer: number, bytes: number) => scope.putText(programName, buffer, bytes),
      _emscripten_receive_on_main_thread_js: () => 0,
      emscripten_asm_const_int: runInline,
      environ_sizes_get: (count: number, bytes: number) => {
        scope.u32()[count >> 2] = variables.length
        scope.u32()[bytes >> 2] = variables.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
        return 0
      },
      environ_get: (list: number, buffer: number) => {
        let at = buffer
        variables.forEach((text, i) => {
          scope.u32()[(list + 4 * i) >> 2] = at
          at += scope.putText(text, at, Number.POSITIVE_INFINITY) + 1
        })
        return 0
      },
      fd_close: wasi((number: number) => (number > 2 ? opened().close(number) : undefined)),
      fd_read: wasi(read),
      fd_write: wasi(write),
      fd_pread: wasi((number: number, vectors: number, count: number, position: bigint, total: number) =>
        read(number, vectors, count, total, position),
      ),
      fd_pwrite: wasi((number: number, vectors: number, count: number, position: bigint, total: number) =>
        write(number, vectors, count, total, position),
      ),
      fd_seek: wasi((number: number, offset: bigint, whence: number, out: number) => {
        if (number < 3) throw new Refusal('EINVAL')
        scope.i64()[out >> 3] = opened().seek(number, offset, whence)
      }),
      fd_sync: wasi(sync),
      fd_fdstat_get: wasi((number: number, out: number) => {
        if (number > 2) opened().find(number)
        scope.u8().fill(0, out, out + 24)
        scope.u8()[out] = number < 3 ? 2 : 4
      }),
    }
  }

  function sync(number: number): void {
    if (number < 3) return
    const file = opened().find(number)
    if (file.kind === 'host') fsyncSync(file.fd)
  }

  return host
}

interface FileFacts {
  readonly mode: number
  readonly size: number
  readonly mtimeMs?: number
  readonly ino?: number
}

function hostStats(place: VirtualPlace & { kind: 'host' }, follow: boolean): Stats {
  refuseLinks(place, follow)
  return place.writable ? lstatSync(place.path) : statSync(place.path)
}

/** Turns thrown refusals and node:fs errors into error numbers of the given sign. */
function guarded<A extends unknown[]>(run: (...args: A) => unknown, sign: 1 | -1) {
  return (...args: A): number => {
    try {
      const answer = run(...args)
      return typeof answer === 'number' ? answer : 0
    } catch (error) {
      if (error === 'unwind') throw error
      return sign * errnoOf(error)
    }
  }
}
