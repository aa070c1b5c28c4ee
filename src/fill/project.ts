/**
 * A formaliser's project as Orch sees it: Lean files that import each other, whether Lake builds them, a folder holds
 * them, or there is only one. Nothing is run and nothing is written here.
 */
import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { InputError } from '../errors.ts'
import { readHeader } from '../goal/index.ts'
import { findProject } from '../lean/index.ts'
import { LAKEFILES, type Lakefile, NO_LAKEFILE, readLakefile } from './lakefile.ts'
import type { LeanOption } from './lean-options.ts'
import { buildOrder } from './module-graph.ts'

export interface ProjectModule {
  /** `Shapes.Tree` for `Shapes/Tree.lean`. */
  readonly name: string
  /** Absolute. */
  readonly file: string
  /** As people and git call it: from the project's root, with `/`. */
  readonly path: string
  /** The file's text as it is on disk. */
  readonly text: string
  /** Modules of the project that it imports itself. */
  readonly imports: readonly string[]
  /** Modules from elsewhere: Init, Std, Mathlib. */
  readonly external: readonly string[]
}

export interface Project {
  readonly root: string
  readonly kind: 'lake' | 'folder' | 'file'
  readonly modules: ReadonlyMap<string, ProjectModule>
  /** Every module after those that it imports. */
  readonly buildOrder: readonly string[]
  /** Names of the modules that a path was given for: a file, a folder, or all. */
  readonly wanted: readonly string[]
  /** What the lakefile says that cannot be honoured, in sentences. */
  readonly notes: readonly string[]
  /** What the lakefile sets for a module. */
  options(module: string): readonly LeanOption[]
  /** Everything that a module is built on within the project, in build order. */
  dependencies(module: string): readonly ProjectModule[]
  /** Changes when the module changes, or anything that it is built on. */
  sourceHash(module: string): string
  /** The same project with other texts in some of its modules, in memory alone. */
  withTexts(texts: ReadonlyMap<string, string>): Project
  /** A module and whatever imports it. */
  dependants(module: string): readonly string[]
}

const SKIPPED = new Set(['.lake', '.git', 'node_modules', 'build', '.orch'])

export function openProject(path = '.'): Project {
  const given = resolve(path)
  if (!existsSync(given)) {
    throw new InputError('path_missing', `There is nothing at ${path}.`, {
      hint: 'Give a Lean file, a folder of Lean files, or a Lake project.',
    })
  }
  const place = realpathSync(given)
  const isFile = statSync(place).isFile()
  if (isFile && !place.endsWith('.lean')) {
    throw new InputError('not_lean', `${path} is not a Lean file: its name does not end in .lean.`)
  }
  const lake = findProject(isFile ? dirname(place) : place)
  const root = lake ?? (isFile ? dirname(place) : place)
  const kind = lake ? 'lake' : isFile ? 'file' : 'folder'
  const files = findFiles(root).filter(
    (file) => lake === undefined || !LAKEFILES.some((name) => name === relative(root, file)),
  )
  const inside = (file: string) =>
    file === place || file.startsWith(place.endsWith(sep) ? place : place + sep)
  const lakefile = lake === undefined ? NO_LAKEFILE : readLakefile(root)
  const modules = readModules(sourceRoots(root, lakefile), isFile && !files.includes(place) ? [place] : files)
  if (modules.size === 0) {
    throw new InputError('not_a_project', `There are no Lean files in ${path}.`, {
      hint: 'Give a Lean file, a folder of Lean files, or a Lake project.',
    })
  }
  const order = buildOrder(modules)
  const wanted = order.filter((name) => inside(modules.get(name)?.file ?? ''))
  // Of a single file, only itself and what it imports are read; other files of its folder are not.
  const kept = isFile && !lake ? closure(modules, wanted) : new Set(order)
  const found = new Map([...modules].filter(([name]) => kept.has(name)))
  return new FoundProject(root, kind, found, wanted, lakefile)
}

/** A text that is in no file, as a project of its own. */
export function projectOfText(text: string): Project {
  const external = [...new Set(readHeader(text).imports)]
  const module: ProjectModule = { name: 'Text', file: '', path: 'Text.lean', text, imports: [], external }
  return new FoundProject('', 'file', new Map([[module.name, module]]), [module.name], NO_LAKEFILE)
}

class FoundProject implements Project {
  readonly root: string
  readonly kind: Project['kind']
  readonly modules: ReadonlyMap<string, ProjectModule>
  readonly buildOrder: readonly string[]
  readonly wanted: readonly string[]
  readonly #lakefile: Lakefile
  readonly #places: ReadonlyMap<string, number>
  readonly #hashes = new Map<string, string>()
  readonly #dependencies = new Map<string, readonly ProjectModule[]>()

  constructor(
    root: string,
    kind: Project['kind'],
    modules: ReadonlyMap<string, ProjectModule>,
    wanted: readonly string[],
    lakefile: Lakefile,
  ) {
    this.root = root
    this.kind = kind
    this.modules = modules
    this.buildOrder = buildOrder(modules)
    this.#places = new Map(this.buildOrder.map((name, place) => [name, place]))
    this.wanted = wanted
    this.#lakefile = lakefile
  }

  get notes(): readonly string[] {
    return this.#lakefile.notes
  }

  options(module: string): readonly LeanOption[] {
    return this.#lakefile.optionsOf(module)
  }

  dependencies(module: string): readonly ProjectModule[] {
    const known = this.#dependencies.get(module)
    if (known) return known
    const place = (name: string) => this.#places.get(name) ?? 0
    const found = [...closure(this.modules, this.modules.get(module)?.imports ?? [])]
      .toSorted((one, other) => place(one) - place(other))
      .flatMap((name) => this.modules.get(name) ?? [])
    this.#dependencies.set(module, found)
    return found
  }

  withTexts(texts: ReadonlyMap<string, string>): Project {
    const changed = [...this.modules].map(([name, module]): [string, ProjectModule] => [
      name,
      { ...module, text: texts.get(name) ?? module.text },
    ])
    return new FoundProject(this.root, this.kind, new Map(changed), this.wanted, this.#lakefile)
  }

  dependants(module: string): readonly string[] {
    return this.buildOrder.filter(
      (name) => name === module || this.dependencies(name).some((below) => below.name === module),
    )
  }

  sourceHash(name: string): string {
    const known = this.#hashes.get(name)
    if (known !== undefined) return known
    const module = this.modules.get(name)
    const options = JSON.stringify(this.options(name))
    const hash = createHash('sha256').update(`${name}\u0000${options}\u0000${module?.text ?? ''}`)
    for (const imported of module?.imports ?? []) hash.update(`\u0000${this.sourceHash(imported)}`)
    const value = hash.digest('hex')
    this.#hashes.set(name, value)
    return value
  }
}

function findFiles(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    throw new InputError('folder_unreadable', `The folder ${folder} cannot be read: ${reason(cause)}.`, {
      cause,
    })
  }
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : findFiles(path)
      return entry.isFile() && entry.name.endsWith('.lean') ? [path] : []
    })
}

/** The folders that names of modules count from: the project's own, and what its lakefile says is `srcDir`. */
function sourceRoots(root: string, { sourceFolders }: Lakefile): readonly [string, ...string[]] {
  return [root, ...new Set(sourceFolders.map((name) => resolve(root, name)).filter(existsSync))]
}

function readModules(
  roots: readonly [string, ...string[]],
  files: readonly string[],
): Map<string, ProjectModule> {
  const [root] = roots
  const named = new Map(files.map((file) => [moduleName(nearest(roots, file), file), file]))
  return new Map(
    [...named].map(([name, file]) => {
      const text = readLean(file)
      const { imports } = readHeader(text)
      const own = imports.filter((imported) => named.has(imported))
      const external = imports.filter((imported) => !named.has(imported))
      const path = relative(root, file).split(sep).join('/')
      return [name, { name, file, path, text, imports: [...new Set(own)], external: [...new Set(external)] }]
    }),
  )
}

function nearest(roots: readonly string[], file: string): string {
  const above = roots.filter((root) => file.startsWith(root + sep))
  return above.reduce((best, root) => (root.length > best.length ? root : best), '')
}

function moduleName(root: string, file: string): string {
  const from = relative(root, file)
  return [...dirname(from).split(sep), basename(file, '.lean')].filter((part) => part !== '.').join('.')
}

export function readLean(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    throw new InputError('file_unreadable', `${file} cannot be read: ${reason(cause)}.`, {
      cause,
      hint: 'Make the file readable, or leave it out by giving the path of another one.',
    })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new InputError('not_utf8', `${file} is not valid UTF-8, so Lean cannot read it.`, {
      cause,
      hint: 'Save it as UTF-8 in an editor.',
    })
  }
}

function reason(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException
  return code === 'EACCES' ? 'permission denied' : String(cause)
}

/** Some modules and everything that they import. */
export function closure(
  modules: ReadonlyMap<string, Pick<ProjectModule, 'imports'>>,
  names: Iterable<string>,
): Set<string> {
  const found = new Set<string>()
  const pending = [...names]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name) || !modules.has(name)) continue
    found.add(name)
    pending.push(...(modules.get(name)?.imports ?? []))
  }
  return found
}

/** Whether two versions of a project have the same to say up to a place in a module: its text, and all that it imports. */
export function isSameUpTo(one: Project, other: Project, name: string, end: number): boolean {
  const [before, after] = [one.modules.get(name), other.modules.get(name)]
  if (!before || !after || before.text.slice(0, end) !== after.text.slice(0, end)) return false
  const below = (project: Project, { imports, external }: ProjectModule) =>
    JSON.stringify([external, imports.map((one) => project.sourceHash(one)), project.options(name)])
  return below(one, before) === below(other, after)
}
