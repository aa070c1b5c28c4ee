import { join } from 'node:path'
import { InputError } from '../../errors.ts'
import { sha256 } from '../checkpoint/index.ts'
import { jsonLines, readInput, writeWhole } from '../io/index.ts'
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

/** Builds one dataset from saved traces, without running a task; the number of its rows. */
export function buildDataset(folder: string, dataset: Dataset, options: BuildOptions): number {
  let count = 0
  const counted = function* (lines: Iterable<string>): Generator<string> {
    for (const line of lines) {
      count++
      yield line
    }
  }
  const rows = function* (): Generator<string> {
    for (const trace of savedTraces(folder, options)) {
      switch (dataset) {
        case 'ranking':
          yield* jsonLines(checkedRows(rankingPairSchema, rankingPairs(trace)))
          break
        case 'blame':
          yield* jsonLines(checkedRows(blameRowSchema, blameRows(trace)))
          break
        case 'prefs':
          yield* jsonLines(checkedRows(preferenceSchema, directivePreferences(trace, options)))
          break
      }
    }
  }
  writeWhole([{ path: join(folder, DATASETS[dataset]), text: counted(rows()) }])
  return count
}
