import { join } from 'node:path'
import type { Command } from 'commander'
import {
  type Attempts,
  importTasks,
  loadTasks,
  parseRow,
  printTask,
  publishedSchemas,
  readInput,
  readRows,
  scoreAttempts,
  submissionOf,
  submissionProblems,
  submissionSchema,
  type TaskProblem,
  taskRowSchema,
} from '../arc/index.ts'
import { writeWhole } from '../files/index.ts'
import { path, runOnDisk } from './arc-flags.ts'
import { EXIT, note, print, printJson } from './output.ts'

function tellProblems(problems: readonly TaskProblem[]): number {
  for (const problem of problems) note(`orch: ${problem.message}`)
  if (problems.length > 0) note(`${problems.length} tasks cannot be used`)
  return problems.length > 0 ? EXIT.unsolved : EXIT.done
}

export function readAttempts(file: string): Map<string, Attempts> {
  return new Map(readRows(taskRowSchema, file, 'result file').map((row) => [row.task_id, row.attempts]))
}

export function addArcData(arc: Command): void {
  arc
    .command('import')
    .description('Turn a folder of ARC JSON files (or one file) into a batch, one task a line.')
    .argument('<path>', 'folder or file')
    .requiredOption('--out <file>', 'the batch to write', path)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch arc import examples/arc-tasks --out data/training.jsonl')
    .action((source: string, flags: { out: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const { tasks, problems } = importTasks(source)
        writeWhole([{ path: flags.out, text: tasks.map((task) => `${printTask(task)}\n`) }])
        if (flags.json)
          printJson('arc import', { tasks: tasks.length, problems: problems.map((p) => p.message) })
        else print(`${tasks.length} tasks written to ${flags.out}`)
        return tellProblems(problems)
      }),
    )
  arc
    .command('score')
    .description(
      'Score results against a dataset: per output, per task and mean fraction, one and two attempts.',
    )
    .argument('<results>', 'what "orch arc run" wrote with --out-jsonl')
    .requiredOption(
      '--batch-file <file>',
      'the dataset with its test outputs; the task list comes from here',
      path,
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch arc score out/training.jsonl --batch-file data/training.jsonl',
    )
    .action((results: string, flags: { batchFile: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const { tasks, problems } = loadTasks(flags.batchFile)
        const scores = scoreAttempts(tasks, readAttempts(results))
        if (flags.json) printJson('arc score', scores)
        else {
          const share = (n: number, of: number): string =>
            `${n}/${of} (${of === 0 ? 0 : ((100 * n) / of).toFixed(1)} %)`
          print(`                 one attempt        two attempts`)
          print(
            `tasks            ${share(scores.tasks_solved_1, scores.tasks).padEnd(18)} ${share(scores.tasks_solved_2, scores.tasks)}`,
          )
          print(
            `outputs          ${share(scores.outputs_solved_1, scores.outputs).padEnd(18)} ${share(scores.outputs_solved_2, scores.outputs)}`,
          )
          print(`mean fraction    ${String(scores.mean_fraction_1).padEnd(18)} ${scores.mean_fraction}`)
          if (scores.missing > 0)
            note(`${scores.missing} tasks of the dataset have no result; they count as not solved`)
        }
        return tellProblems(problems)
      }),
    )
  arc
    .command('submission')
    .description('Write submission.json in the Kaggle form: every id, both attempts filled.')
    .argument('<results>', 'what "orch arc run" wrote with --out-jsonl')
    .requiredOption('--out <file>', 'the submission to write', path)
    .option('--batch-file <file>', 'the dataset; ids without a result get a filler', path)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch arc submission out/training.jsonl --out submission.json')
    .action((results: string, flags: { out: string; batchFile?: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const batch = flags.batchFile === undefined ? undefined : loadTasks(flags.batchFile)
        const submission = submissionOf(readAttempts(results), batch?.tasks)
        submissionSchema.parse(submission)
        const wrong = batch === undefined ? [] : submissionProblems(submission, batch.tasks)
        for (const problem of wrong) note(`orch: ${problem}`)
        writeWhole([{ path: flags.out, text: [`${JSON.stringify(submission)}\n`] }])
        const tasks = Object.keys(submission).length
        if (flags.json) printJson('arc submission', { tasks, file: flags.out })
        else print(`${tasks} tasks written to ${flags.out}`)
        return tellProblems(batch?.problems ?? [])
      }),
    )
  arc
    .command('check-submission')
    .description('Check a submission.json against the Kaggle schema and a dataset.')
    .argument('<file>', 'the submission')
    .requiredOption('--batch-file <file>', 'the dataset it is for', path)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch arc check-submission submission.json --batch-file data/training.jsonl',
    )
    .action((file: string, flags: { batchFile: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const parsed = parseRow(submissionSchema, readInput(file, 'submission'), file, 1)
        const problems = submissionProblems(parsed, loadTasks(flags.batchFile).tasks)
        if (flags.json) printJson('arc check-submission', { tasks: Object.keys(parsed).length, problems })
        else print(problems.length === 0 ? `${file} is complete and well formed` : problems.join('\n'))
        return problems.length === 0 ? EXIT.done : EXIT.unsolved
      }),
    )
  arc
    .command('schemas')
    .description('Write the JSON Schemas of every row this command reads or writes.')
    .requiredOption('--out <folder>', 'where to', path)
    .addHelpText('after', '\nExample:\n  $ orch arc schemas --out docs/arc/schemas')
    .action((flags: { out: string }) =>
      runOnDisk(false, async () => {
        writeWhole(
          publishedSchemas().map(({ name, text }) => ({ path: join(flags.out, name), text: [text] })),
        )
        return EXIT.done
      }),
    )
}
