/**
 * A search that goes on in the background while people edit the files.
 *
 * reading → searching → (files changed) → reading … . A change ends the search at once, attempts in Lean included;
 * what it found is kept, and what did not change is not elaborated and not attempted again. Nothing is written into
 * the project: `orch fill` takes what was found.
 */
import { InputError, OrchError } from '../errors.ts'
import { type FillProjectOptions, fillProject } from './fill.ts'
import type { HoleOutcome } from './outcome.ts'
import { openProject, type Project } from './project.ts'
import { lockProject } from './project-lock.ts'
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
  let current = new AbortController()
  await using watching = await watchFiles(project.root, () => {
    current.abort(RESTART)
    changed.resolve()
  })
  let outcomes: readonly HoleOutcome[] = []
  let changes = 0
  while (!signal.aborted) {
    if (project) outcomes = await search(project, AbortSignal.any([signal, current.signal]), options)
    if (signal.aborted) break
    const count = (kind: HoleOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
    if (!current.signal.aborted)
      onLine(`nothing left to try: ${count('proved')} proved, ${count('failed')} open; watching`)
    await Promise.race([changed.promise, stopped(signal)])
    if (signal.aborted) break
    changes += 1
    changed = Promise.withResolvers<void>()
    current = new AbortController()
    onLine(`changed: ${watching.changes().join(', ')}`)
    project = reopened(path, onLine)
  }
  const count = (kind: HoleOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  return {
    proved: count('proved'),
    refuted: count('refuted'),
    open: count('open') + count('failed'),
    changes,
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
