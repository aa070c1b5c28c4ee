/** Puts changed texts in the place of files: each file is old or new, never mixed, and never one that somebody edited. */

import { accessSync, constants, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InputError } from '../errors.ts'
import { isProcessAlive, writeWhole } from '../files/index.ts'
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
    if (Number.isInteger(pid) && !isProcessAlive(pid)) rmSync(join(dirname(file), name), { force: true })
  }
}

function writeChange({ file, path, before, after }: FileChange): Written {
  sweep(file)
  const [isWritten] = writeWhole([
    {
      path: file,
      text: after,
      mode: statSync(file).mode,
      draft: join(dirname(file), `.${basename(file)}.orch-${process.pid}`),
      mayReplace: () => readLean(file) === before,
    },
  ])
  return isWritten ? { kind: 'written', path } : { kind: 'kept', path, why: 'it was edited meanwhile' }
}
