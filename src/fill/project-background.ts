/**
 * A search that goes on in the background while people edit the files.
 *
 * Attempts on holes that a change affects (those at or below it in its file, and those of files that import it) are
 * cancelled at once, inside Lean, too; the changed files are read again, and their holes join the search. Everybody
 * else's attempts go on. A change that comes while files are read starts the reading anew; what was read is kept.
 * Nothing is written into the project: `orch fill` takes what was found.
 */
import { relative } from 'node:path'
import { InputError } from '../errors.ts'
import { Bench } from './bench.ts'
import { readProject } from './extract.ts'
import type { FillProjectOptions } from './fill.ts'
import { FillMemory } from './fill-memory.ts'
import { FillRun } from './fill-project.ts'
import type { Hole, ModuleReport } from './hole.ts'
import { plannedDependants } from './planned.ts'
import { StepProfile } from './profile.ts'
import { closure, openProject, type Project } from './project.ts'
import { lockProject } from './project-lock.ts'
import { ReportCache } from './report-cache.ts'
import { watchFiles } from './watch-files.ts'

export interface ProjectBackgroundOptions
  extends Omit<FillProjectOptions, 'project' | 'line' | 'apply' | 'timeoutSeconds'> {
  readonly path: string
  /** Told of everything that happens, in one line. */
  readonly onLine: (line: string) => void
}

export interface ProjectBackgroundSummary {
  readonly proved: number
  readonly refuted: number
  readonly open: number
  /** How often files changed under the search. */
  readonly changes: number
}

/** Ever larger budgets; after so many rounds an attempt would take hours. */
const ROUNDS = 8

export async function fillInBackground(options: ProjectBackgroundOptions): Promise<ProjectBackgroundSummary> {
  const { path, lean, signal, onLine, cacheFolder, cpuTarget = 1 } = options
  const first = openProject(path)
  using _lock = await lockProject(first.root, `${cacheFolder}/locks`)
  let changed = new AbortController()
  await using watching = await watchFiles(first.root, () => changed.abort())
  const cache = new ReportCache(`${cacheFolder}/reports`, lean.pool.toolchain.fingerprint)
  /** Undefined if files changed while they were read, or if the search was stopped. */
  const read = async (project: Project, isStale: AbortSignal): Promise<ModuleReport[] | undefined> => {
    const needed = closure(project.modules, project.wanted)
    const modules = project.buildOrder.filter((name) => needed.has(name))
    const stop = AbortSignal.any([signal, isStale])
    try {
      return await readProject(project, () => lean.pool, { cache, modules, signal: stop })
    } catch (error) {
      if (stop.aborted) return undefined
      throw error
    }
  }
  const bench = new Bench(first, [], plannedDependants(first.root))
  const memory = new FillMemory(`${cacheFolder}/holes`)
  const shared = {
    ...options,
    cpuTarget,
    rounds: ROUNDS,
    memory,
    profile: new StepProfile(),
    bench,
    lean: async () => lean,
  }
  const run = new FillRun(shared)
  const searching = new Searching(run, signal, onLine)
  let changes = 0
  for (let project: Project | undefined = first; !signal.aborted; ) {
    if (project) {
      for (const note of project.notes) onLine(note)
      // These need no Lean to be known.
      const stale = bench.staleIn(project)
      run.remove(stale)
      const reports = await read(project, changed.signal)
      if (reports) {
        for (const report of reports)
          if (report.failure !== undefined) onLine(`${report.path}: ${report.failure}`)
        const { gone, fresh } = bench.become(project, reports)
        run.remove(gone)
        await run.add(wantedOf(project, fresh))
        if (changes > 0) onLine(effect(new Set([...stale, ...gone]).size, fresh.length))
        searching.goOn()
      }
    }
    await Promise.race([aborted(changed.signal), aborted(signal), searching.broken])
    if (signal.aborted) break
    changed = new AbortController()
    changes += 1
    const names = watching.changes().map((file) => relative(first.root, file))
    onLine(`changed: ${names.join(', ')}`)
    project = reopened(path, onLine)
  }
  await searching.end()
  const count = (...kinds: readonly string[]) =>
    run.outcomes().filter(({ kind }) => kinds.includes(kind)).length
  return { proved: count('proved'), refuted: count('refuted'), open: count('open', 'failed'), changes }
}

/** Runs the search whenever there is something to search. */
class Searching {
  readonly #run: FillRun
  readonly #signal: AbortSignal
  readonly #onLine: (line: string) => void
  readonly #broken = Promise.withResolvers<never>()
  #current: Promise<void> | undefined
  #hasSaid = false

  constructor(run: FillRun, signal: AbortSignal, onLine: (line: string) => void) {
    this.#run = run
    this.#signal = signal
    this.#onLine = onLine
    this.#broken.promise.catch(() => {})
  }

  /** Who waits for a change must hear of a search that broke. */
  get broken(): Promise<never> {
    return this.#broken.promise
  }

  goOn(): void {
    if (!this.#run.hasWork && this.#hasSaid) return
    this.#current ??= this.#work().catch((error: unknown) => {
      // An error after the search was stopped is only its stopping.
      if (!this.#signal.aborted) this.#broken.reject(error)
    })
  }

  async end(): Promise<void> {
    await this.#current
  }

  async #work(): Promise<void> {
    do await this.#run.run()
    while (this.#run.hasWork && !this.#run.isStopped && !this.#signal.aborted)
    this.#current = undefined
    this.#hasSaid = true
    if (this.#signal.aborted) return
    const outcomes = this.#run.outcomes()
    const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length
    const why = this.#run.isStopped ? 'stopped' : 'nothing left to try'
    this.#onLine(`${why}: ${count('proved')} proved, ${count('failed')} open; watching`)
  }
}

function wantedOf(project: Project, holes: readonly Hole[]): Hole[] {
  const wanted = new Set(project.wanted)
  return holes.filter(({ module }) => wanted.has(module))
}

function effect(stale: number, fresh: number): string {
  if (stale === 0 && fresh === 0) return 'no hole is affected'
  const holes = (count: number) => (count === 1 ? '1 hole' : `${count} holes`)
  return `${holes(stale)} affected, ${holes(fresh)} to search; the others go on`
}

/** In the middle of an edit a project may not be one; until the next change the search goes on with what it has. */
function reopened(path: string, onLine: (line: string) => void): Project | undefined {
  try {
    return openProject(path)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    onLine(error.message)
    return undefined
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
