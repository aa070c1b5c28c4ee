import { join } from 'node:path'
import type { Command } from 'commander'
import {
  explainProgram,
  type LabelledTask,
  loadTasks,
  parseProgram,
  readRows,
  readTraces,
  reportHtml,
  solve,
  taskRowSchema,
  verifyProgram,
} from '../arc/index.ts'
import { InputError } from '../errors.ts'
import { writeWhole } from '../files/index.ts'
import { path, runOnDisk, whole } from './arc-flags.ts'
import { lastArcRuns } from './arc-last-runs.ts'
import { findTask } from './arc-show.ts'
import { EXIT, print, printJson } from './output.ts'

interface ReportFlags {
  readonly batchFile?: string
  readonly out?: string
  readonly json?: boolean
}

interface ExplainFlags {
  readonly batchFile?: string
  readonly results?: string
  readonly nodes: number
  readonly json?: boolean
}

export function addArcReport(arc: Command): void {
  arc
    .command('report')
    .description(
      'Make one HTML file of a batch run: gallery, programs in words, iterations, blame, task families.',
    )
    .argument('<folder>', 'the folder that "orch arc run --critic-batch-run --out-dir" wrote')
    .option(
      '--batch-file <file>',
      'the dataset, for inputs and expected outputs (default: that of the last run)',
      path,
    )
    .option('--out <file>', 'the file to write (default: report.html in the folder)', path)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch arc report out/batch --batch-file data/training.jsonl')
    .action((folder: string, flags: ReportFlags) => runOnDisk(flags.json, () => reportCommand(folder, flags)))
  arc
    .command('explain')
    .description(
      'Say in plain English which rule was found for a task; without results the task is solved now.',
    )
    .argument('<task-id>', 'which one')
    .option('--batch-file <file>', 'the batch it is in (default: that of the last run that had it)', path)
    .option('--results <file>', 'take the program from the results of a run', path)
    .option('--nodes <n>', 'operator applications per view and ruler when it is solved now', whole(1), 20_000)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch arc explain mirror --batch-file data/training.jsonl')
    .action((id: string, flags: ExplainFlags) => runOnDisk(flags.json, () => explainCommand(id, flags)))
}

async function reportCommand(folder: string, flags: ReportFlags): Promise<number> {
  const traces = readTraces(folder)
  const dataset = new Map<string, LabelledTask>()
  const files =
    flags.batchFile === undefined ? (await lastArcRuns()).map((run) => run.batchFile) : [flags.batchFile]
  for (const file of files) {
    if (traces.every(({ task_id }) => dataset.has(task_id))) break
    for (const labelled of loadTasks(file).tasks)
      if (!dataset.has(labelled.task.id)) dataset.set(labelled.task.id, labelled)
  }
  const out = flags.out ?? join(folder, 'report.html')
  writeWhole([{ path: out, text: [reportHtml(traces, dataset)] }])
  if (flags.json) printJson('arc report', { tasks: traces.length, file: out })
  else print(`${traces.length} tasks in ${out}`)
  return EXIT.done
}

async function explainCommand(id: string, flags: ExplainFlags): Promise<number> {
  const { labelled, results } = await findTask(id, flags)
  const text =
    results === undefined
      ? undefined
      : readRows(taskRowSchema, results, 'result file').find((row) => row.task_id === id)?.attempts[0]
          ?.program_1
  const program = text ? parsed(text, id) : solve(labelled.task, { nodes: flags.nodes })[0]?.program
  if (program === undefined) {
    if (flags.json)
      printJson('arc explain', {
        task_id: id,
        pairs: labelled.task.train.length,
        pairs_solved: 0,
        sentences: [],
      })
    else print('No program was found for this task.')
    return EXIT.unsolved
  }
  const { exact, pairs } = verifyProgram(program, labelled.task.train)
  const isWhole = exact === pairs.length
  const sentences = explainProgram(program)
  if (flags.json)
    printJson('arc explain', { task_id: id, pairs: pairs.length, pairs_solved: exact, sentences })
  else {
    print(sentences.join('\n'))
    if (!isWhole)
      print(
        `This is as far as the search came: the rule makes ${exact} of the ${pairs.length} train outputs.`,
      )
  }
  return isWhole ? EXIT.done : EXIT.unsolved
}

function parsed(text: string, id: string) {
  const result = parseProgram(text)
  if (result.kind === 'program') return result.program
  throw new InputError(
    'arc_program_unreadable',
    `The program of task ${id} cannot be read: ${result.reason}`,
    {
      hint: 'The results may come from another version of Orch: run the task again.',
    },
  )
}
