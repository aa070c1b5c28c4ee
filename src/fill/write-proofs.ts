/** The last step of a fill: whole files are checked with the proofs in them, and written if that is asked for. */
import type { LeanPool } from '../lean/index.ts'
import { type Accepted, Bench } from './bench.ts'
import { type FileChange, fileChanges, type TextEdit } from './edits.ts'
import type { ExtractionOptions } from './extract.ts'
import type { FillMemory } from './fill-memory.ts'
import type { Hole, ModuleReport } from './hole.ts'
import { type Rechecked, recheck } from './recheck.ts'
import { type Written, writeChanges } from './write-back.ts'

export interface WriteProofsOptions extends ExtractionOptions {
  /** The files as they were read. */
  readonly bench: Bench
  readonly proofs: readonly Accepted[]
  readonly lean: () => LeanPool | Promise<LeanPool>
  readonly memory: FillMemory
  /** Writes the files; without it they are only checked. */
  readonly apply: boolean
}

export interface WrittenProofs {
  /** Proofs that the files can have. */
  readonly kept: readonly Accepted[]
  /** The files as they should be. */
  readonly changes: readonly FileChange[]
  /** Proofs that would have changed something else. */
  readonly withdrawn: readonly { readonly hole: Hole; readonly why: string }[]
  /** With `apply`: what became of each file. */
  readonly written: readonly Written[]
}

export async function writeProofs(options: WriteProofsOptions): Promise<WrittenProofs> {
  const { bench, proofs, lean, memory, apply, ...reading } = options
  const { project } = bench
  const checked = await recheck(project, bench.reports, proofs, lean, reading)
  const changes = fileChanges(
    project,
    checked.kept.flatMap(({ edits }) => edits),
  )
  const written = apply && !reading.signal?.aborted ? writeChanges(changes) : []
  carryOver(memory, bench, checked)
  return {
    kept: checked.kept,
    changes,
    withdrawn: checked.withdrawn.map(({ accepted: { hole }, why }) => ({ hole, why })),
    written,
  }
}

/**
 * With the proofs in the files, what stands below them has another key. Nothing that a search could use has changed
 * but helper lemmas, so what was found for the other holes, or not found, holds for them in their new places.
 */
function carryOver(memory: FillMemory, bench: Bench, { kept, withdrawn, reports, project }: Rechecked): void {
  const next = new Bench(project, [...later(bench.reports.values(), reports)])
  const filled = new Set(kept.map(({ hole }) => hole.id))
  const harmful = new Set(withdrawn.map(({ accepted }) => accepted.hole.id))
  const edits = Map.groupBy(
    kept.flatMap((one) => one.edits),
    ({ module }) => module,
  )
  for (const { module, holes } of bench.reports.values()) {
    const open = holes.filter(({ id }) => !filled.has(id))
    const now = next.reports.get(module)?.holes ?? []
    if (open.length !== now.length) continue
    for (const [place, hole] of open.entries()) {
      const known = memory.recall(bench, hole)
      const same = now[place]
      if (!same || !known || harmful.has(hole.id)) continue
      if (known.kind !== 'proved') memory.remember(next, same, known)
      else {
        const proof = memory.recallProof(bench, hole, known)
        memory.rememberProof(next, moved(proof, same, edits.get(module) ?? []))
      }
    }
  }
}

/** A proof in the place that its hole has once some edits are made. */
function moved(proof: Accepted, hole: Hole, made: readonly TextEdit[]): Accepted {
  const shift = (at: number) =>
    made.reduce((sum, { from, to, text }) => (to <= at ? sum + text.length - (to - from) : sum), at)
  const edits = proof.edits.map((edit) => ({
    ...edit,
    from: shift(edit.from),
    to: shift(edit.to),
    hole: hole.id,
  }))
  return { ...proof, hole, edits }
}

/** Reports of today, and those of the files as they will be where they change. */
function* later(before: Iterable<ModuleReport>, after: readonly ModuleReport[]): Iterable<ModuleReport> {
  const changed = new Map(after.map((report) => [report.module, report]))
  for (const report of before) yield changed.get(report.module) ?? report
}
