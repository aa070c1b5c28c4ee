/** Every hole of a project. Files that did not change since they were last read are not elaborated again. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LeanPool } from '../lean/index.ts'
import { type ElaborationOptions, elaborateModule } from './elaborate-module.ts'
import type { Hole, ModuleReport } from './hole.ts'
import type { Project, ProjectModule } from './project.ts'
import type { ReportCache } from './report-cache.ts'

export interface ExtractionOptions extends ElaborationOptions {
  readonly cache?: ReportCache | undefined
  /** Modules to read; those that were asked for otherwise. */
  readonly modules?: readonly string[] | undefined
  readonly onProgress?: ((progress: ExtractionProgress) => void) | undefined
}

export interface ExtractionProgress {
  readonly done: number
  readonly total: number
  readonly path: string
  /** What was read last. */
  readonly report: ModuleReport
}

/** A server in the same thread is kept waiting for no longer than this, however many files are known already. */
const TURN_MS = 20

/** Reports of modules in build order. `pool` is asked for only if something has to be elaborated. */
export async function readProject(
  project: Project,
  lean: () => LeanPool | Promise<LeanPool>,
  options: ExtractionOptions = {},
): Promise<ModuleReport[]> {
  const { cache, onProgress, signal } = options
  const names = options.modules ?? project.wanted
  const modules = names.flatMap((name) => project.modules.get(name) ?? [])
  const reports = new Map<string, ModuleReport>()
  let done = 0
  const finished = (report: ModuleReport) => {
    reports.set(report.module, report)
    done += 1
    onProgress?.({ done, total: modules.length, path: report.path, report })
  }
  const missing: ProjectModule[] = []
  let turn = performance.now()
  for (const module of modules) {
    if (performance.now() - turn > TURN_MS) {
      await nextTurn()
      signal?.throwIfAborted()
      turn = performance.now()
    }
    const known = cache?.read(project, module)
    if (known) finished(known)
    else missing.push(module)
  }
  if (missing.length > 0) {
    const pool = await lean()
    const work = async () => {
      for (let module = missing.shift(); module; module = missing.shift()) {
        signal?.throwIfAborted()
        const report = await elaborateModule(pool, project, module, options)
        // A failure may be the machine's: it is tried again next time.
        if (report.failure === undefined) cache?.write(project, report)
        finished(report)
      }
    }
    await Promise.all(Array.from({ length: Math.min(pool.size, missing.length) }, work))
  }
  return modules.flatMap(({ name }) => reports.get(name) ?? [])
}

export async function findHoles(
  project: Project,
  lean: () => LeanPool | Promise<LeanPool>,
  options: ExtractionOptions = {},
): Promise<Hole[]> {
  return (await readProject(project, lean, options)).flatMap(({ holes }) => holes)
}
