import { basename, join } from 'node:path'
import { type Command, Option } from 'commander'
import {
  type BatchOptions,
  type BatchResult,
  checkOutputs,
  type Dataset,
  type Metrics,
  runBatch,
} from '../arc/index.ts'
import { InputError } from '../errors.ts'
import { buildAndTell } from './arc-dataset.ts'
import { decimal, defaultWorkers, path, runOnDisk, whole } from './arc-flags.ts'
import { batchBar } from './arc-progress.ts'
import { type ArcSession, openArcSession } from './arc-session.ts'
import { type FleetFlags, fleetOptions } from './fleet.ts'
import { arcLogOf, type LogFlags, logFlags } from './log-flags.ts'
import { delivered, EXIT, note, paint, print, printJson } from './output.ts'

export interface RunFlags extends FleetFlags, LogFlags {
  readonly batchFile: string
  readonly outJsonl: string
  readonly describerCheckpoint: string
  readonly rulerCheckpoint: string
  readonly enhancedRulerCheckpoint?: string
  readonly criticCheckpoint?: string
  readonly loopIters: number
  readonly iters?: number
  readonly candidateK: number
  readonly KDrafts?: number
  readonly editK: number
  readonly editTopM: number
  readonly memoryK: number
  readonly memoryKEpisodes: number
  readonly memoryKCases: number
  readonly memoryKSolvedExamples: number
  readonly memoryKRepairCases: number
  readonly memoryMaxBytes: number
  readonly trainNamespace?: string
  readonly metricsJson?: string
  readonly traceJsonl?: string
  readonly criticBufferJsonl?: string
  readonly rulerStudentBufferJsonl?: string
  readonly outDir?: string
  readonly criticBatchRun?: boolean
  readonly criticBuildRankingDs?: boolean
  readonly criticDirectiveSweep?: boolean
  readonly criticBuildBlameDs?: boolean
  readonly failedOnly?: boolean
  readonly MSeeds: number
  readonly JEdits: number
  readonly deltaThreshold: number
  readonly maxTasks?: number
  readonly failFast?: boolean
  readonly seed: number
  readonly nodes: number
  readonly timeBudget?: number
  readonly workers: number
  readonly json?: boolean
}

type GivenFlags = Omit<RunFlags, 'outJsonl'> & Partial<Pick<RunFlags, 'outJsonl'>>

/** The same file for the same batch, so that the same command goes on where it was stopped. */
function resultsOf({ batchFile }: GivenFlags): string {
  return join('out', `${basename(batchFile).replace(/\.jsonl?$/, '')}.jsonl`)
}

const number = (flags: string, help: string, least: number, value?: number): Option => {
  const option = new Option(flags, help).argParser(whole(least))
  return value === undefined ? option : option.default(value)
}

const BUILTIN = 'builtin:symbolic'

export function addArcRun(arc: Command): void {
  const command = arc
    .command('run')
    .description('Run a batch of tasks: describe, rule, verify, compare, criticise, edit, iterate.')
    .requiredOption('--batch-file <file>', 'tasks, one JSON object a line', path)
    .option(
      '--out-jsonl <file>',
      'results, one JSON object a line, in the order of the batch (default: out/<name of the batch>.jsonl)',
      path,
    )
    .option('--describer-checkpoint <checkpoint>', 'describer: a folder or builtin:symbolic', path, BUILTIN)
    .option('--ruler-checkpoint <checkpoint>', 'teacher ruler: a folder or builtin:symbolic', path, BUILTIN)
    .option('--enhanced-ruler-checkpoint <checkpoint>', 'student ruler, beside the teacher', path)
    .option('--critic-checkpoint <checkpoint>', 'trained critic', path)
  const search = [
    number('--loop-iters <n>', 'iterations of the loop', 1, 1),
    number('--iters <n>', 'the same as --loop-iters', 1),
    number('--candidate-k <n>', 'drafts in the first iteration', 1, 1),
    number('--K-drafts <n>', 'the same as --candidate-k', 1),
    number('--edit-k <n>', 'candidates in each later iteration', 0, 0),
    number('--edit-top-m <n>', 'seeds kept for editing', 1, 1),
    number('--nodes <n>', 'operator applications per view and ruler', 0, 20_000),
    new Option('--time-budget <seconds>', 'safety stop for one task; recorded when it fires').argParser(
      decimal(0),
    ),
  ]
  const memory = [
    number('--memory-k <n>', 'episodes in the memory summary', 0, 5),
    number('--memory-k-episodes <n>', 'episodes for critic and ruler', 0, 5),
    number('--memory-k-cases <n>', 'repair cases for the critic', 0, 5),
    number('--memory-k-solved-examples <n>', 'solved examples for the ruler', 0, 3),
    number('--memory-k-repair-cases <n>', 'repair cases for the ruler', 0, 3),
    number('--memory-max-bytes <n>', 'most bytes of a retrieved bundle', 2, 65_536),
    new Option(
      '--train-namespace <name>',
      'memory namespace (default: ARC_V3_MEMORY_NAMESPACE or "default")',
    ),
  ]
  const outputs = [
    new Option('--metrics-json <file>', 'counts over the batch').argParser(path),
    new Option('--trace-jsonl <file>', 'one whole trace a line').argParser(path),
    new Option('--critic-buffer-jsonl <file>', 'labelled pairs for the critic').argParser(path),
    new Option('--ruler-student-buffer-jsonl <file>', 'transitions for the student').argParser(path),
    new Option('--out-dir <folder>', 'folder for traces and datasets').argParser(path),
  ]
  const datasets = [
    new Option('--critic-batch-run', 'run and write traces/task_<id>.json and index.jsonl into --out-dir'),
    new Option('--critic-build-ranking-ds', 'build critic_ranking_pairs.jsonl from saved traces'),
    new Option('--critic-directive-sweep', 'build critic_directive_prefs.jsonl from saved traces'),
    new Option('--critic-build-blame-ds', 'build critic_blame_locus.jsonl from saved traces'),
    new Option('--failed-only', 'datasets from tasks that were not solved'),
    number('--M-seeds <n>', 'seeds per iteration for preferences', 1, 2),
    number('--J-edits <n>', 'edits per seed for preferences', 2, 4),
    new Option('--delta-threshold <x>', 'least score difference of a preference')
      .argParser(decimal(0, 1))
      .default(1e-6),
  ]
  const general = [
    number('--max-tasks <n>', 'at most this many tasks', 1),
    new Option('--fail-fast', 'stop at the first failure'),
    number('--seed <n>', 'seed of everything that is drawn', 0, 0),
    number('--workers <n>', 'worker threads (results do not depend on it)', 1, defaultWorkers()),
    new Option('--json', 'print the metrics as one JSON object'),
    ...fleetOptions(),
  ]
  for (const option of [...search, ...memory, ...outputs, ...datasets, ...general]) command.addOption(option)
  logFlags(command)
    .addHelpText(
      'after',
      `
Examples:
  $ orch arc run --batch-file data/training.jsonl
  $ orch arc run --batch-file data/training.jsonl --out-jsonl out/loop.jsonl \\
      --loop-iters 3 --candidate-k 4 --edit-k 4 --edit-top-m 2 --trace-jsonl out/trace.jsonl

With ORCH_DATABASE_URL the workers of all machines take the tasks, if any are there (orch worker) and the
checkpoints are built in; the files are the same to the byte.
A run that was killed goes on where it stopped when the same command is given again.
Exit code: 0 every task has a program that explains all its train pairs, 1 some have none, could not be used or failed,
a dataset is empty or the disk is full, 2 could not run.`,
    )
    .action((flags: GivenFlags) =>
      runOnDisk(flags.json, () => runCommand({ ...flags, outJsonl: flags.outJsonl ?? resultsOf(flags) })),
    )
}

const SWITCHES: readonly (readonly [keyof RunFlags, Dataset])[] = [
  ['criticBuildRankingDs', 'ranking'],
  ['criticBuildBlameDs', 'blame'],
  ['criticDirectiveSweep', 'prefs'],
]

async function runCommand(flags: RunFlags): Promise<number> {
  const wanted = SWITCHES.filter(([flag]) => flags[flag] === true).map(([, dataset]) => dataset)
  if ((wanted.length > 0 || flags.criticBatchRun) && flags.outDir === undefined) {
    throw new InputError('bad_flag', 'The dataset switches need --out-dir.', {
      hint: 'It is the folder that --critic-batch-run wrote its traces to.',
    })
  }
  // Datasets come from saved traces: unless a batch run is asked for too, no task is run.
  const runs = flags.criticBatchRun === true || wanted.length === 0
  let code: number = EXIT.done
  if (runs) code = await runTasks(flags)
  for (const dataset of wanted) code = Math.max(code, buildAndTell(flags.outDir ?? '', dataset, flags))
  return code
}

async function runWithBar(
  options: BatchOptions,
  json: boolean | undefined,
  update: ArcSession['update'],
): Promise<BatchResult> {
  using bar = batchBar({ json })
  return await runBatch({
    ...options,
    onProgress: (progress) => {
      bar.update(progress)
      update(progress)
    },
    tell: async (result) => {
      bar[Symbol.dispose]()
      await options.tell?.(result)
    },
  })
}

async function runTasks(flags: RunFlags): Promise<number> {
  const outputs = {
    '--out-jsonl': flags.outJsonl,
    '--metrics-json': flags.metricsJson,
    '--trace-jsonl': flags.traceJsonl,
    '--critic-buffer-jsonl': flags.criticBufferJsonl,
    '--ruler-student-buffer-jsonl': flags.rulerStudentBufferJsonl,
    '--log-file': flags.logFile,
    '--out-dir': flags.outDir === undefined ? undefined : join(flags.outDir, 'index.jsonl'),
  }
  checkOutputs(outputs, { '--batch-file': flags.batchFile })
  const log = arcLogOf(flags)
  await using session: ArcSession = await openArcSession(flags)
  const tell = async (result: BatchResult) => {
    show(result, flags)
    await delivered()
  }
  const { metrics } = await runWithBar({ ...session.options, log, tell }, flags.json, session.update)
  await session.end(metrics)
  return metrics.solved < metrics.tasks || unusableIn(metrics) > 0 ? EXIT.unsolved : EXIT.done
}

function unusableIn({ skipped, errors }: Metrics): number {
  return skipped + errors
}

function show({ metrics, resumed }: BatchResult, flags: RunFlags): void {
  const unusable = unusableIn(metrics)
  if (flags.json) printJson('arc run', { ...metrics, resumed })
  else {
    const again = resumed > 0 ? ` (${resumed} taken over from the run before)` : ''
    print(
      `${paint('green', `${metrics.solved} solved`)} of ${metrics.tasks} tasks on all their train pairs${again}`,
    )
    for (const { iter_idx, tasks, improved, solved } of metrics.iterations.slice(1))
      print(
        `iteration ${iter_idx + 1}: ${tasks} tasks in doubt, ${improved} improved, ${solved} became solved`,
      )
    note(
      `results: ${flags.outJsonl}; score them: orch arc score ${flags.outJsonl} --batch-file ${flags.batchFile}`,
    )
    if (metrics.stopped_by_time > 0)
      note(
        `cut short by --time-budget: ${metrics.stopped_by_time} of ${metrics.tasks} tasks; what became of them depends on the machine`,
      )
    if (unusable > 0) note(`${metrics.skipped} tasks skipped, ${metrics.errors} failed; see the log`)
  }
}
