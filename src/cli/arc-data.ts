import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import {
  type Attempts,
  findPrimitive,
  generateTasks,
  importTasks,
  loadTasks,
  printTask,
  publishedSchemas,
  readRows,
  scoreAttempts,
  submissionOf,
  type TaskProblem,
  taskRowSchema,
  writeWhole,
} from '../arc/index.ts'
import { path, runOnDisk, whole } from './arc-flags.ts'
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
    .addHelpText('after', '\nExample:\n  $ orch arc import ARC-AGI/data/training --out data/training.jsonl')
    .action((source: string, flags: { out: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const { tasks, problems } = importTasks(source)
        writeWhole([{ path: flags.out, text: tasks.map((task) => `${printTask(task)}\n`) }])
        if (flags.json) printJson({ tasks: tasks.length, problems: problems.map((p) => p.message) })
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
    .addHelpText('after', '\nExample:\n  $ orch arc score out/tasks.jsonl --batch-file data/training.jsonl')
    .action((results: string, flags: { batchFile: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const { tasks, problems } = loadTasks(flags.batchFile)
        const scores = scoreAttempts(tasks, readAttempts(results))
        if (flags.json) printJson(scores)
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
    .addHelpText('after', '\nExample:\n  $ orch arc submission out/tasks.jsonl --out submission.json')
    .action((results: string, flags: { out: string; batchFile?: string; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const batch = flags.batchFile === undefined ? undefined : loadTasks(flags.batchFile)
        const submission = submissionOf(readAttempts(results), batch?.tasks)
        writeWhole([{ path: flags.out, text: [`${JSON.stringify(submission)}\n`] }])
        const tasks = Object.keys(submission).length
        if (flags.json) printJson({ tasks, file: flags.out })
        else print(`${tasks} tasks written to ${flags.out}`)
        return tellProblems(batch?.problems ?? [])
      }),
    )
  addGenerate(arc)
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

function verbs(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => findPrimitive(name) === undefined)
  if (unknown === undefined) return names
  throw new InvalidArgumentError(`"${unknown}" is no verb of the language; docs/arc/language.md lists them.`)
}

function addGenerate(arc: Command): void {
  arc
    .command('generate')
    .description(
      'Make new tasks: random programs on random structured grids, verified, with the program beside them.',
    )
    .requiredOption('--count <n>', 'how many', whole(1))
    .requiredOption('--out <file>', 'the batch to write', path)
    .option('--seed <n>', 'seed', whole(0), 0)
    .option('--verbs <names>', 'only these verbs, separated by commas', verbs)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch arc generate --count 1000 --seed 1 --out synth.jsonl')
    .action((flags: { count: number; seed: number; out: string; verbs?: string[]; json?: boolean }) =>
      runOnDisk(flags.json, async () => {
        const tasks = generateTasks(flags.count, flags.seed, flags.verbs)
        const lines = tasks.map(({ labelled, program }) => {
          const row = {
            ...(JSON.parse(printTask(labelled)) as object),
            metadata: { program, seed: flags.seed },
          }
          return `${JSON.stringify(row)}\n`
        })
        writeWhole([{ path: flags.out, text: lines }])
        if (flags.json) printJson({ tasks: tasks.length, file: flags.out })
        else print(`${tasks.length} tasks written to ${flags.out}`)
        return EXIT.done
      }),
    )
}
