import { constants, lstatSync, realpathSync } from 'node:fs'
import { posix } from 'node:path'
import type { HostSettings } from './loader-scope.ts'

/** Lean's current folder. */
export const workingFolder = '/scratch'

export type VirtualPlace =
  | { readonly kind: 'host'; readonly path: string; readonly writable: boolean }
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  | { readonly kind: 'synthetic'; readonly name: string }
  | { readonly kind: 'none' }

/** An errno by its host name, thrown by our own checks and mapped like those of node:fs. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const syntheticFolder = '/__orch__/'
const devices = ['/dev/null', '/dev/urandom']

/** Finds what a path inside Lean means. Everything not named here does not exist for Lean. */
export function locate(path: string, settings: HostSettings): VirtualPlace {
  const full = posix.resolve(workingFolder, path)
  for (const mount of mountsOf(settings)) {
    if (full !== mount.at && !full.startsWith(`${mount.at}/`)) continue
    return { kind: 'host', path: mount.host + full.slice(mount.at.length), writable: mount.writable }
  }
  if (full.startsWith(syntheticFolder)) return { kind: 'synthetic', name: full.slice(syntheticFolder.length) }
  if (devices.includes(full)) return { kind: 'synthetic', name: full.slice(1) }
  const names = folders[full]
  return names === undefined ? { kind: 'none' } : { kind: 'folder', names }
}

const folders: Readonly<Record<string, readonly string[]>> = {
  '/': ['bin', 'dev', 'lib', 'scratch'],
  '/bin': [],
  '/dev': ['null', 'urandom'],
  '/lib': ['lean'],
}

function mountsOf(settings: HostSettings): readonly { at: string; host: string; writable: boolean }[] {
  const mounts = [{ at: '/lib/lean', host: settings.library, writable: false }]
  if (settings.scratch !== null) mounts.push({ at: workingFolder, host: settings.scratch, writable: true })
  if (settings.program !== null) mounts.push({ at: '/program', host: settings.program, writable: false })
  return mounts
}

/**
 * Refuses a path in the scratch folder that passes through a symbolic link. Lean cannot make links, but whoever
 * prepared the folder can. Read-only mounts hold only files of our own making, so they skip this cost.
 */
export function refuseLinks(place: VirtualPlace & { kind: 'host' }, checkLast: boolean): void {
  if (!place.writable) return
  const parent = posix.dirname(place.path)
  if (realpathSync(parent) !== parent) throw new Refusal('EACCES')
  if (checkLast && lstatSync(place.path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Refusal('EACCES')
  }
}

/** Open flags of this build (Linux numbering) as the host's. */
export function hostFlags(flags: number): number {
  let result = flags & 3
  if (flags & 0o100) result |= constants.O_CREAT
  if (flags & 0o200) result |= constants.O_EXCL
  if (flags & 0o1000) result |= constants.O_TRUNC
  if (flags & 0o2000) result |= constants.O_APPEND
  if (flags & 0o200000) result |= constants.O_DIRECTORY
  return result | constants.O_NOFOLLOW | constants.O_NONBLOCK
}

export function wantsWrite(flags: number): boolean {
  return (flags & 3) !== 0 || (flags & 0o1100) !== 0
}

/** The errno numbering of this build (WASI's) for the host errors that files can give. */
const numbers: Readonly<Record<string, number>> = {
  EACCES: 2,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENOENT: 44,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTTY: 59,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  EXDEV: 75,
}

export function errnoOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const number = numbers[code]
  if (number === undefined && !(error instanceof Error && 'code' in error)) throw error
  return number ?? 29
}
