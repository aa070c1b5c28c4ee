/** Runs of `orch arc run` as their files tell them. Paths come from the ledger alone, never from a request. */

import { createReadStream, existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { ArcRun, ArcTask, RunAnswer } from '../../api/index.ts'
import {
  gridFromRows,
  gridToRows,
  keptTraces,
  type LabelledTask,
  parseProgram,
  parseTasks,
  sameGrid,
  type TaskRow,
  type Trace,
  taskRowSchema,
  verifyProgram,
} from '../../arc/index.ts'
import { readJsonLines } from '../../files/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { RecentlyUsed } from '../../recently-used.ts'
import { runningLog, runningRows } from './arc-running.ts'
import { findRunAnswer, runPage } from './runs.ts'

export interface ArcFiles {
  readonly batch: string
  readonly results: string
  readonly traces: string | undefined
  readonly folder: string | undefined
  /** Whether the run goes on: then its results are not written yet. */
  readonly isRunning: boolean
}

const Flags = z.object({
  batchFile: z.string(),
  outJsonl: z.string(),
  traceJsonl: z.string().optional(),
  outDir: z.string().optional(),
  folder: z.string().optional(),
})
const Metrics = z.object({ tasks: z.number() })

const MOST_FILES = 8

/** Parsed files, as long as they do not change on disk. */
class FileCache<T> {
  readonly #entries = new RecentlyUsed<string, { stamp: string; value: Promise<T> }>(MOST_FILES)
  readonly #read: (file: string) => Promise<T>

  constructor(read: (file: string) => Promise<T>) {
    this.#read = read
  }

  async get(file: string): Promise<T | undefined> {
    if (!existsSync(file)) return undefined
    const { mtimeMs, size } = statSync(file)
    const stamp = `${mtimeMs} ${size}`
    const known = this.#entries.get(file)
    if (known?.stamp === stamp) return known.value
    const value = this.#read(file)
    this.#entries.set(file, { stamp, value })
    value.catch(() => this.#entries.delete(file))
    return value
  }
}

const batches = new FileCache(async (file) => {
  const { tasks } = parseTasks(await readFile(file, 'utf8'), file)
  return new Map(tasks.map((labelled) => [labelled.task.id, labelled]))
})

const results = new FileCache(async (file) => {
  const rows = new Map<string, TaskRow>()
  for await (const { json } of readJsonLines(file)) {
    const row = json.kind === 'value' ? taskRowSchema.safeParse(json.value).data : undefined
    if (row) rows.set(row.task_id, row)
  }
  return rows
})

/** Where in a file of traces each task's line is; traces are large and read one at a time. */
const traceLines = new FileCache(async (file) => {
  const places = new Map<string, { start: number; length: number }>()
  let start = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const length = Buffer.byteLength(line)
    const id = /"task_id":"((?:[^"\\]|\\.)*)"/.exec(line.slice(0, 2000))?.[1]
    if (id !== undefined) places.set(JSON.parse(`"${id}"`), { start, length })
    start += length + 1
  }
  return places
})

export async function readArcRuns(ledger: Ledger, home: string): Promise<ArcRun[]> {
  const { items } = await runPage(ledger, { command: 'arc run', limit: 100 })
  return Promise.all(items.map((run) => arcRunAnswer(run, home)))
}

export async function readArcRun(ledger: Ledger, runId: string, home: string): Promise<ArcRun | undefined> {
  const run = await findRunAnswer(ledger, runId)
  return run?.command === 'arc run' ? arcRunAnswer(run, home) : undefined
}

async function arcRunAnswer(run: RunAnswer, home: string): Promise<ArcRun> {
  const { run_id, state, started_at, ended_at, summary, pulse } = run
  const files = filesOf(run, home)
  const tasks = files ? await readArcTasks(files) : []
  const finished = tasks.filter(({ row }) => row)
  const known = finished.filter(({ task }) => task.correct !== null)
  const total = Metrics.safeParse(summary).data?.tasks ?? pulse?.goals.total ?? tasks.length
  const done = Math.min(total, finished.length)
  const isRunning = ended_at === null && state !== 'lost'
  const perSecond = (isRunning && pulse?.tasks_per_second) || null
  return {
    run_id,
    state,
    started_at,
    ended_at,
    batch_file: files?.batch ?? null,
    tasks: total,
    done,
    solved: tasks.filter(({ task }) => task.status === 'solved').length,
    scored: known.length,
    correct: known.filter(({ task }) => task.correct === true).length,
    per_minute: perSecond === null ? null : perSecond * 60,
    seconds_left: perSecond === null ? null : (total - done) / perSecond,
    paused: pulse?.paused ?? false,
    has_traces: files !== undefined && hasTraces(files),
  }
}

export async function arcFiles(ledger: Ledger, runId: string, home: string): Promise<ArcFiles | undefined> {
  const run = await findRunAnswer(ledger, runId)
  return run?.command === 'arc run' ? filesOf(run, home) : undefined
}

export interface ReadTask {
  readonly labelled: LabelledTask | undefined
  readonly row: TaskRow | undefined
  readonly task: ArcTask
}

export async function readArcTasks(files: ArcFiles): Promise<readonly ReadTask[]> {
  const tasks = (await batches.get(files.batch)) ?? new Map<string, LabelledTask>()
  const running = files.isRunning ? await runningRows(runningLog(files.results)) : undefined
  const written = files.isRunning ? undefined : await results.get(files.results)
  const rows = running?.rows ?? written ?? new Map<string, TaskRow>()
  const read: ReadTask[] = []
  for (const id of new Set([...tasks.keys(), ...rows.keys()])) {
    const [labelled, row] = [tasks.get(id), rows.get(id)]
    const isNew = row?.status === 'solved' && !reproduced.has(row)
    read.push({ labelled, row, task: taskJson(id, labelled, row) })
    // Programs are run on their pairs once; others get their turn between two of them.
    if (isNew) await nextTurn()
  }
  return read
}

export async function arcTrace(files: ArcFiles, taskId: string): Promise<Trace | undefined> {
  const log = runningLog(files.results)
  const running = files.isRunning ? (await runningRows(log))?.places.get(taskId) : undefined
  if (running)
    return (JSON.parse(await readRange(log, running)) as { result: { trace?: Trace } }).result.trace
  if (files.traces !== undefined) {
    const place = (await traceLines.get(files.traces))?.get(taskId)
    if (place) return JSON.parse(await readRange(files.traces, place)) as Trace
  }
  // A task id is the name of its file: one that could lead elsewhere is none of ours.
  if (files.folder === undefined || !/^[\w.-]+$/.test(taskId) || taskId.includes('..')) return undefined
  const file = join(files.folder, 'traces', `task_${taskId}.json`)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Trace) : undefined
}

async function readRange(
  file: string,
  { start, length }: { start: number; length: number },
): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of createReadStream(file, { start, end: start + length - 1 })) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function filesOf({ run_id, settings, state, ended_at }: RunAnswer, home: string): ArcFiles | undefined {
  const flags = Flags.safeParse(settings).data
  if (!flags) return undefined
  const at = (path: string | undefined) =>
    path === undefined ? undefined : resolve(flags.folder ?? process.cwd(), path)
  return {
    batch: at(flags.batchFile) ?? '',
    results: at(flags.outJsonl) ?? '',
    // Where nobody asked for traces the run kept some by itself.
    traces: at(flags.traceJsonl) ?? (/^[\w-]+$/.test(run_id) ? keptTraces(home, run_id) : undefined),
    folder: at(flags.outDir),
    isRunning: ended_at === null || state === 'interrupted',
  }
}

function hasTraces({ traces, folder }: ArcFiles): boolean {
  return (
    (traces !== undefined && existsSync(traces)) ||
    (folder !== undefined && existsSync(join(folder, 'traces')))
  )
}

function taskJson(id: string, labelled: LabelledTask | undefined, row: TaskRow | undefined): ArcTask {
  const first = labelled?.task.train[0]
  return {
    task_id: id,
    status: statusOf(labelled, row),
    program: row?.program ?? null,
    source: row?.source ?? null,
    pairs_solved: row?.pairs_solved ?? 0,
    train_pairs: row?.train_pairs ?? labelled?.task.train.length ?? 0,
    verifier_score: row?.verifier_score ?? 0,
    iterations: row?.iterations ?? 0,
    candidates: row?.candidates ?? 0,
    correct: isCorrect(labelled, row),
    preview: first ? { input: gridToRows(first.input), output: gridToRows(first.output) } : null,
  }
}

/** Programs that were run on their pairs here; the rows live as long as their file does not change. */
const reproduced = new WeakMap<TaskRow, boolean>()

/** A results file says what it likes: solved is what the verifier finds solved, anything else is claimed. */
function statusOf(labelled: LabelledTask | undefined, row: TaskRow | undefined): ArcTask['status'] {
  if (row?.status !== 'solved') return row?.status ?? 'pending'
  const solved = reproduced.get(row) ?? reproduces(labelled, row)
  reproduced.set(row, solved)
  return solved ? 'solved' : 'claimed'
}

function reproduces(labelled: LabelledTask | undefined, { program }: TaskRow): boolean {
  const parsed = parseProgram(program ?? '')
  if (!labelled || parsed.kind !== 'program') return false
  return verifyProgram(parsed.program, labelled.task.train).solved
}

function isCorrect(labelled: LabelledTask | undefined, row: TaskRow | undefined): boolean | null {
  if (!labelled || !row || labelled.answers.length === 0) return null
  const answers = labelled.answers.filter((answer) => answer !== undefined)
  if (answers.length < labelled.answers.length) return null
  return answers.every((answer, test) => {
    const { attempt_1 = null, attempt_2 = null } = row.attempts[test] ?? {}
    return [attempt_1, attempt_2].some((rows) => rows !== null && sameGrid(gridFromRows(rows), answer))
  })
}
