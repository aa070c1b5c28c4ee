/**
 * A search that goes on in the background while people edit the files.
 *
 * reading → searching → (files changed) → reading … . The changed files are read while the search goes on. If a hole
 * came, went, or means something else now, the search ends at once, attempts in Lean included, and begins anew; what it
 * found is kept, and what did not change is not elaborated and not attempted again. Otherwise nobody is disturbed.
 * Nothing is written into the project: `orch fill` takes what was found.
 */
import { InputError, OrchError } from '../errors.ts'
import { readProject } from './extract.ts'
import { type FillProjectOptions, fillProject } from './fill.ts'
import type { HoleOutcome } from './outcome.ts'
import { openProject, type Project } from './project.ts'
import { lockProject } from './project-lock.ts'
import { ReportCache } from './report-cache.ts'
import { watchFiles } from './watch-files.ts'

export interface ProjectBackgroundOptions
  extends Omit<FillProjectOptions, 'project' | 'apply' | 'timeoutSeconds'> {
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
const FOREVER_SECONDS = 2 ** 31 / 1000 - 1
const RESTART = new OrchError('files_changed', 'The files changed.')

export async function fillInBackground(options: ProjectBackgroundOptions): Promise<ProjectBackgroundSummary> {
  const { path, signal, onLine, cacheFolder } = options
  let project: Project | undefined = openProject(path)
  using _lock = await lockProject(project.root, `${cacheFolder}/locks`)
  let changed = Promise.withResolvers<void>()
  await using watching = await watchFiles(project.root, () => changed.resolve())
  let outcomes: readonly HoleOutcome[] = []
  let changes = 0
  const count = (kind: HoleOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  while (!signal.aborted) {
    const current = new AbortController()
    const searched = project
    const searching = searched && search(searched, AbortSignal.any([signal, current.signal]), options)
    const told = searching?.then((found) => {
      outcomes = found
      if (!signal.aborted && !current.signal.aborted)
        onLine(`nothing left to try: ${count('proved')} proved, ${count('failed')} open; watching`)
    })
    // Who waits for a change must hear of a search that broke.
    const broken = told?.then(() => new Promise<never>(() => {})) ?? new Promise<never>(() => {})
    broken.catch(() => {})
    for (let isAffected = false; !isAffected; ) {
      await Promise.race([changed.promise, stopped(signal), broken])
      if (signal.aborted) break
      changed = Promise.withResolvers<void>()
      changes += 1
      const names = watching.changes().join(', ')
      project = reopened(path, onLine)
      isAffected = !searched || !project || !(await hasSameHoles(searched, project, options))
      onLine(isAffected ? `changed: ${names}` : `changed: ${names}; no hole is affected`)
    }
    current.abort(RESTART)
    await told
  }
  return {
    proved: count('proved'),
    refuted: count('refuted'),
    open: count('open') + count('failed'),
    changes,
  }
}

/** Whether a change left every hole where it was, with the goal that it had and everything that decides about it. */
async function hasSameHoles(
  before: Project,
  after: Project,
  { lean, cacheFolder, signal }: ProjectBackgroundOptions,
): Promise<boolean> {
  const cache = new ReportCache(`${cacheFolder}/reports`, lean.pool.toolchain.fingerprint)
  const keys = async (project: Project) => {
    const reports = await readProject(project, () => lean.pool, { cache, signal })
    return JSON.stringify(
      reports.flatMap(({ holes }) => holes.map(({ id, key, span }) => [id, key, span.from])),
    )
  }
  try {
    return (await keys(before)) === (await keys(after))
  } catch (error) {
    if (signal.aborted) return true
    throw error
  }
}

async function search(
  project: Project,
  signal: AbortSignal,
  options: ProjectBackgroundOptions,
): Promise<readonly HoleOutcome[]> {
  const { onLine } = options
  try {
    const { outcomes, reports } = await fillProject({
      ...options,
      project,
      signal,
      rounds: ROUNDS,
      timeoutSeconds: FOREVER_SECONDS,
    })
    for (const { path, failure } of reports) if (failure !== undefined) onLine(`${path}: ${failure}`)
    return outcomes
  } catch (error) {
    // Whoever stopped it knows why.
    if (signal.aborted) return []
    throw error
  }
}

/** In the middle of an edit a project may not be one; the next change may mend it. */
function reopened(path: string, onLine: (line: string) => void): Project | undefined {
  try {
    return openProject(path)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    onLine(error.message)
    return undefined
  }
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
