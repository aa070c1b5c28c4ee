/**
 * Files as they would be with all proofs in them, elaborated as a whole, together with everything that imports them.
 * Proofs that change anything but their own holes are withdrawn.
 */
import type { LeanPool } from '../lean/index.ts'
import type { Accepted } from './bench.ts'
import { fileChanges } from './edits.ts'
import { type ExtractionOptions, readProject } from './extract.ts'
import type { ModuleReport } from './hole.ts'
import type { Project } from './project.ts'

export interface Rechecked {
  readonly kept: readonly Accepted[]
  readonly withdrawn: readonly { readonly accepted: Accepted; readonly why: string }[]
  /** Reports of the modules as they would be. */
  readonly reports: readonly ModuleReport[]
  readonly project: Project
}

type Lean = () => LeanPool | Promise<LeanPool>

export async function recheck(
  project: Project,
  before: ReadonlyMap<string, ModuleReport>,
  accepted: readonly Accepted[],
  lean: Lean,
  options: ExtractionOptions = {},
): Promise<Rechecked> {
  const all = await attempt(project, before, accepted, lean, options)
  if (all.why === undefined) return { kept: accepted, withdrawn: [], ...all }
  // One of them does harm. Halves are tried in the order of the files: few do, and each trial elaborates files.
  const withdrawn: { accepted: Accepted; why: string }[] = []
  let kept: Accepted[] = []
  let last = await attempt(project, before, kept, lean, options)
  const keep = async (some: readonly Accepted[], whyAll: string): Promise<void> => {
    const [only] = some
    if (only && some.length === 1) {
      withdrawn.push({ accepted: only, why: whyAll })
      return
    }
    const middle = Math.ceil(some.length / 2)
    for (const half of [some.slice(0, middle), some.slice(middle)]) {
      const usable: Accepted[] = []
      for (const one of half) {
        const lost = withdrawn.find(({ accepted: { hole } }) => one.uses.includes(hole.declaration ?? ''))
        if (!lost) usable.push(one)
        else {
          const why = `it uses ${lost.accepted.hole.declaration}, whose proof was withdrawn`
          withdrawn.push({ accepted: one, why })
        }
      }
      const next = await attempt(project, before, [...kept, ...usable], lean, options)
      if (next.why !== undefined) await keep(usable, next.why)
      else {
        kept = [...kept, ...usable]
        last = next
      }
    }
  }
  await keep(accepted, all.why)
  return { kept, withdrawn, reports: last.reports, project: last.project }
}

async function attempt(
  project: Project,
  before: ReadonlyMap<string, ModuleReport>,
  accepted: readonly Accepted[],
  lean: Lean,
  options: ExtractionOptions,
): Promise<{ reports: ModuleReport[]; project: Project; why: string | undefined }> {
  const changes = fileChanges(
    project,
    accepted.flatMap(({ edits }) => edits),
  )
  const changed = project.withTexts(new Map(changes.map(({ module, after }) => [module, after])))
  const touched = new Set(changes.flatMap(({ module }) => project.dependants(module)))
  const modules = project.buildOrder.filter((name) => touched.has(name) && before.has(name))
  const reports = await readProject(changed, lean, { ...options, modules })
  const why = reports
    .map((report) => {
      const filled = accepted.filter(({ hole }) => hole.module === report.module)
      return difference(before.get(report.module), report, filled)
    })
    .find((one) => one !== undefined)
  return { reports, project: changed, why }
}

/** What else differs in a file, besides the holes that were filled. */
function difference(
  before: ModuleReport | undefined,
  after: ModuleReport,
  filled: readonly Accepted[],
): string | undefined {
  if (!before) return undefined
  if (after.failure !== undefined) return `${after.path}: ${after.failure}`
  const known = counted(before.errors.map(({ text }) => text))
  for (const { text, start } of after.errors) {
    const left = known.get(text) ?? 0
    if (left === 0) return `${after.path}:${start.line} would have an error: ${text.split('\n', 1)[0]}`
    known.set(text, left - 1)
  }
  const now = new Map(after.declarations.map((one) => [one.name, one]))
  const edited = new Set(filled.map(({ hole }) => before.commands[hole.command]))
  for (const { name, type, kind, hasSorry, isInternal, command } of before.declarations) {
    if (isInternal) continue
    const there = now.get(name)
    const isEdited = edited.has(before.commands[command])
    // A `sorry` in a statement carries its line with it: where nothing was edited, another line is no other statement.
    const mayMove = !isEdited && before.holes.some((hole) => hole.declaration === name && !hole.isProof)
    if (!there || (there.type !== type && !mayMove) || there.kind !== kind)
      return `${after.path}: ${name} would say something else`
    if (there.hasSorry !== hasSorry && !(isEdited && hasSorry))
      return `${after.path}: ${name} would rest on sorry`
  }
  const left = counted(before.holes.map(({ declaration }) => declaration ?? ''))
  const holes = new Set(before.holes.map(({ id }) => id))
  for (const { hole } of filled.filter((one) => holes.has(one.hole.id)))
    left.set(hole.declaration ?? '', (left.get(hole.declaration ?? '') ?? 0) - 1)
  const found = counted(after.holes.map(({ declaration }) => declaration ?? ''))
  for (const name of new Set([...left.keys(), ...found.keys()])) {
    if ((left.get(name) ?? 0) !== (found.get(name) ?? 0))
      return `${after.path}: ${name} would have other holes`
  }
  return undefined
}

function counted(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}
