/** What the commands about projects share: the path with an optional line, and where results are kept. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '../config/index.ts'
import { InputError } from '../errors.ts'
import { openProject, type Project } from '../fill/index.ts'
import { note } from './output.ts'

export interface FillTarget {
  readonly project: Project
  readonly line: number | undefined
}

/** `Foo.lean:42` is a line of a file, unless a file has that name. */
export function fillTarget(path: string): FillTarget {
  const [, file, line] = existsSync(path) ? [] : (/^(.+\.lean):(\d+)(?::\d+)?$/.exec(path) ?? [])
  const project = openProject(file ?? path)
  for (const one of project.notes) note(one)
  if (file === undefined) return { project, line: undefined }
  if (project.wanted.length === 1) return { project, line: Number(line) }
  throw new InputError('no_such_file', `${file} is not a file of this project.`)
}

export function fillCacheFolder(): string {
  return join(cacheDir(), 'fill')
}
