import { join } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import { buildDataset, DATASETS, type Dataset } from '../arc/index.ts'
import { decimal, path, runOnDisk, whole } from './arc-flags.ts'
import { EXIT, note, print, printJson } from './output.ts'

interface DatasetFlags {
  readonly outDir: string
  readonly failedOnly?: boolean
  readonly maxTasks?: number
  readonly MSeeds: number
  readonly JEdits: number
  readonly deltaThreshold: number
  readonly json?: boolean
}

export function addArcDataset(arc: Command): void {
  arc
    .command('dataset')
    .description('Build a training dataset from the traces of a batch run; no task is run again.')
    .addArgument(new Argument('<kind>', 'which one').choices(Object.keys(DATASETS)))
    .requiredOption('--out-dir <folder>', 'the folder that "orch arc run --critic-batch-run" wrote', path)
    .option('--failed-only', 'only from tasks that were not solved')
    .option('--max-tasks <n>', 'at most this many tasks', whole(1))
    .option('--M-seeds <n>', 'seeds per iteration for preferences', whole(1), 2)
    .option('--J-edits <n>', 'edits per seed for preferences', whole(2), 4)
    .addOption(
      new Option('--delta-threshold <x>', 'least score difference of a preference')
        .argParser(decimal(0, 1))
        .default(1e-6),
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch arc dataset ranking --out-dir out/batch --failed-only\n\nExit code: 0 rows were written, 1 there were none (the reason is said), 2 could not run.',
    )
    .action((kind: Dataset, flags: DatasetFlags) =>
      runOnDisk(flags.json, async () => buildAndTell(flags.outDir, kind, flags)),
    )
}

type BuildFlags = Omit<DatasetFlags, 'outDir'>

/** Builds one dataset and says what came of it: an empty one is no success, and says why it is empty. */
export function buildAndTell(folder: string, kind: Dataset, flags: BuildFlags): number {
  const { rows, tasks, empty } = buildDataset(folder, kind, {
    failedOnly: flags.failedOnly === true,
    maxTasks: flags.maxTasks,
    seeds: flags.MSeeds,
    edits: flags.JEdits,
    deltaThreshold: flags.deltaThreshold,
  })
  if (flags.json)
    printJson('arc dataset', { dataset: kind, rows, tasks, ...(empty !== undefined && { empty }) })
  else print(`${kind}: ${rows} rows of ${tasks} tasks in ${join(folder, DATASETS[kind])}`)
  if (empty !== undefined) note(`orch: ${kind}: ${empty}`)
  return rows > 0 ? EXIT.done : EXIT.unsolved
}
