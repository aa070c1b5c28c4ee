/** Puts changed texts in the place of files: each file is old or new, never mixed, and never one that somebody edited. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InputError } from '../errors.ts'
import type { FileChange } from './edits.ts'
import { readLean } from './project.ts'

export type Written =
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'kept'; readonly path: string; readonly why: string }

/** Throws `InputError` if one of the files could not be replaced; nothing has been changed then. */
export function assertWritable(files: readonly string[]): void {
  for (const file of files) {
    try {
      accessSync(file, constants.W_OK)
      accessSync(dirname(file), constants.W_OK)
    } catch (cause) {
      throw new InputError('read_only', `${file} cannot be changed: it or its folder is read-only.`, {
        cause,
        hint: 'Nothing was changed. Without --apply the proofs are printed as a diff.',
      })
    }
  }
}

export function writeChanges(changes: readonly FileChange[]): Written[] {
  assertWritable(changes.map(({ file }) => file))
  return changes.map(writeChange)
}

/** Drafts that a killed process left beside a file. */
function sweep(file: string): void {
  const front = `.${basename(file)}.orch-`
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(front) ? Number(name.slice(front.length)) : Number.NaN
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(dirname(file), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function writeChange({ file, path, before, after }: FileChange): Written {
  sweep(file)
  const draft = join(dirname(file), `.${basename(file)}.orch-${process.pid}`)
  const { mode } = statSync(file)
  const handle = openSync(draft, 'wx', mode)
  try {
    writeFileSync(handle, after)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    if (readLean(file) !== before) return { kind: 'kept', path, why: 'it was edited meanwhile' }
    renameSync(draft, file)
    return { kind: 'written', path }
  } finally {
    rmSync(draft, { force: true })
  }
}
