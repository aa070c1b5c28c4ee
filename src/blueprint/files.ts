import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { InputError } from '../errors.ts'
import { writeWhole } from '../files/index.ts'
import type { Blueprint } from './blueprint.ts'
import { type ReadSource, readBlueprint } from './read.ts'

/** Where `leanblueprint` puts the text, best first. */
const PLACES = ['web.tex', 'print.tex', 'content.tex', 'blueprint.tex'].flatMap((name) => [
  `blueprint/src/${name}`,
  `blueprint/${name}`,
])
const MOST_BYTES = 4_000_000

export interface OpenBlueprint extends Blueprint {
  /** The folder of the project, without symbolic links. */
  readonly root: string
  /** The main file, from there. */
  readonly main: string
}

/** The blueprint of a project, or undefined where it has none. */
export function openBlueprint(project: string, main?: string): OpenBlueprint | undefined {
  const root = folderOf(project)
  const read = sourcesBelow(root)
  const file =
    main === undefined ? PLACES.find((place) => read(place) !== undefined) : inside(root, resolve(main))
  if (file === undefined) return undefined
  return { ...readBlueprint(file, read), root, main: file }
}

function folderOf(project: string): string {
  try {
    const root = realpathSync(project)
    if (statSync(root).isDirectory()) return root
  } catch (cause) {
    throw new InputError('no_project', `There is no folder ${project}.`, { cause })
  }
  throw new InputError('no_project', `${project} is not a folder.`, {
    hint: 'Give the folder of the project.',
  })
}

function sourcesBelow(root: string): ReadSource {
  return (path) => {
    let real: string
    try {
      real = realpathSync(join(root, path))
      if (!statSync(real).isFile()) return undefined
    } catch {
      return undefined
    }
    inside(root, real)
    return textOf(real, path)
  }
}

function inside(root: string, path: string): string {
  const from = relative(root, path).replaceAll(sep, '/')
  if (from !== '' && !from.startsWith('..') && !resolve(root, from).startsWith(`..${sep}`)) return from
  throw new InputError('blueprint_outside', `${path} is outside of the project ${root}.`, {
    hint: 'A blueprint may read only files below the folder of its project.',
  })
}

function textOf(file: string, shown: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    throw new InputError('file_unreadable', `${shown} cannot be read: ${String(cause)}.`, { cause })
  }
  if (bytes.length > MOST_BYTES)
    throw new InputError('blueprint_too_large', `${shown} has more than ${MOST_BYTES / 1e6} MB.`)
  try {
    // With its byte order mark, if it has one: what is written back must be what was read.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new InputError('not_utf8', `${shown} is not UTF-8 text.`, { hint: 'Convert it first.', cause })
  }
}

/** Replaces files by their new texts, each at once. Nothing is written if one of them has changed since it was read. */
export function writeFiles({ root, files }: OpenBlueprint, changed: ReadonlyMap<string, string>): void {
  const unchanged = (path: string) => {
    if (textOf(join(root, path), path) !== files.get(path))
      throw new InputError('file_changed', `${path} was changed meanwhile; it is left as it is.`, {
        hint: 'Run the command again.',
      })
  }
  for (const path of changed.keys()) unchanged(path)
  for (const [path, text] of changed) {
    unchanged(path)
    // Through a link, the file itself is replaced, and it keeps its permissions.
    const target = realpathSync(join(root, path))
    writeWhole([{ path: target, text, mode: statSync(target).mode }])
  }
}
