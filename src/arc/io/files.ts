import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InputError } from '../../errors.ts'
import { makeFolder, unwritable } from '../../files/index.ts'

/**
 * Makes sure before a long run that its outputs can be written: folders are made, no two outputs are one file, none is a
 * folder, none is what the run reads. What was asked of the disk is taken back.
 */
export function checkOutputs(
  files: Readonly<Record<string, string | undefined>>,
  inputs: Readonly<Record<string, string>> = {},
): void {
  const seen = new Map(Object.entries(inputs).map(([flag, file]) => [resolve(file), flag]))
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
      makeFolder(dirname(file))
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' })
      closeSync(openSync(`${file}.part`, 'w'))
      rmSync(`${file}.part`)
    } catch (cause) {
      throw unwritable(file, cause)
    }
  }
}

/** The text of an input file, or a sentence that says which file is missing. */
export function readInput(
  path: string,
  what: string,
  hint = 'Check the path.',
  code = 'arc_input_unreadable',
): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new InputError(code, `The ${what} ${path} cannot be read.`, { hint, cause })
  }
}
