import type { Command } from 'commander'
import { addArcData } from './arc-data.ts'
import { addArcDataset } from './arc-dataset.ts'
import { addArcGenerate } from './arc-generate.ts'
import { addArcInfer } from './arc-infer.ts'
import { addArcReport } from './arc-report.ts'
import { addArcRun } from './arc-run.ts'
import { addArcShow } from './arc-show.ts'
import { addArcTrain } from './arc-train.ts'

export function addArc(program: Command): void {
  const arc = program
    .command('arc')
    .description('Solve ARC tasks: search, verify, criticise, learn. No model needed.')
    .addHelpText(
      'after',
      `
Example:
  $ orch arc run --batch-file data/training.jsonl
  $ orch arc score out/training.jsonl --batch-file data/training.jsonl`,
    )
  for (const add of [
    addArcRun,
    addArcInfer,
    addArcDataset,
    addArcReport,
    addArcData,
    addArcGenerate,
    addArcShow,
    addArcTrain,
  ])
    add(arc)
}
