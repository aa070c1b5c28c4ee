import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { gridFromRows, type LabelledTask, loadTasks, taskPng, taskSvg, taskText } from '../arc/index.ts'
import { InputError } from '../errors.ts'
import { unwritable, writeWhole } from '../files/index.ts'
import { readAttempts } from './arc-data.ts'
import { path, runOnDisk } from './arc-flags.ts'
import { lastArcRuns } from './arc-last-runs.ts'
import { EXIT, paintedCells, print } from './output.ts'

interface ShowFlags {
  readonly batchFile?: string
  readonly results?: string
  readonly svg?: string
  readonly png?: string
}

export function addArcShow(arc: Command): void {
  arc
    .command('show')
    .description('Show a task: coloured grids in the terminal, or a picture.')
    .argument('<task-id>', 'which one')
    .option('--batch-file <file>', 'the batch it is in (default: that of the last run that had it)', path)
    .option('--results <file>', 'also show the attempts of a run', path)
    .option('--svg <file>', 'write a drawing instead', path)
    .option('--png <file>', 'write an image instead', path)
    .addHelpText(
      'after',
      '\nExamples:\n  $ orch arc show mirror\n  $ orch arc show mirror --batch-file data/training.jsonl --svg task.svg',
    )
    .action((id: string, flags: ShowFlags) => runOnDisk(false, () => showCommand(id, flags)))
}

async function showCommand(id: string, flags: ShowFlags): Promise<number> {
  const { labelled, results } = await findTask(id, flags)
  const attempts = results === undefined ? [] : (readAttempts(results).get(id) ?? [])
  const guesses = attempts.map(({ attempt_1, attempt_2 }) =>
    [attempt_1, attempt_2].flatMap((rows) => (rows === null ? [] : [gridFromRows(rows)])),
  )
  if (flags.svg !== undefined) writeWhole([{ path: flags.svg, text: [taskSvg(labelled, guesses)] }])
  if (flags.png !== undefined) {
    try {
      writeFileSync(flags.png, taskPng(labelled, guesses))
    } catch (cause) {
      throw unwritable(flags.png, cause)
    }
  }
  if (flags.svg === undefined && flags.png === undefined) {
    const isColoured = process.stdout.isTTY === true || process.env.FORCE_COLOR === '1'
    print(paintedCells(taskText(labelled, guesses, isColoured)))
  }
  return EXIT.done
}

export async function findTask(
  id: string,
  { batchFile, results }: Pick<ShowFlags, 'batchFile' | 'results'>,
): Promise<{ labelled: LabelledTask; results: string | undefined }> {
  const places = batchFile === undefined ? await lastArcRuns() : [{ batchFile, results }]
  for (const place of places) {
    const labelled = loadTasks(place.batchFile).tasks.find(({ task }) => task.id === id)
    if (labelled) return { labelled, results: results ?? place.results }
  }
  if (batchFile !== undefined)
    throw new InputError('arc_task_unknown', `There is no usable task "${id}" in ${batchFile}.`)
  throw new InputError('arc_task_unknown', `No batch of an earlier run has a usable task "${id}".`, {
    hint: 'Name the file it is in with --batch-file.',
  })
}
