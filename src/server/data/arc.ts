/** Runs of `orch arc run` as their files tell them. Paths come from the ledger alone, never from a request. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { ArcRun, ArcTask } from '../../api/index.ts'
import {
  gridFromRows,
  gridToRows,
  type LabelledTask,
  parseProgram,
  parseTasks,
  sameGrid,
  type TaskRow,
  type Trace,
  taskRowSchema,
  verifyProgram,
} from '../../arc/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { findRun, runPage } from './runs.ts'

export interface ArcFiles {
  readonly batch: string
  readonly results: string
  readonly traces: string | undefined
  readonly folder: string | undefined
}

const Flags = z.object({
  batchFile: z.string(),
  outJsonl: z.string(),
  traceJsonl: z.string().optional(),
  outDir: z.string().optional(),
  folder: z.string().optional(),
})
const Metrics = z.object({ tasks: z.number() })

/** Parsed files, as long as they do not change on disk. */
class FileCache<T> {
  readonly #entries = new Map<string, { stamp: string; value: Promise<T> }>()
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
    if (this.#entries.size > 8) this.#entries.delete(this.#entries.keys().next().value ?? '')
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
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const row = line.trim() === '' ? undefined : taskRowSchema.safeParse(JSON.parse(line)).data
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

export async function arcRuns(ledger: Ledger): Promise<ArcRun[]> {
  const { items } = await runPage(ledger, { command: 'arc run', limit: 100 })
  return Promise.all(
    items.map(async ({ run_id, state, started_at, ended_at, settings, summary }) => {
      const files = filesOf(settings)
      const counted = Metrics.safeParse(summary).data
      const rows = counted || !files ? undefined : await results.get(files.results)
      const solved = files ? await countSolved(files) : 0
      return {
        run_id,
        state,
        started_at,
        ended_at,
        batch_file: files?.batch ?? null,
        tasks: counted?.tasks ?? rows?.size ?? 0,
        solved,
        has_traces: files !== undefined && hasTraces(files),
      }
    }),
  )
}

export async function arcFiles(ledger: Ledger, runId: string): Promise<ArcFiles | undefined> {
  const run = await findRun(ledger, runId)
  return run?.command === 'arc run' ? filesOf(run.settings) : undefined
}

export async function arcTasks(
  files: ArcFiles,
): Promise<readonly { labelled: LabelledTask | undefined; row: TaskRow | undefined; task: ArcTask }[]> {
  const tasks = (await batches.get(files.batch)) ?? new Map<string, LabelledTask>()
  const rows = (await results.get(files.results)) ?? new Map<string, TaskRow>()
  return [...new Set([...tasks.keys(), ...rows.keys()])].map((id) => {
    const [labelled, row] = [tasks.get(id), rows.get(id)]
    return { labelled, row, task: taskJson(id, labelled, row) }
  })
}

export async function arcTrace(files: ArcFiles, taskId: string): Promise<Trace | undefined> {
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

function filesOf(settings: Record<string, unknown>): ArcFiles | undefined {
  const flags = Flags.safeParse(settings).data
  if (!flags) return undefined
  const at = (path: string | undefined) =>
    path === undefined ? undefined : resolve(flags.folder ?? process.cwd(), path)
  return {
    batch: at(flags.batchFile) ?? '',
    results: at(flags.outJsonl) ?? '',
    traces: at(flags.traceJsonl),
    folder: at(flags.outDir),
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

async function countSolved(files: ArcFiles): Promise<number> {
  const tasks = (await batches.get(files.batch)) ?? new Map<string, LabelledTask>()
  let solved = 0
  for (const [id, row] of (await results.get(files.results)) ?? []) {
    if (row.status !== 'solved') continue
    if (statusOf(tasks.get(id), row) === 'solved') solved += 1
    // Others get their turn between two programs.
    await nextTurn()
  }
  return solved
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
