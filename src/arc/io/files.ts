import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InputError, OrchError } from '../../errors.ts'

/** A file to be written whole: its path and its text in pieces. */
export interface WholeFile {
  readonly path: string
  readonly text: Iterable<string>
}

const CHUNK = 1 << 16

/**
 * Writes every file under a temporary name, and only when all of them are safely on disk renames them. A failure
 * on the way leaves the old files as they were and no temporary ones behind.
 */
export function writeWhole(files: readonly WholeFile[]): void {
  const written: string[] = []
  let current = ''
  try {
    for (const file of files) {
      const part = `${file.path}.part`
      current = file.path
      mkdirSync(dirname(file.path), { recursive: true })
      written.push(part)
      writeChunks(part, file.text)
    }
    for (const file of files) renameSync(`${file.path}.part`, file.path)
  } catch (error) {
    for (const part of written) rmSync(part, { force: true })
    throw unwritable(current, error)
  }
}

/**
 * Makes sure before a long run that its outputs can be written: folders are made, no two outputs are one file, none is a
 * folder. What was asked of the disk is taken back.
 */
export function checkOutputs(files: Readonly<Record<string, string | undefined>>): void {
  const seen = new Map<string, string>()
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue
    const whole = resolve(file)
    const other = seen.get(whole)
    if (other !== undefined)
      throw new InputError('bad_flag', `${other} and ${flag} name the same file, ${file}.`, {
        hint: 'Give every output a path of its own.',
      })
    seen.set(whole, flag)
    try {
      mkdirSync(dirname(file), { recursive: true })
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' })
      closeSync(openSync(`${file}.part`, 'w'))
      rmSync(`${file}.part`)
    } catch (cause) {
      throw unwritable(file, cause)
    }
  }
}

function writeChunks(path: string, text: Iterable<string>): void {
  const fd = openSync(path, 'w')
  try {
    let pending = ''
    for (const piece of text) {
      pending += piece
      if (pending.length < CHUNK) continue
      writeAll(fd, pending)
      pending = ''
    }
    writeAll(fd, pending)
    fsyncSync(fd)
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
export const DISK_FULL = 'arc_disk_full'
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** What the operating system said about a failed write, as a sentence. */
export function unwritable(path: string, cause: unknown): OrchError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (cause instanceof OrchError) return cause
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new OrchError(
    FULL.includes(code) ? DISK_FULL : 'arc_output_unwritable',
    `The output ${path} could not be written: ${reason}.`,
    {
      hint: 'Nothing was left half written. Make room or choose another path, then run the same command again.',
      cause,
    },
  )
}

/** The text of an input file, or a sentence that says which file is missing. */
export function readInput(path: string, what: string, hint = 'Check the path.'): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new InputError('arc_input_unreadable', `The ${what} ${path} cannot be read.`, {
      hint,
      cause,
    })
  }
}

export function* jsonLines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}
