/**
 * What a run knows while it fills a project: the files as they were read, and the proofs that were accepted so far.
 * Files on disk are not looked at and not touched; when they changed, the bench is told.
 */
import type { LeanDeclaration } from '../lean/index.ts'
import { DeclarationIds } from './declaration-ids.ts'
import type { TextEdit } from './edits.ts'
import type { HelperLemma } from './helper-lemmas.ts'
import type { Hole, ModuleReport } from './hole.ts'
import type { OfferedLemma } from './hole-place.ts'
import type { Planned } from './planned.ts'
import { isSameUpTo, type Project } from './project.ts'

/** A proof of a hole that the checker accepted. */
export interface Accepted {
  readonly hole: Hole
  readonly strategy: string
  readonly script: string
  readonly lemmas: readonly HelperLemma[]
  readonly edits: readonly TextEdit[]
  /** Declarations with holes of their own that the proof uses; all of them are proved. */
  readonly uses: readonly string[]
  /** Id of the receipt in the ledger. */
  readonly receipt: string
  /** Whether the checker judged the whole declaration, or the hole's goal alone. */
  readonly judged: 'declaration' | 'goal'
}

export class Bench {
  readonly accepted = new Map<string, Accepted>()
  /** Holes that are false as they stand, with their counterexamples. */
  readonly refuted = new Map<string, string>()
  readonly #planned: Planned
  #project: Project
  #reports: ReadonlyMap<string, ModuleReport> = new Map()
  #ids: DeclarationIds
  /** By their ids. */
  #declarations: ReadonlyMap<string, LeanDeclaration & { readonly module: string }> = new Map()
  #holes: ReadonlyMap<string, readonly Hole[]> = new Map()
  #users: ReadonlyMap<string, ReadonlySet<string>> | undefined
  #names = new Set<string>()

  constructor(project: Project, reports: readonly ModuleReport[], planned: Planned = () => new Set()) {
    this.#planned = planned
    this.#project = project
    this.#ids = new DeclarationIds(project, reports)
    this.#read(reports)
  }

  get project(): Project {
    return this.#project
  }

  get reports(): ReadonlyMap<string, ModuleReport> {
    return this.#reports
  }

  /** The holes that are not what they were once the files are those of another project. */
  staleIn(project: Project): Hole[] {
    return this.#allHoles().filter((hole) => {
      const span = this.report(hole.module).commands[hole.command]
      return !isSameUpTo(this.#project, project, hole.module, span?.to ?? 0)
    })
  }

  /** Goes on with the files of now. What was found for holes that are as they were stays. */
  become(
    project: Project,
    reports: readonly ModuleReport[],
  ): { readonly gone: readonly Hole[]; readonly fresh: readonly Hole[] } {
    const before = this.#allHoles()
    const stale = new Set(this.staleIn(project))
    const old = new Map(before.flatMap((hole) => (stale.has(hole) ? [] : [[hole.id, hole]])))
    const same = (report: ModuleReport, hole: Hole): Hole => {
      const known = old.get(hole.id)
      // A command may go on where it ended before.
      const end = known && this.report(known.module).commands[known.command]?.to
      return known?.key === hole.key && report.commands[hole.command]?.to === end ? known : hole
    }
    const now = reports.map((report) => ({
      ...report,
      holes: report.holes.map((hole) => same(report, hole)),
    }))
    this.#project = project
    this.#read(now)
    const [was, is] = [new Set(before), new Set(this.#allHoles())]
    const gone = [...was.difference(is)]
    for (const { id } of gone) {
      this.accepted.delete(id)
      this.refuted.delete(id)
    }
    return { gone, fresh: [...is.difference(was)] }
  }

  #allHoles(): Hole[] {
    return [...this.#reports.values()].flatMap(({ holes }) => holes)
  }

  #read(reports: readonly ModuleReport[]): void {
    this.#reports = new Map(reports.map((report) => [report.module, report]))
    this.#ids = new DeclarationIds(this.#project, reports)
    this.#users = undefined
    const all = reports.flatMap(({ module, declarations }) => declarations.map((one) => ({ ...one, module })))
    this.#declarations = new Map(all.map((one) => [this.#ids.of(one.module, one.name), one]))
    const lemmas = [...this.accepted.values()].flatMap((accepted) => accepted.lemmas)
    this.#names = new Set([...all, ...lemmas].map(({ name }) => name))
    this.#holes = Map.groupBy(
      reports.flatMap(({ holes }) => holes),
      (hole) => this.idOf(hole),
    )
  }

  /** The declaration that a hole belongs to; empty if it has no name. */
  idOf({ module, declaration }: Pick<Hole, 'module' | 'declaration'>): string {
    return declaration === null ? '' : this.#ids.of(module, declaration)
  }

  /** What names mean to a module. */
  idsOf(module: string, names: readonly string[]): string[] {
    return names.map((name) => this.#ids.of(module, name))
  }

  report(module: string): ModuleReport {
    const report = this.#reports.get(module)
    if (!report) throw new RangeError(`no report of ${module}`)
    return report
  }

  /** Holes of the same command, which are filled together. */
  siblings(hole: Hole): readonly Hole[] {
    return this.report(hole.module).holes.filter(({ command }) => command === hole.command)
  }

  /** Whether every hole of a declaration has a proof. */
  isFilled(declaration: string): boolean {
    const holes = this.#holes.get(declaration) ?? []
    return holes.length > 0 && holes.every(({ id }) => this.accepted.has(id))
  }

  /** Declarations that had a `sorry`, are proved now and rest only on proved ones: the module may use them. */
  given(module: string): string[] {
    // Only what it can see: of thousands of holes these are few.
    const visible = [...this.#project.dependencies(module).map(({ name }) => name), module]
    const ids = visible.flatMap((name) => this.#reports.get(name)?.holes.map((hole) => this.idOf(hole)) ?? [])
    return [...new Set(ids)]
      .filter((id) => id !== '' && this.isFilled(id) && this.standsOn(id).length === 0)
      .map((id) => this.#ids.nameOf(id))
  }

  /** The names of what a hole's declaration still rests on. */
  givenFor(hole: Pick<Hole, 'module' | 'declaration'>): string[] {
    return this.standsOn(this.idOf(hole)).map((id) => this.#ids.nameOf(id))
  }

  /** Declarations with open holes that one rests on, itself excepted, by what its author wrote. */
  standsOn(declaration: string, uses: readonly string[] = this.#usesOf(declaration)): string[] {
    const seen = new Set([declaration])
    const pending = [...uses]
    const open = new Set<string>()
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (seen.has(name)) continue
      seen.add(name)
      const known = this.#declarations.get(name)
      if (!known) continue
      const owner = this.#ownerOf(known)
      if (known.hasSorry && owner !== declaration && !this.isFilled(owner)) open.add(owner)
      pending.push(...this.#usesOf(name), ...this.#acceptedUses(owner))
    }
    return [...open].sort()
  }

  /** Declarations with holes that some rest on: what has to be there, filled, when they are checked. */
  neededBy(names: readonly string[]): Set<string> {
    const needed = new Set<string>()
    const seen = new Set<string>()
    const pending = [...names]
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (seen.has(name)) continue
      seen.add(name)
      const known = this.#declarations.get(name)
      const owner = known ? this.#ownerOf(known) : this.#ownerOfLemma(name)
      pending.push(...this.#usesOf(name))
      if (owner === undefined || this.#acceptedIn(owner).length === 0) continue
      needed.add(owner)
      pending.push(...this.#acceptedUses(owner))
    }
    return needed
  }

  /** The edits that fill some declarations. */
  editsOf(declarations: ReadonlySet<string>): TextEdit[] {
    return [...declarations].flatMap((name) => this.#acceptedIn(name).flatMap(({ edits }) => edits))
  }

  /** Helper lemmas that were proved for holes above, or in modules that are imported, in the order of the files. */
  offered(hole: Hole): readonly OfferedLemma[] {
    const below = this.#project.dependencies(hole.module).map(({ name }) => name)
    const order = new Map([...below, hole.module].map((name, place) => [name, place]))
    return [...this.accepted.values()]
      .filter(({ hole: above, lemmas }) => {
        const isAbove = above.module !== hole.module || above.command < hole.command
        return lemmas.length > 0 && above.declaration !== null && order.has(above.module) && isAbove
      })
      .toSorted(
        ({ hole: one }, { hole: other }) =>
          (order.get(one.module) ?? 0) - (order.get(other.module) ?? 0) || one.span.from - other.span.from,
      )
      .flatMap(({ hole: { module, command }, lemmas }) =>
        lemmas.map((lemma) => ({ ...lemma, report: this.report(module), command })),
      )
  }

  /** Files that nobody asked about may import this one: what they mention is taken as well. */
  isTaken(name: string): boolean {
    return (
      [...this.#names].some((known) => known === name || known.endsWith(`.${name}`)) ||
      this.#project.modules.values().some(({ text }) => text.includes(name))
    )
  }

  accept(accepted: Accepted): void {
    this.accepted.set(accepted.hole.id, accepted)
    for (const { name } of accepted.lemmas) this.#names.add(name)
  }

  /** The name of something false that a hole's declaration rests on. */
  restsOnRefuted(hole: Hole): string | undefined {
    if (hole.declaration === null || this.refuted.size === 0) return undefined
    const blocked = this.standsOn(this.idOf(hole)).find((id) =>
      this.#holes.get(id)?.some((one) => this.refuted.has(one.id)),
    )
    return blocked && this.#ids.nameOf(blocked)
  }

  /** How many holes rest on the declaration of one, or will by the author's plan. */
  dependants(hole: Hole): number {
    if (hole.declaration === null) return 0
    const own = this.idOf(hole)
    const planned = this.#planned(hole.declaration)
    const users = new Set(this.#usersOf().get(own))
    if (planned.size > 0)
      for (const id of this.#holes.keys()) if (planned.has(this.#ids.nameOf(id))) users.add(id)
    users.delete(own)
    return users.values().reduce((sum, id) => sum + (this.#holes.get(id)?.length ?? 0), 0)
  }

  /** Which declarations with holes rest on which, as the files were read: thousands of holes ask for it. */
  #usersOf(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#users) return this.#users
    const users = new Map<string, Set<string>>()
    for (const id of this.#holes.keys())
      for (const below of this.standsOn(id)) users.set(below, (users.get(below) ?? new Set()).add(id))
    this.#users = users
    return users
  }

  #usesOf(id: string): readonly string[] {
    const known = this.#declarations.get(id)
    return known ? this.idsOf(known.module, known.uses) : []
  }

  /** What the accepted proofs of a declaration use. */
  #acceptedUses(declaration: string): readonly string[] {
    return this.#acceptedIn(declaration).flatMap(({ hole, uses }) => this.idsOf(hole.module, uses))
  }

  #acceptedIn(declaration: string): Accepted[] {
    return (this.#holes.get(declaration) ?? []).flatMap(({ id }) => this.accepted.get(id) ?? [])
  }

  /** The declaration that a helper lemma was proved for. */
  #ownerOfLemma(name: string): string | undefined {
    for (const { hole, lemmas } of this.accepted.values()) {
      if (lemmas.some((lemma) => name === lemma.name || name.endsWith(`.${lemma.name}`)))
        return hole.declaration === null ? undefined : this.idOf(hole)
    }
    return undefined
  }

  /** What Lean makes for a declaration stands inside of its name. */
  #ownerOf({ name, module, isInternal }: LeanDeclaration & { readonly module: string }): string {
    const own = this.#ids.of(module, name)
    if (!isInternal || this.#holes.has(own)) return own
    for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1)) {
      const outer = this.#ids.of(module, name.slice(0, at))
      if (this.#holes.has(outer)) return outer
    }
    return own
  }
}
