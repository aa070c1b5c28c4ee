/** Which files `orch trace` reads: a file, the files of a folder, or modules of Lean's own library where its source is. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../errors.ts'
import type { LeanToolchain } from '../lean/index.ts'

export interface SourceFile {
  /** As it was asked for, or below the folder of the library. */
  readonly path: string
  readonly text: string
}

const MODULE = /^[A-Z]\w*(?:\.[A-Z]\w*)*$/

/**
 * A module of the library stands for its file and for those below it: `Init.Data.Nat` for `Init/Data/Nat.lean` and
 * `Init/Data/Nat/*.lean`. What is on the disk comes first; Lean is asked only when nothing is.
 */
export async function filesToTrace(
  what: string,
  toolchain: () => Promise<Pick<LeanToolchain, 'kind' | 'librarySource'>>,
): Promise<readonly SourceFile[]> {
  const there = statSync(what, { throwIfNoEntry: false })
  if (there?.isDirectory()) return some(what, leanFilesIn(what))
  if (there || !MODULE.test(what) || what.endsWith('.lean')) return [sourceFile(what)]
  const { kind, librarySource } = await toolchain()
  const source = await librarySource()
  if (source === undefined)
    throw new InputError(
      'no_library_source',
      `There is no file ${what}, and the source of Lean's library is not at hand${
        kind === 'embedded' ? ': the embedded Lean comes compiled, without its source' : ''
      }.`,
      {
        hint: 'Use a Lean of your own that has it (--lean native; lean --print-prefix, then src/lean), or give the path of a file of it.',
      },
    )
  const base = join(source, ...what.split('.'))
  const own = statSync(`${base}.lean`, { throwIfNoEntry: false }) ? [`${base}.lean`] : []
  return some(`${what} in ${source}`, [...own, ...leanFilesIn(base)])
}

function leanFilesIn(folder: string): string[] {
  return globSync('**/*.lean', { cwd: folder, exclude: (name) => name.startsWith('.') })
    .toSorted()
    .map((name) => join(folder, name))
}

function some(what: string, files: readonly string[]): readonly SourceFile[] {
  if (files.length > 0) return files.map(sourceFile)
  throw new InputError('no_lean_files', `There are no Lean files in ${what}.`)
}

function sourceFile(path: string): SourceFile {
  try {
    return { path, text: readFileSync(path, 'utf8') }
  } catch (cause) {
    throw new InputError('file_unreadable', `${path} cannot be read.`, {
      cause,
      hint: 'Give the path of a Lean file or a folder, or a module of the library such as Init.Data.Nat.Basic.',
    })
  }
}
