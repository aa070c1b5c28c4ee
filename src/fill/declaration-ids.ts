/**
 * Files that do not import each other may declare the same name, as exercises do. An id stands for one declaration of
 * a project: its name, with its module where the name alone does not say which.
 */
import type { ModuleReport } from './hole.ts'
import type { Project } from './project.ts'

export class DeclarationIds {
  readonly #project: Project
  /** The modules of names that several declare. */
  readonly #shared: ReadonlyMap<string, ReadonlySet<string>>
  readonly #names = new Map<string, string>()

  constructor(project: Project, reports: Iterable<ModuleReport>) {
    this.#project = project
    const first = new Map<string, string>()
    const shared = new Map<string, Set<string>>()
    for (const { module, declarations, holes } of reports) {
      const names = [
        ...declarations.map(({ name }) => name),
        ...holes.flatMap(({ declaration }) => declaration ?? []),
      ]
      for (const name of names) {
        const before = first.get(name)
        if (before === undefined) first.set(name, module)
        else if (before !== module) shared.set(name, (shared.get(name) ?? new Set([before])).add(module))
      }
    }
    this.#shared = shared
  }

  /** The declaration that a module means by a name: its own, or that of a module below it. */
  of(module: string, name: string): string {
    const modules = this.#shared.get(name)
    if (!modules) return name
    const owner = modules.has(module)
      ? module
      : this.#project.dependencies(module).find((below) => modules.has(below.name))?.name
    const id = owner === undefined ? name : `${name} of ${owner}`
    this.#names.set(id, name)
    return id
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id
  }
}
