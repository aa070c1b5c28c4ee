import { type Command, Option } from 'commander'
import {
  checkOutputs,
  inferPrograms,
  inferredRowSchema,
  isExplained,
  loadTasks,
  RULER_NAMES,
} from '../arc/index.ts'
import { jsonLines, writeWhole } from '../files/index.ts'
import { path, runOnDisk, whole } from './arc-flags.ts'
import { countBar } from './arc-progress.ts'
import { arcLogOf, type LogFlags, logFlags } from './log-flags.ts'
import { EXIT, print, printJson } from './output.ts'

interface InferFlags extends LogFlags {
  readonly batchFile: string
  readonly out: string
  readonly ruler: string
  readonly rulerCheckpoint: string
  readonly candidateK: number
  readonly nodes: number
  readonly maxTasks?: number
  readonly json?: boolean
}

export function addArcInfer(arc: Command): void {
  logFlags(arc.command('infer'))
    .description('Ask one ruler for programs, without critic, loop or memory.')
    .requiredOption('--batch-file <file>', 'tasks, one JSON object a line', path)
    .requiredOption('--out <file>', 'programs, one JSON object a line, best first for each task', path)
    .addOption(
      new Option('--ruler <name>', 'which one').choices(['teacher', ...RULER_NAMES]).default('teacher'),
    )
    .option(
      '--ruler-checkpoint <checkpoint>',
      'what orders its search: a folder or builtin:symbolic',
      path,
      'builtin:symbolic',
    )
    .option('--candidate-k <n>', 'programs for each task', whole(1), 4)
    .option('--nodes <n>', 'operator applications per view', whole(0), 20_000)
    .option('--max-tasks <n>', 'at most this many tasks', whole(1))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Example:
  $ orch arc infer --batch-file data/training.jsonl --ruler objects --out programs.jsonl

Exit code: 0 every task has a program that explains all its train pairs, 1 some have none, 2 could not run.`,
    )
    .action((flags: InferFlags) => runOnDisk(flags.json, async () => inferCommand(flags)))
}

function inferCommand(flags: InferFlags): number {
  checkOutputs({ '--out': flags.out, '--log-file': flags.logFile }, { '--batch-file': flags.batchFile })
  const { tasks, problems } = loadTasks(flags.batchFile)
  const log = arcLogOf(flags)
  for (const { message } of problems) log.write('error', 'task cannot be used', { error: message })
  const wanted = tasks.slice(0, flags.maxTasks)
  using bar = countBar('inferring', { json: flags.json })
  const rows = wanted.flatMap(({ task }, done) => {
    bar.update(done, wanted.length)
    const found = inferPrograms(task, {
      ruler: flags.ruler,
      checkpoint: flags.rulerCheckpoint,
      nodes: flags.nodes,
      count: flags.candidateK,
    })
    log.write('info', 'task finished', { task_id: task.id, programs: found.length })
    return found
  })
  writeWhole([{ path: flags.out, text: jsonLines(rows.map((row) => inferredRowSchema.parse(row))) }])
  const solved = new Set(rows.flatMap((row) => (isExplained(row) ? [row.task_id] : []))).size
  if (flags.json)
    printJson('arc infer', { tasks: wanted.length, solved, programs: rows.length, file: flags.out })
  else print(`${rows.length} programs in ${flags.out}; ${solved} of ${wanted.length} tasks are explained`)
  return solved === wanted.length && problems.length === 0 ? EXIT.done : EXIT.unsolved
}
