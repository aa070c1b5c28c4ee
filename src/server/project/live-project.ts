/**
 * The project of the dashboard, and the one thing at a time that is done with it.
 *
 * It is `idle` until somebody looks; then `reading`. When files change it is stale, and the next look reads it again;
 * what did not change is not elaborated twice. From idle a `searching` or an `applying` may begin, on the files as
 * they were read and shown: a file that changed meanwhile is left alone by the guards of `orch fill --apply`.
 */
import { createHash } from 'node:crypto'
import type { ProjectActivity, SearchProject } from '../../api/index.ts'
import { OrchError } from '../../errors.ts'
import {
  type FillResult,
  type Hole,
  openProject,
  type Project,
  type WrittenProofs,
} from '../../fill/index.ts'
import { applyProofs, fillProjectHoles, type ProjectParts, recallHoles } from '../../use-cases/index.ts'
import { ApiProblem } from '../problem.ts'
import { ProjectFindings } from './findings.ts'
import { areAsRead, FolderWatch, projectRoot } from './folder.ts'

export interface LiveProjectOptions {
  readonly folder: string
  /** Whether somebody named the folder; otherwise it must look like a project before it is walked through. */
  readonly isNamed: boolean
  readonly parts: () => Promise<ProjectParts>
  /** Told when there is something new to show. */
  readonly onChange: () => void
  readonly onProblem: (error: unknown) => void
}

/** One hole, the holes of a file, or all. */
export interface ProjectScope {
  readonly hole?: string | undefined
  readonly path?: string | undefined
}

const IDLE: ProjectActivity = { kind: 'idle', done: 0, total: 0, detail: '' }
/** Whoever looks is told of news at most this often. */
const NEWS_MS = 200
const STOPPED = 'Stopped. What was found is kept.'
const BUSY = {
  idle: '',
  reading: 'The project is being read.',
  searching: 'A search of this project is going on.',
  applying: 'Files of this project are being checked and written.',
} as const

export class LiveProject implements AsyncDisposable {
  readonly findings = new ProjectFindings()
  readonly #options: LiveProjectOptions
  readonly #closing = new AbortController()
  readonly #watch: FolderWatch
  #project: Project | undefined
  #problem: OrchError | undefined
  #message: { readonly text: string; readonly isProblem: boolean } | undefined
  #activity = IDLE
  #work: Promise<unknown> = Promise.resolve()
  #stopping = new AbortController()
  #isStale = true
  #news: NodeJS.Timeout | undefined

  constructor(options: LiveProjectOptions) {
    this.#options = options
    const changed = (files: readonly string[]) => {
      if (this.#project && areAsRead(this.#project, files)) return
      this.#isStale = true
      this.#tell()
    }
    this.#watch = new FolderWatch(changed, options.onProblem)
  }

  get folder(): string {
    return this.#options.folder
  }

  get project(): Project | undefined {
    return this.#project
  }

  /** Why there is no project to show. */
  get problem(): OrchError | undefined {
    return this.#problem
  }

  /** How the last search ended. */
  get message(): { readonly text: string; readonly isProblem: boolean } | undefined {
    return this.#message
  }

  get activity(): ProjectActivity {
    return this.#activity
  }

  get isStale(): boolean {
    return this.#isStale
  }

  /** Changes with a module and all that it imports, or with anything in the project. */
  version(module?: string): string {
    const project = this.#project
    if (!project) return ''
    if (module !== undefined) return project.sourceHash(module).slice(0, 32)
    const all = project.buildOrder.map((name) => project.sourceHash(name))
    return createHash('sha256').update(all.join(' ')).digest('hex').slice(0, 32)
  }

  /** Somebody wants to see it: it is read if it is not, or not any more. */
  look({ again = false } = {}): void {
    const isWanted = this.#isStale || again
    if (this.#activity.kind !== 'idle' || !isWanted || this.#closing.signal.aborted) return
    const read = (signal: AbortSignal) => this.#read(signal)
    this.#begin({ ...IDLE, kind: 'reading' }, read, (error) => {
      this.findings.forget()
      this.#problem = error instanceof OrchError ? error : new OrchError('internal', String(error))
    })
  }

  /** Starts a search; what it finds is shown as it comes. */
  search(
    scope: ProjectScope,
    { timeout_seconds: timeoutSeconds, again }: Omit<SearchProject, 'hole' | 'path'>,
  ): void {
    const { project } = this.#ready()
    const open = this.#holesOf(scope).filter((hole) => {
      const state = this.findings.state(hole)
      return hole.unsearchable === undefined && state !== 'proposed' && state !== 'refuted'
    })
    if (open.length === 0)
      throw new ApiProblem(
        409,
        'nothing-to-search',
        'Nothing is open here: each hole is settled or cannot be searched.',
      )
    const holes = new Set(open.map(({ id }) => id))
    this.findings.searching(holes)
    this.#message = undefined
    const run = async (signal: AbortSignal) => {
      const parts = await this.#options.parts()
      const request = { holes, timeoutSeconds, again, apply: false, signal }
      const result = await fillProjectHoles(parts, project, {
        ...request,
        onEvent: (event) => {
          this.findings.hear(event)
          const settled = event.kind === 'outcome' ? 1 : 0
          this.#do({ ...this.#activity, done: Math.min(holes.size, this.#activity.done + settled) })
        },
      })
      for (const outcome of result.outcomes) this.findings.settle(outcome)
      this.#message = { text: summary(result, signal.aborted), isProblem: false }
    }
    const detail = scope.hole ?? scope.path ?? ''
    this.#begin({ kind: 'searching', done: 0, total: holes.size, detail }, run, (error) => {
      const text = error instanceof Error ? error.message : String(error)
      this.#message = this.#stopping.signal.aborted
        ? { text: STOPPED, isProblem: false }
        : { text, isProblem: true }
    })
  }

  stop(): void {
    if (this.#activity.kind !== 'searching')
      throw new ApiProblem(409, 'not-searching', 'No search of this project is going on.')
    this.#stopping.abort(new OrchError('interrupted', 'Stopped.'))
  }

  /** Writes proofs into the files. `version` is that of what somebody has seen. */
  apply(scope: ProjectScope, version: string): Promise<WrittenProofs> {
    const { bench } = this.#ready()
    const holes = this.#holesOf(scope)
    const of = scope.hole ?? scope.path
    if (version !== this.version(of === undefined ? undefined : holes[0]?.module))
      throw new ApiProblem(
        409,
        'file-changed',
        `${of === undefined ? 'The project' : holes[0]?.path} has changed since this was shown. Nothing was written.`,
        'Look at the diff as it is now, and apply that one.',
      )
    const proved = new Set(
      holes.flatMap((hole) => (this.findings.state(hole) === 'proposed' ? [hole.id] : [])),
    )
    if (proved.size === 0) throw new ApiProblem(409, 'nothing-to-apply', 'There is no proof to write here.')
    this.#message = undefined
    const { promise, resolve, reject } = Promise.withResolvers<WrittenProofs>()
    const run = async (signal: AbortSignal) => {
      const result = await applyProofs(await this.#options.parts(), bench, proved, signal)
      this.findings.wrote(result)
      this.#isStale = true
      resolve(result)
    }
    this.#begin({ kind: 'applying', done: 0, total: proved.size, detail: of ?? '' }, run, reject)
    return promise
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { folder, isNamed, parts } = this.#options
    // What changes from here on makes it stale again.
    this.#isStale = false
    this.#watch.start(projectRoot(folder, isNamed))
    const project = openProject(folder)
    this.#project = project
    this.#problem = undefined
    this.findings.become(project)
    const known = await recallHoles(await parts(), project, signal, ({ done, total, path, report }) => {
      this.findings.read(report)
      this.#do({ kind: 'reading', done, total, detail: path })
    })
    this.findings.know(known)
  }

  /** Ends as idle, whatever comes of it. */
  #begin(
    activity: ProjectActivity,
    run: (signal: AbortSignal) => Promise<void>,
    onError: (error: unknown) => void,
  ): void {
    this.#stopping = new AbortController()
    this.#do(activity)
    this.#work = run(AbortSignal.any([this.#stopping.signal, this.#closing.signal]))
      .catch((error: unknown) => {
        if (!(error instanceof OrchError)) this.#options.onProblem(error)
        onError(error)
      })
      .finally(() => {
        this.findings.searched()
        this.#do(IDLE)
        // What was written is known already: nobody has to wait for it to be read.
        if (activity.kind === 'applying') this.look()
      })
  }

  #do(activity: ProjectActivity): void {
    this.#activity = activity
    this.#tell()
  }

  #tell(): void {
    this.#news ??= setTimeout(() => {
      this.#news = undefined
      this.#options.onChange()
    }, NEWS_MS)
  }

  #ready() {
    if (this.#problem) throw this.#problem
    if (this.#activity.kind !== 'idle')
      throw new ApiProblem(409, 'busy', BUSY[this.#activity.kind], 'Wait until it is over, or stop it.')
    const [project, { bench }] = [this.#project, this.findings]
    if (!project || !bench) throw new ApiProblem(409, 'not-read', 'The project has not been read yet.')
    return { project, bench }
  }

  /** What a client names is looked up among what was read; no path of a client reaches the file system. */
  #holesOf({ hole, path }: ProjectScope): readonly Hole[] {
    const reports = (this.#project?.wanted ?? []).flatMap((module) => this.findings.report(module) ?? [])
    if (path !== undefined && !reports.some((report) => report.path === path))
      throw new ApiProblem(404, 'unknown-file', `${path} is not a Lean file of this project.`)
    const chosen = reports
      .flatMap(({ holes }) => holes)
      .filter((one) => (path ?? one.path) === one.path && (hole ?? one.id) === one.id)
    if (hole !== undefined && chosen.length === 0)
      throw new ApiProblem(404, 'unknown-hole', `There is no hole ${hole} in this project, or not any more.`)
    return chosen
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new OrchError('closing', 'The server is shutting down.'))
    await this.#work
    clearTimeout(this.#news)
    await this.#watch[Symbol.asyncDispose]()
  }
}

function summary({ outcomes, seconds }: FillResult, isStopped: boolean): string {
  const count = (...kinds: readonly string[]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length
  const found =
    `${count('proved')} of ${outcomes.length} holes proved, ${count('refuted')} false, ` +
    `${count('failed', 'open')} open, ${count('skipped')} not searched, in ${seconds.toFixed(1)} s.`
  return isStopped ? `${STOPPED} ${found}` : found
}
