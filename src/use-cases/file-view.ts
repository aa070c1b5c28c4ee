/** Lean files for whoever asks about places in them: an agent, a page. Each is read once until it changes. */
import { relative, resolve } from 'node:path'
import { InputError } from '../errors.ts'
import {
  type FileReading,
  type Inspected,
  type InspectOptions,
  inspectModule,
  openProject,
  type Project,
  type ProjectModule,
  projectOfText,
  readLeanFile,
  TextLines,
} from '../fill/index.ts'
import type { TextPosition } from '../lean/index.ts'
import { RecentlyUsed } from '../recently-used.ts'
import type { LazyLean } from './lazy-lean.ts'

/** Files that are kept as they were read. */
const KEPT = 64

export interface ViewedFile {
  readonly project: Project
  readonly module: ProjectModule
  readonly reading: FileReading
}

export class FileViews {
  readonly #lean: LazyLean
  /** What Lean said, by the text and everything below it; most recently used last. */
  readonly #read = new RecentlyUsed<string, Promise<FileReading>>(KEPT)

  constructor(lean: LazyLean) {
    this.#lean = lean
  }

  async file(path: string, signal: AbortSignal): Promise<ViewedFile> {
    const project = openProject(path)
    const module = [...project.modules.values()].find(({ file }) => file === resolve(path)) ?? only(project)
    if (!module)
      throw new InputError('not_a_file', `${path} is not one Lean file.`, { hint: 'Give a .lean file.' })
    return { project, module, reading: await this.#reading(project, module, signal) }
  }

  /** A text that is in no file. */
  async text(text: string, signal: AbortSignal): Promise<ViewedFile> {
    const project = projectOfText(text)
    const module = only(project)
    if (!module) throw new InputError('not_a_file', 'There is no text.')
    return { project, module, reading: await this.#reading(project, module, signal) }
  }

  /** Every file of a project, a folder or a file. */
  async all(path: string, signal: AbortSignal): Promise<ViewedFile[]> {
    const project = openProject(path)
    const found: ViewedFile[] = []
    for (const name of project.buildOrder) {
      const module = project.modules.get(name)
      if (module) found.push({ project, module, reading: await this.#reading(project, module, signal) })
    }
    return found
  }

  async inspect(
    { project, module, reading }: ViewedFile,
    at: TextPosition,
    options: InspectOptions,
  ): Promise<Inspected> {
    const { pool } = await this.#lean.open()
    return await inspectModule(pool, project, module, reading, at, options)
  }

  #reading(project: Project, module: ProjectModule, signal: AbortSignal): Promise<FileReading> {
    const key = `${module.file} ${project.sourceHash(module.name)}`
    const known = this.#read.get(key)
    if (known) return known
    const reading = this.#readNow(project, module, signal)
    this.#read.set(key, reading)
    // What failed may have been the machine's fault, or nobody waited for it.
    reading.catch(() => this.#read.delete(key))
    return reading
  }

  async #readNow(project: Project, module: ProjectModule, signal: AbortSignal): Promise<FileReading> {
    const { pool } = await this.#lean.open()
    return await readLeanFile(pool, project, module, { signal })
  }
}

const only = (project: Project): ProjectModule | undefined =>
  project.wanted.length === 1 ? project.modules.get(project.wanted[0] ?? '') : undefined

/** A place as it was asked for; without a column, the first character of the line that is not blank. */
export function placeIn(
  { reading, module }: ViewedFile,
  line: number,
  column: number | undefined,
): TextPosition {
  const lines = new TextLines(reading.body)
  if (line > lines.count)
    throw new InputError('no_such_line', `${module.path} has ${lines.count} lines; there is no line ${line}.`)
  const text = lines.line(line)
  const blank = text.length - text.trimStart().length
  return { line, column: column ?? blank }
}

/** As people and git call a file: from the folder where they are. */
export function shownPath(file: string): string {
  const path = relative(process.cwd(), file)
  return path.startsWith('..') ? file : path
}
