/** Files that are there whole or not at all: written under another name, then renamed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { OrchError } from '../errors.ts'
import { makeFolder } from './make-folder.ts'

/** A file to be written whole: its path and its text, at once or in pieces. */
export interface WholeFile {
  readonly path: string
  readonly text: string | Iterable<string>
  /** Permissions; those of any new file if not given. */
  readonly mode?: number
  /** Name of the draft, where others have to know it. */
  readonly draft?: string
  /** Asked when the draft is on disk: whether it may still take the place of the file. */
  readonly mayReplace?: () => boolean
  /** For caches: it need not survive a power cut, which saves waiting for the disk. */
  readonly isCache?: boolean
}

const CHUNK = 1 << 16

/**
 * Writes every file as a draft beside it, and only when all of them are safely on disk renames them. A failure on the
 * way leaves the old files as they were and no drafts behind. Returns which of them took their place.
 */
export function writeWhole(files: readonly WholeFile[]): readonly boolean[] {
  const drafts: string[] = []
  let current = ''
  try {
    for (const file of files) {
      current = file.path
      makeFolder(dirname(file.path))
      drafts.push(draftOf(file))
      writeDraft(draftOf(file), file)
    }
    return files.map((file) => {
      const isWanted = file.mayReplace?.() ?? true
      if (isWanted) renameSync(draftOf(file), file.path)
      return isWanted
    })
  } catch (error) {
    throw unwritable(current, error)
  } finally {
    for (const draft of drafts) rmSync(draft, { force: true })
  }
}

/**
 * The same for one file that is not text in memory: a database, or bytes by the hundred megabytes. `make` writes the
 * draft, whose name it is given; what it throws is thrown as it is.
 */
export async function makeWhole(path: string, make: (draft: string) => void | Promise<void>): Promise<void> {
  const draft = draftOf({ path })
  makeFolder(dirname(path))
  rmSync(draft, { force: true })
  try {
    await make(draft)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

function draftOf({ path, draft = `${path}.${process.pid}.part` }: Pick<WholeFile, 'path' | 'draft'>): string {
  return draft
}

function writeDraft(draft: string, { text, mode, isCache }: WholeFile): void {
  const fd = openSync(draft, 'w', mode)
  try {
    let pending = ''
    for (const piece of typeof text === 'string' ? [text] : text) {
      pending += piece
      if (pending.length < CHUNK) continue
      writeAll(fd, pending)
      pending = ''
    }
    writeAll(fd, pending)
    if (!isCache) fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** `writeSync` may write only part of what it is given. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this user may write',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
}

/** The code of an error that says the disk is full, in one of the ways a disk can be. */
export const DISK_FULL = 'disk_full'
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** What the operating system said about a failed write, as a sentence. */
export function unwritable(path: string, cause: unknown): OrchError {
  if (cause instanceof OrchError) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new OrchError(
    FULL.includes(code) ? DISK_FULL : 'file_unwritable',
    `The output ${path} could not be written: ${reason}.`,
    {
      hint: 'Nothing was left half written. Make room or choose another path, then run the same command again.',
      cause,
    },
  )
}
