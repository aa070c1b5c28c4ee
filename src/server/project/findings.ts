/** What is known of the files and holes of a project, from what was read and from the search of now. */

import type { HoleState } from '../../api/index.ts'
import {
  type Accepted,
  type Bench,
  type FillEvent,
  fileChanges,
  type Hole,
  type HoleOutcome,
  type LastOutcome,
  type ModuleReport,
  type Project,
  proofsWithNeeds,
  unifiedDiff,
  type WrittenProofs,
} from '../../fill/index.ts'
import type { KnownHoles } from '../../use-cases/index.ts'

export interface HoleProposal {
  readonly proof: Accepted
  /** What writing it changes. */
  readonly diff: string
  /** Other declarations whose proofs are written with it. */
  readonly needs: readonly string[]
}

export class ProjectFindings {
  readonly #reports = new Map<string, ModuleReport>()
  readonly #outcomes = new Map<string, HoleOutcome>()
  readonly #lastOutcomes = new Map<string, LastOutcome>()
  readonly #trying = new Map<string, string>()
  readonly #written = new Map<string, number>()
  #queued: ReadonlySet<string> = new Set()
  #bench: Bench | undefined

  /** Undefined until everything was read. */
  get bench(): Bench | undefined {
    return this.#bench
  }

  report(module: string): ModuleReport | undefined {
    return this.#reports.get(module)
  }

  /** How many holes of a file were filled from here. */
  written(path: string): number {
    return this.#written.get(path) ?? 0
  }

  /** The strategy that is at work on a hole. */
  trying({ id }: Hole): string | undefined {
    return this.#trying.get(id)
  }

  outcome({ id }: Hole): HoleOutcome | undefined {
    return this.#outcomes.get(id)
  }

  /** How the last attempt on a hole ended, those of the search of now included. */
  lastOutcome(hole: Hole): LastOutcome | undefined {
    return this.#lastOutcomes.get(hole.id) ?? hole.lastOutcome
  }

  state(hole: Hole): HoleState {
    const kind = this.#outcomes.get(hole.id)?.kind
    if (kind === 'proved') return 'proposed'
    if (kind === 'refuted') return 'refuted'
    if (this.#trying.has(hole.id)) return 'searching'
    if (this.#queued.has(hole.id) && kind !== 'failed') return 'queued'
    return kind ?? (hole.unsearchable === undefined ? 'open' : 'skipped')
  }

  /** The proof of a hole that waits to be written. */
  proposal({ id }: Hole): HoleProposal | undefined {
    const proof = this.#bench?.accepted.get(id)
    if (!this.#bench || !proof || this.#outcomes.get(id)?.kind !== 'proved') return undefined
    const proofs = proofsWithNeeds(this.#bench, new Set([id]))
    const edits = proofs.flatMap((one) => one.edits)
    const others = proofs.flatMap(({ hole }) => (hole.id === id ? [] : [hole.declaration ?? hole.id]))
    return { proof, diff: unifiedDiff(fileChanges(this.#bench.project, edits)), needs: [...new Set(others)] }
  }

  /** Open declarations that a hole's own still rests on. */
  given(hole: Hole): readonly string[] {
    return this.#bench?.givenFor(hole) ?? []
  }

  /** Begins to read a project: what was known of files that changed is not known any more. */
  become(project: Project): void {
    for (const [module, { hash }] of this.#reports)
      if (!project.modules.has(module) || project.sourceHash(module) !== hash) this.#reports.delete(module)
    this.#lastOutcomes.clear()
  }

  read(report: ModuleReport): void {
    this.#reports.set(report.module, report)
  }

  /** Everything was read. */
  know({ bench, reports, outcomes }: KnownHoles): void {
    this.#bench = bench
    for (const report of reports) this.read(report)
    this.#outcomes.clear()
    for (const outcome of outcomes) this.#outcomes.set(outcome.hole.id, outcome)
  }

  /** It could not be read: nothing may be written. */
  forget(): void {
    this.#bench = undefined
    this.#outcomes.clear()
  }

  searching(holes: ReadonlySet<string>): void {
    this.#queued = holes
  }

  searched(): void {
    this.#queued = new Set()
    this.#trying.clear()
  }

  hear(event: FillEvent): void {
    if (event.kind === 'outcome') this.settle(event.outcome)
    else if (event.kind === 'started') this.#trying.set(event.hole.id, event.strategy)
    else {
      const { strategy, outcome, timeSeconds: seconds, counterexample } = event.attempt
      this.#trying.delete(event.hole.id)
      this.#lastOutcomes.set(event.hole.id, { outcome, strategy, seconds, counterexample })
    }
  }

  settle(outcome: HoleOutcome): void {
    const { id } = outcome.hole
    this.#outcomes.set(id, outcome)
    this.#trying.delete(id)
    this.#bench?.accepted.delete(id)
    if (outcome.kind === 'proved') this.#bench?.accept(outcome.accepted)
    if (outcome.kind === 'refuted') this.#bench?.refuted.set(id, outcome.counterexample)
  }

  wrote({ kept, written }: WrittenProofs): void {
    const files = new Set(written.flatMap(({ kind, path }) => (kind === 'written' ? [path] : [])))
    for (const { hole } of kept)
      if (files.has(hole.path)) this.#written.set(hole.path, this.written(hole.path) + 1)
  }
}
