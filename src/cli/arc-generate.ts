import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import {
  checkOutputs,
  findPrimitive,
  type GeneratedTask,
  generateTasks,
  isForValidation,
  moduleData,
  printTask,
} from '../arc/index.ts'
import { InputError } from '../errors.ts'
import { jsonLines, writeWhole } from '../files/index.ts'
import { decimal, path, runOnDisk, whole } from './arc-flags.ts'
import { countBar } from './arc-progress.ts'
import { arcLogOf, type LogFlags, logFlags } from './log-flags.ts'
import { EXIT, print, printJson } from './output.ts'

function verbs(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => findPrimitive(name) === undefined)
  if (unknown === undefined) return names
  throw new InvalidArgumentError(`"${unknown}" is no verb of the language; docs/arc/language.md lists them.`)
}

interface GenerateFlags extends LogFlags {
  readonly count: number
  readonly seed: number
  readonly out?: string
  readonly outDir?: string
  readonly validation: number
  readonly verbs?: string[]
  readonly json?: boolean
}

export function addArcGenerate(arc: Command): void {
  logFlags(arc.command('generate'))
    .description(
      'Make new tasks: random programs on random structured grids, verified, with the program beside them.',
    )
    .requiredOption('--count <n>', 'how many', whole(1))
    .option('--out <file>', 'the batch to write', path)
    .option('--out-dir <folder>', 'write train and validation tasks and the data of every module there', path)
    .option('--validation <share>', 'share of the tasks kept for validation', decimal(0, 1), 0.1)
    .option('--seed <n>', 'seed', whole(0), 0)
    .option('--verbs <names>', 'only these verbs, separated by commas', verbs)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch arc generate --count 1000 --seed 1 --out synth.jsonl
  $ orch arc generate --count 1000 --seed 1 --out-dir synth --validation 0.1

A folder gets tasks_, describer_, ruler_ and critic_ files, each _train.jsonl and _validation.jsonl. A task is on the same
side for every seed and count.`,
    )
    .action((flags: GenerateFlags) => runOnDisk(flags.json, async () => generateCommand(flags)))
}

function generateCommand(flags: GenerateFlags): number {
  if (flags.out === undefined && flags.outDir === undefined)
    throw new InputError('bad_flag', 'Say where to write: --out or --out-dir.', {
      hint: '--out writes one batch; --out-dir writes train and validation data for every module.',
    })
  checkOutputs({
    '--out': flags.out,
    '--out-dir': flags.outDir && join(flags.outDir, 'tasks_train.jsonl'),
    '--log-file': flags.logFile,
  })
  using bar = countBar('generating', { json: flags.json })
  bar.update(0, flags.count)
  const tasks = generateTasks(flags.count, flags.seed, flags.verbs)
  const lines = (some: readonly GeneratedTask[]): string[] =>
    some.map(({ labelled, program }) => {
      const task = JSON.parse(printTask(labelled)) as object
      return `${JSON.stringify({ ...task, metadata: { program, seed: flags.seed } })}\n`
    })
  const files = flags.out === undefined ? [] : [{ path: flags.out, text: lines(tasks) }]
  const sides = Object.entries(
    Object.groupBy(tasks, ({ labelled }) =>
      isForValidation(labelled.task.id, flags.validation) ? 'validation' : 'train',
    ),
  )
  const rows: Record<string, number> = {}
  if (flags.outDir !== undefined) {
    for (const [side, some = []] of sides) {
      files.push({ path: join(flags.outDir, `tasks_${side}.jsonl`), text: lines(some) })
      rows[`tasks_${side}`] = some.length
      for (const [module, data] of Object.entries(moduleData(some, flags.seed))) {
        files.push({ path: join(flags.outDir, `${module}_${side}.jsonl`), text: [...jsonLines(data)] })
        rows[`${module}_${side}`] = data.length
      }
    }
  }
  writeWhole(files)
  const log = arcLogOf(flags)
  for (const file of files) log.write('info', 'file written', { file: file.path, rows: file.text.length })
  if (flags.json)
    printJson('arc generate', { tasks: tasks.length, files: files.map((file) => file.path), rows })
  else print(`${tasks.length} tasks written to ${flags.out ?? flags.outDir}`)
  return EXIT.done
}
