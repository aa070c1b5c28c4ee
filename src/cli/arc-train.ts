import { join } from 'node:path'
import { Argument, type Command } from 'commander'
import {
  checkOutputs,
  evaluate,
  loadTasks,
  rankingPairSchema,
  readRows,
  trainCritic,
  trainDescriber,
  trainRuler,
  transitionSchema,
} from '../arc/index.ts'
import { InputError } from '../errors.ts'
import { path, runOnDisk, whole } from './arc-flags.ts'
import { countBar } from './arc-progress.ts'
import { arcLogOf, type LogFlags, logFlags } from './log-flags.ts'
import { EXIT, print, printJson } from './output.ts'

interface TrainFlags extends LogFlags {
  readonly out: string
  readonly batchFile?: string
  readonly pairs?: string
  readonly transitions?: string
  readonly generated: number
  readonly nodes: number
  readonly seed: number
  readonly maxTasks?: number
  readonly json?: boolean
}

const TRAINERS = { critic: trainCritic, ruler: trainRuler, describer: trainDescriber } as const

export function addArcTrain(arc: Command): void {
  logFlags(arc.command('train'))
    .description(
      'Learn a small model on the CPU and write a checkpoint; prints what it does on held-out tasks.',
    )
    .addArgument(new Argument('<module>', 'what to learn').choices(Object.keys(TRAINERS)))
    .requiredOption('--out <folder>', 'the checkpoint to write', path)
    .option('--batch-file <file>', 'tasks to learn from; their test outputs are not looked at', path)
    .option('--pairs <file>', 'labelled pairs: a critic buffer or critic_ranking_pairs.jsonl', path)
    .option('--transitions <file>', 'a student buffer', path)
    .option('--generated <n>', 'this many generated tasks besides', whole(0, 1e6), 0)
    .option('--nodes <n>', 'operator applications per view in each search', whole(0), 3000)
    .option('--seed <n>', 'seed', whole(0), 0)
    .option('--max-tasks <n>', 'at most this many tasks of the batch', whole(1))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch arc train ruler --batch-file data/training.jsonl --generated 500 --out ckpt/student',
    )
    .action((module: keyof typeof TRAINERS, flags: TrainFlags) =>
      runOnDisk(flags.json, () => trainCommand(module, flags)),
    )
  addEval(arc)
}

async function trainCommand(module: keyof typeof TRAINERS, flags: TrainFlags): Promise<number> {
  if (
    flags.batchFile === undefined &&
    flags.pairs === undefined &&
    flags.transitions === undefined &&
    flags.generated === 0
  ) {
    throw new InputError('bad_flag', 'There is nothing to learn from.', {
      hint: 'Give --batch-file, --pairs, --transitions or --generated.',
    })
  }
  checkOutputs({ '--out': join(flags.out, 'manifest.json'), '--log-file': flags.logFile })
  const data = {
    tasks:
      flags.batchFile === undefined
        ? []
        : loadTasks(flags.batchFile)
            .tasks.slice(0, flags.maxTasks)
            .map(({ task }) => task),
    pairs: flags.pairs === undefined ? [] : readRows(rankingPairSchema, flags.pairs, 'pair file'),
    transitions:
      flags.transitions === undefined ? [] : readRows(transitionSchema, flags.transitions, 'transition file'),
    generated: flags.generated,
  }
  const log = arcLogOf(flags)
  const [tasks, pairs, transitions] = [data.tasks, data.pairs, data.transitions].map(({ length }) => length)
  log.write('info', 'training begins', { module, tasks, pairs, transitions, generated: flags.generated })
  using bar = countBar(`learning a ${module}`, flags)
  const { out, seed, nodes } = flags
  const trained = TRAINERS[module](data, { out, seed, nodes, onTask: bar.update })
  bar[Symbol.dispose]()
  log.write('info', 'checkpoint written', { module, out, content_hash: trained.content_hash })
  if (flags.json) printJson('arc train', trained)
  else {
    print(`${module} checkpoint ${trained.content_hash.slice(0, 12)} in ${trained.checkpoint}`)
    for (const [name, value] of Object.entries(trained.held_out)) print(`  ${name}: ${value}`)
  }
  return EXIT.done
}

interface EvalFlags {
  readonly batchFile: string
  readonly enhancedRulerCheckpoint?: string
  readonly criticCheckpoint?: string
  readonly describerCheckpoint: string
  readonly nodes: number
  readonly candidateK: number
  readonly seed: number
  readonly maxTasks?: number
  readonly json?: boolean
}

function addEval(arc: Command): void {
  arc
    .command('eval')
    .description('What checkpoints change in solved tasks at the same node budget.')
    .requiredOption(
      '--batch-file <file>',
      'tasks with their test outputs, which are used for scoring only',
      path,
    )
    .option('--enhanced-ruler-checkpoint <checkpoint>', 'student to try in the teacher’s place', path)
    .option('--critic-checkpoint <checkpoint>', 'critic to try', path)
    .option('--describer-checkpoint <checkpoint>', 'describer to try', path, 'builtin:symbolic')
    .option('--nodes <n>', 'operator applications per view', whole(0), 3000)
    .option('--candidate-k <n>', 'drafts that the critic orders', whole(1), 8)
    .option('--seed <n>', 'seed', whole(0), 0)
    .option('--max-tasks <n>', 'at most this many tasks', whole(1))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch arc eval --batch-file data/training.jsonl --enhanced-ruler-checkpoint ckpt/student',
    )
    .action((flags: EvalFlags) => runOnDisk(flags.json, () => evalCommand(flags)))
}

async function evalCommand(flags: EvalFlags): Promise<number> {
  const tasks = loadTasks(flags.batchFile).tasks.slice(0, flags.maxTasks)
  const paths = {
    describer: flags.describerCheckpoint,
    ruler: 'builtin:symbolic',
    ...(flags.enhancedRulerCheckpoint !== undefined && { student: flags.enhancedRulerCheckpoint }),
    ...(flags.criticCheckpoint !== undefined && { critic: flags.criticCheckpoint }),
  }
  using bar = countBar('evaluating', flags)
  const result = await evaluate(tasks, paths, { ...flags, onTask: bar.update })
  bar[Symbol.dispose]()
  if (flags.json) printJson('arc eval', result)
  else {
    const { without, with: after } = result
    print(`${tasks.length} tasks at ${flags.nodes} nodes      without   with   ratio`)
    print(
      `solved with one attempt    ${without.tasks_solved_1}   ${after.tasks_solved_1}   ${result.ratio_1}`,
    )
    print(
      `solved with two attempts   ${without.tasks_solved_2}   ${after.tasks_solved_2}   ${result.ratio_2}`,
    )
  }
  return EXIT.done
}
