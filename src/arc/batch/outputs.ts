import { join } from 'node:path'
import { jsonLines, type WholeFile, writeWhole } from '../../files/index.ts'
import { sha256 } from '../checkpoint/index.ts'
import { rankingPairs, transitions } from '../datasets/index.ts'

import {
  checked,
  checkedRows,
  indexRowSchema,
  type Metrics,
  metricsSchema,
  rankingPairSchema,
  type TaskRow,
  type Trace,
  taskRowSchema,
  traceSchema,
  transitionSchema,
} from '../trace/index.ts'

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
  const wanted: readonly (readonly [string | undefined, () => Iterable<string>])[] = [
    [paths.tasks, () => jsonLines(checkedRows(taskRowSchema, rows))],
    [paths.metrics, () => [`${JSON.stringify(checked(metricsSchema, metrics), null, 2)}\n`]],
    [paths.trace, () => jsonLines(checkedRows(traceSchema, traces))],
    [paths.criticBuffer, () => jsonLines(checkedRows(rankingPairSchema, flat(traces, rankingPairs)))],
    [paths.studentBuffer, () => jsonLines(checkedRows(transitionSchema, flat(traces, transitions)))],
  ]
  writeWhole([
    ...wanted.flatMap(([path, text]) => (path === undefined ? [] : [{ path, text: text() }])),
    ...(paths.traceFolder === undefined ? [] : traceFiles(paths.traceFolder, traces)),
  ])
}

function* flat<T>(traces: readonly Trace[], rowsOf: (trace: Trace) => Iterable<T>): Generator<T> {
  for (const trace of traces) yield* rowsOf(trace)
}

function traceFiles(folder: string, traces: readonly Trace[]): WholeFile[] {
  const written = traces.map((trace) => {
    const text = `${JSON.stringify(checked(traceSchema, trace))}\n`
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
  return [
    ...written.map(({ file, text }) => ({ path: join(folder, file), text: [text] })),
    {
      path: join(folder, 'index.jsonl'),
      text: jsonLines(
        checkedRows(
          indexRowSchema,
          written.map(({ row }) => row),
        ),
      ),
    },
  ]
}
