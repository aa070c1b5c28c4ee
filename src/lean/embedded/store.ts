import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { OrchError } from '../../errors.ts'
import { lockOrDone, lockOwner } from './build-lock.ts'
import { diskFull, isDiskFull } from './failures.ts'
import { folderBytes, soundManifest, writeManifest } from './manifest.ts'
import { isAlive, thisProcess } from './process-identity.ts'

/**
 * Built folders under `<cache>/lean`, one per key. A folder is built beside its place under a name that carries
 * its builder (`.building-<pid>-<start>-<random>`), gets its manifest, and is renamed. So a folder at its place
 * with a sound manifest is complete, and what a killed builder leaves can be told from work in progress.
 */
const buildingPrefix = '.building-'

export interface BuildRequest {
  readonly cacheDir: string
  readonly name: string
  /** Bytes the finished folder takes, for the check of free space and the message when it runs out. */
  readonly bytesNeeded: number
  readonly signal: AbortSignal | undefined
  /** Folders that were found sound a moment ago; looking at two thousand files again would find nothing else. */
  readonly sound?: Set<string> | undefined
  readonly onWait: (ownerPid: number) => void
  readonly build: (folder: string) => Promise<void>
}

export function storeFolder(cacheDir: string): string {
  return join(cacheDir, 'lean')
}

/** Gives the folder of that name, building it when it is absent or damaged. */
export async function ensureFolder(request: BuildRequest): Promise<string> {
  const { cacheDir, name, signal } = request
  const root = storeFolder(cacheDir)
  const place = join(root, name)
  const ready = () => soundManifest(place) !== undefined
  if (request.sound?.has(place) || ready()) {
    request.sound?.add(place)
    return place
  }
  makeRoot(root)
  const lock = await lockOrDone(join(root, `${name}.lock`), ready, ({ pid }) => request.onWait(pid), signal)
  if (lock === undefined) return place
  try {
    removeLeftovers(root)
    await buildInto(place, root, request)
    return place
  } finally {
    lock.release()
  }
}

async function buildInto(place: string, root: string, request: BuildRequest): Promise<void> {
  const { pid, started } = thisProcess()
  const work = join(root, `${buildingPrefix}${pid}-${started ?? 'x'}-${randomBytes(4).toString('hex')}`)
  try {
    const { bavail, bsize } = statfsSync(root)
    if (bavail * bsize < request.bytesNeeded) throw diskFull(root, request.bytesNeeded)
    mkdirSync(work)
    await request.build(work)
    request.signal?.throwIfAborted()
    await writeManifest(work, request.signal)
    // A folder, not a file: `writeWhole` and `makeWhole` rename files, and a rename over a full folder is refused.
    rmSync(place, { recursive: true, force: true })
    renameSync(work, place)
    syncFolder(root)
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    throw isDiskFull(error) ? diskFull(root, request.bytesNeeded, error) : error
  }
}

function makeRoot(root: string): void {
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(root, 0, error)
    throw new OrchError('LEAN_CACHE_UNUSABLE', `The cache folder ${root} cannot be made.`, {
      hint: 'Set ORCH_CACHE_DIR to a folder you can write to.',
      cause: error,
    })
  }
}

function removeLeftovers(root: string): void {
  for (const name of readdirSync(root)) {
    const owner = /^\.building-(\d+)-(\w+)-\w+$/.exec(name)
    if (owner === null) continue
    const started = owner[2] === undefined || owner[2] === 'x' ? null : owner[2]
    if (!isAlive({ pid: Number(owner[1]), started }))
      rmSync(join(root, name), { recursive: true, force: true })
  }
}

/** Makes the rename durable; a folder cannot be opened for that on every system. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    return
  }
}

/** Removes everything built. Refuses while another process is building. */
export function removeEmbedded(cacheDir: string): { readonly bytesFreed: number } {
  const root = storeFolder(cacheDir)
  if (!existsSync(root)) return { bytesFreed: 0 }
  for (const name of readdirSync(root)) {
    const owner = name.endsWith('.lock') ? lockOwner(join(root, name)) : undefined
    if (owner !== undefined && isAlive(owner)) {
      throw new OrchError('LEAN_CACHE_BUSY', `Process ${owner.pid} is building the embedded Lean.`, {
        hint: 'Wait until it is done, or stop it, and run this again.',
      })
    }
  }
  const bytesFreed = folderBytes(root)
  rmSync(root, { recursive: true, force: true })
  return { bytesFreed }
}
