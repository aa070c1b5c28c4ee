import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, type ProcessIdentity, thisProcess } from './process-identity.ts'

const pollMs = 200

export interface BuildLock {
  release(): void
}

/**
 * One builder at a time, across processes: the lock is a file that names its owner. It only saves double work;
 * two builders at once would still be correct, because results are renamed into place. Waits for a living owner,
 * takes over from a dead one. `done` is asked before each attempt: a waiter has nothing to do once it says yes.
 */
export async function lockOrDone(
  path: string,
  done: () => boolean,
  onWait: (owner: ProcessIdentity) => void,
  signal: AbortSignal | undefined,
): Promise<BuildLock | undefined> {
  for (;;) {
    signal?.throwIfAborted()
    if (done()) return undefined
    if (create(path)) return { release: () => rmSync(path, { force: true }) }
    const owner = lockOwner(path)
    if (owner === undefined) continue
    if (!isAlive(owner)) {
      discard(path, owner)
      continue
    }
    onWait(owner)
    await pause(pollMs, undefined, signal === undefined ? {} : { signal })
  }
}

function create(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(thisProcess()), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Who holds the lock; undefined when nobody does. A lock that cannot be read belongs to nobody alive. */
export function lockOwner(path: string): ProcessIdentity | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  try {
    const { pid, started } = JSON.parse(text)
    return { pid: Number(pid), started: started === null ? null : String(started) }
  } catch {
    return { pid: -1, started: null }
  }
}

/**
 * Moves a dead owner's lock aside; puts it back if a new owner was quicker and it is theirs. The rename decides who of
 * several may remove the lock; it writes nothing, so `writeWhole` has no part in it.
 */
function discard(path: string, dead: ProcessIdentity): void {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = lockOwner(aside)
  if (moved !== undefined && moved.pid !== dead.pid && isAlive(moved)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}
