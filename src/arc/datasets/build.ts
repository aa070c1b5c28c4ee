import { join } from 'node:path'
import { InputError } from '../../errors.ts'
import { jsonLines, writeWhole } from '../../files/index.ts'
import { sha256 } from '../checkpoint/index.ts'
import { readInput } from '../io/index.ts'
import {
  blameRowSchema,
  checkedRows,
  indexRowSchema,
  parseRow,
  preferenceSchema,
  rankingPairSchema,
  readRows,
  type Trace,
  traceSchema,
} from '../trace/index.ts'
import { blameRows, directivePreferences, type PreferenceOptions, rankingPairs } from './rows.ts'

export const DATASETS = {
  ranking: 'critic_ranking_pairs.jsonl',
  blame: 'critic_blame_locus.jsonl',
  prefs: 'critic_directive_prefs.jsonl',
} as const

export type Dataset = keyof typeof DATASETS

export interface BuildOptions extends PreferenceOptions {
  readonly failedOnly: boolean
  readonly maxTasks: number | undefined
}

/** The saved traces of a folder in the order of its index, each checked against its hash and its schema. */
function* savedTraces(
  folder: string,
  options: Pick<BuildOptions, 'failedOnly' | 'maxTasks'>,
): Generator<Trace> {
  const hint = 'Save traces there first: "orch arc run ... --critic-batch-run --out-dir <folder>".'
  const rows = readRows(indexRowSchema, join(folder, 'index.jsonl'), 'trace index', hint)
  const wanted = rows.filter((row) => !options.failedOnly || row.status !== 'solved')
  for (const row of wanted.slice(0, options.maxTasks)) {
    const file = join(folder, row.file)
    const text = readInput(file, 'trace')
    if (sha256(text) !== row.sha256) {
      throw new InputError(
        'arc_trace_changed',
        `${file}, line 1, field sha256: the trace is not the one its index names.`,
        {
          hint: 'Run the batch again with --critic-batch-run.',
        },
      )
    }
    yield parseRow(traceSchema, text, file, 1)
  }
}

/** Every saved trace of a folder. */
export function readTraces(folder: string): Trace[] {
  return [...savedTraces(folder, { failedOnly: false, maxTasks: undefined })]
}

/** What a dataset came out as. `empty` says why there is no row, and what to do about it. */
export interface BuiltDataset {
  readonly rows: number
  readonly tasks: number
  readonly empty?: string
}

/** Builds one dataset from saved traces, without running a task. */
export function buildDataset(folder: string, dataset: Dataset, options: BuildOptions): BuiltDataset {
  const seen = { rows: 0, tasks: 0, candidates: 0, compared: 0, analysed: 0, edited: 0 }
  const lines = function* (): Generator<string> {
    for (const trace of savedTraces(folder, options)) {
      seen.tasks++
      for (const { candidates, csa, tried } of trace.iterations) {
        seen.candidates += candidates.length
        seen.compared += Number(candidates.length > 1)
        seen.analysed += csa.length
        seen.edited += tried.length
      }
      for (const line of LINES[dataset](trace, options)) {
        seen.rows++
        yield line
      }
    }
  }
  writeWhole([{ path: join(folder, DATASETS[dataset]), text: lines() }])
  const { rows, tasks } = seen
  return rows > 0 ? { rows, tasks } : { rows, tasks, empty: whyEmpty(dataset, seen, options) }
}

const LINES: Readonly<Record<Dataset, (trace: Trace, options: BuildOptions) => Iterable<string>>> = {
  ranking: (trace) => jsonLines(checkedRows(rankingPairSchema, rankingPairs(trace))),
  blame: (trace) => jsonLines(checkedRows(blameRowSchema, blameRows(trace))),
  prefs: (trace, options) => jsonLines(checkedRows(preferenceSchema, directivePreferences(trace, options))),
}

function whyEmpty(
  dataset: Dataset,
  seen: Readonly<Record<'tasks' | 'candidates' | 'compared' | 'analysed' | 'edited', number>>,
  { failedOnly }: BuildOptions,
): string {
  if (seen.tasks === 0)
    return failedOnly
      ? 'Every task of the batch was solved: leave out --failed-only.'
      : 'The folder holds no trace.'
  if (seen.candidates === 0) return 'No task has a candidate: give the run more --nodes.'
  if (dataset === 'ranking')
    return seen.compared === 0
      ? 'No iteration has two candidates to compare: run with --candidate-k 8.'
      : 'All candidates of an iteration score alike; ties are dropped.'
  if (dataset === 'blame')
    return seen.analysed === 0
      ? 'No candidate was analysed: what explains every pair has nothing to blame. Take more tasks, or --candidate-k 8.'
      : 'In every analysed candidate two places are blamed alike; ties are dropped.'
  return seen.edited === 0
    ? 'No candidate was edited: run with --loop-iters 3 --edit-k 8 on tasks that are not solved at once.'
    : 'No two edits of a seed differ by more than --delta-threshold.'
}
