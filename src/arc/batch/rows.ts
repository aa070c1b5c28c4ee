import { join } from 'node:path'
import type { z } from 'zod'
import { jsonLines, type WholeFile, writeWhole } from '../../files/index.ts'
import { sha256 } from '../checkpoint/index.ts'
import { COMPARATOR_VERSION, mean, round } from '../compare/index.ts'
import { CRITIC_VERSION } from '../critic/index.ts'
import { rankingPairs, transitions } from '../datasets/index.ts'
import {
  candidatesOf,
  checked,
  checkedRows,
  type Metrics,
  SCHEMAS,
  type TaskRow,
  type Trace,
} from '../trace/index.ts'

/** What became of one task: a trace, or the sentence that says why there is none. */
export type TaskResult =
  | { readonly kind: 'trace'; readonly trace: Trace }
  | { readonly kind: 'error'; readonly task_id: string; readonly message: string; readonly tests: number }

const NO_ATTEMPT = {
  attempt_1: null,
  attempt_2: null,
  program_1: null,
  program_2: null,
  confidence_1: 0,
  confidence_2: 0,
}

export function taskRow(result: TaskResult, seed: number): TaskRow {
  const trace = result.kind === 'trace' ? result.trace : undefined
  const candidates = trace && candidatesOf(trace)
  const best = candidates?.get(trace?.best_id ?? null)
  const tests = result.kind === 'error' ? result.tests : 0
  return {
    task_id: result.kind === 'error' ? result.task_id : result.trace.task_id,
    status: trace?.status ?? 'error',
    error: result.kind === 'error' ? result.message : null,
    seed: trace?.seed ?? seed,
    comparator_version: trace?.comparator_version ?? COMPARATOR_VERSION,
    iterations: trace?.iterations.length ?? 0,
    candidates: candidates?.size ?? 0,
    program: best?.program ?? null,
    source: best?.source ?? null,
    pairs_solved: best?.pairs_solved ?? 0,
    train_pairs: trace?.train_pairs ?? 0,
    verifier_score: best?.verifier_score ?? 0,
    critic_score: best?.critic_score ?? 0,
    feature_vec: best?.feature_vec ?? [],
    attempts: trace?.attempts ?? Array.from({ length: tests }, () => NO_ATTEMPT),
  }
}

/** Counts over a batch. No times and no test scores: the same inputs give the same file. */
export function metricsOf(
  rows: readonly TaskRow[],
  traces: readonly Trace[],
  run: {
    readonly skipped: number
    readonly seed: number
    readonly checkpoints: Readonly<Record<string, string>>
  },
): Metrics {
  const solved = rows.filter((row) => row.status === 'solved')
  const solvedBy: Record<string, number> = {}
  for (const row of solved) if (row.source !== null) solvedBy[row.source] = (solvedBy[row.source] ?? 0) + 1
  const candidates = traces.flatMap((trace) => {
    const own = candidatesOf(trace)
    return [...own.values()].map((c) => ({ ...c, parent: own.get(c.parent_id) }))
  })
  const edits = candidates.filter(({ source }) => source === 'edit')
  const improving = edits.filter((c) => c.parent !== undefined && c.verifier_score > c.parent.verifier_score)
  return {
    tasks: rows.length,
    solved: solved.length,
    unsolved: rows.filter((row) => row.status === 'unsolved').length,
    errors: rows.filter((row) => row.status === 'error').length,
    skipped: run.skipped,
    stopped_by_time: traces.filter((trace) => trace.stopped_by_time).length,
    nodes: traces.reduce((sum, trace) => sum + trace.nodes, 0),
    mean_verifier_score: round(mean(rows.map((row) => row.verifier_score))),
    mean_iterations: round(mean(rows.map((row) => row.iterations))),
    candidates: candidates.length,
    edits: edits.length,
    improving_edits: improving.length,
    iterations: iterationsOf(traces),
    rejected: traces.reduce((sum, t) => sum + t.iterations.reduce((n, it) => n + it.rejected.length, 0), 0),
    solved_by: Object.fromEntries(Object.entries(solvedBy).sort()),
    comparator_version: COMPARATOR_VERSION,
    critic_version: CRITIC_VERSION,
    seed: run.seed,
    checkpoints: { ...run.checkpoints },
  }
}

/** What each iteration brought: how many tasks it reached, improved, and solved that were not solved before it. */
function iterationsOf(traces: readonly Trace[]): Metrics['iterations'] {
  const most = Math.max(0, ...traces.map((trace) => trace.iterations.length))
  return Array.from({ length: most }, (_, iter_idx) => {
    const reached = traces.flatMap(({ iterations }) => {
      const own = iterations[iter_idx]
      return own ? [{ ...own, isNew: own.solved && iterations[iter_idx - 1]?.solved !== true }] : []
    })
    return {
      iter_idx,
      tasks: reached.length,
      improved: reached.filter(({ improved }) => improved).length,
      solved: reached.filter(({ isNew }) => isNew).length,
    }
  })
}

/** Where a run's files go; what is left out is not written. */
export interface OutputPaths {
  readonly tasks: string
  readonly metrics?: string
  readonly trace?: string
  readonly criticBuffer?: string
  readonly studentBuffer?: string
  /** Folder for `traces/task_<id>.json` and `index.jsonl`. */
  readonly traceFolder?: string
}

/** A task id as part of a file name: what a file system might stumble over is spelt out. */
function traceFileName(id: string): string {
  const safe = id.replace(/[^A-Za-z0-9_.-]/g, (c) => `%${c.codePointAt(0)?.toString(16)}`)
  return `traces/task_${safe}.json`
}

/** All outputs of a run in one go: either every file is new, or none is. */
export function writeOutputs(
  paths: OutputPaths,
  rows: readonly TaskRow[],
  traces: readonly Trace[],
  metrics: Metrics,
): void {
  writeWhole([
    ...rowFile(paths.tasks, SCHEMAS.task_row, rows),
    ...rowFile(paths.trace, SCHEMAS.trace, traces),
    ...rowFile(paths.criticBuffer, SCHEMAS.critic_ranking_pair, flat(traces, rankingPairs)),
    ...rowFile(paths.studentBuffer, SCHEMAS.ruler_student_transition, flat(traces, transitions)),
    ...(paths.metrics === undefined
      ? []
      : [{ path: paths.metrics, text: [`${JSON.stringify(checked(SCHEMAS.metrics, metrics), null, 2)}\n`] }]),
    ...(paths.traceFolder === undefined ? [] : traceFiles(paths.traceFolder, traces)),
  ])
}

/** A file of rows that fit a schema; none without a path. */
function rowFile<T>(path: string | undefined, schema: z.ZodType<T>, rows: Iterable<T>): WholeFile[] {
  return path === undefined ? [] : [{ path, text: jsonLines(checkedRows(schema, rows)) }]
}

function* flat<T>(traces: readonly Trace[], rowsOf: (trace: Trace) => Iterable<T>): Generator<T> {
  for (const trace of traces) yield* rowsOf(trace)
}

function traceFiles(folder: string, traces: readonly Trace[]): WholeFile[] {
  const written = traces.map((trace) => {
    const text = `${JSON.stringify(checked(SCHEMAS.trace, trace))}\n`
    const file = traceFileName(trace.task_id)
    const row = {
      task_id: trace.task_id,
      file,
      status: trace.status,
      iterations: trace.iterations.length,
      sha256: sha256(text),
    }
    return { file, text, row }
  })
  const index = written.map(({ row }) => row)
  return [
    ...written.map(({ file, text }) => ({ path: join(folder, file), text: [text] })),
    ...rowFile(join(folder, 'index.jsonl'), SCHEMAS.index_row, index),
  ]
}
