import { saveCheckpoint, sha256 } from '../checkpoint/index.ts'
import { CRITIC_FITS } from '../critic/index.ts'
import { type GeneratedTask, generateTasks } from '../generate/index.ts'
import type { Task } from '../io/index.ts'
import { DESCRIBER_FITS, RULER_FITS } from '../loop/index.ts'
import { announcementsOf } from '../teacher/index.ts'
import type { RankingPair, Transition } from '../trace/index.ts'
import { countFacts, factReliability, shareHeld } from './describer.ts'
import {
  hiddenPairLabels,
  knownExample,
  pairsFromRows,
  searchedExamples,
  transitionExamples,
} from './examples.ts'
import { habitsCompared, judgedTasks } from './habits.ts'
import { deterministicAccuracy, rankerAccuracy, trainRanker, type VectorPair } from './ranker.ts'
import { type OperatorExample, priorLogLikelihood, trainPrior } from './softmax.ts'

/** What training looks at; every source may be empty. */
export interface TrainingData {
  readonly tasks: readonly Task[]
  readonly pairs: readonly RankingPair[]
  readonly transitions: readonly Transition[]
  /** How many generated tasks to add. */
  readonly generated: number
  /** The verbs of generated tasks; all of them when left out. */
  readonly verbs?: readonly string[]
}

export interface TrainOptions {
  readonly out: string
  readonly seed: number
  readonly nodes: number
  readonly onTask?: (done: number, total: number) => void
}

export interface Trained {
  readonly checkpoint: string
  readonly content_hash: string
  readonly examples: number
  readonly held_out: Readonly<Record<string, number>>
}

/** One task in five is held out, chosen by its id alone: rows of one task are never on both sides. */
export function isHeldOut(task: string, seed: number): boolean {
  return Number.parseInt(sha256(`${seed} ${task}`).slice(0, 8), 16) % 5 === 0
}

function split<T extends { readonly task: string }>(
  rows: readonly T[],
  seed: number,
): { learn: T[]; held: T[] } {
  return {
    learn: rows.filter((row) => !isHeldOut(row.task, seed)),
    held: rows.filter((row) => isHeldOut(row.task, seed)),
  }
}

function madeTasks({ generated, verbs }: TrainingData, seed: number): GeneratedTask[] {
  return generated === 0 ? [] : generateTasks(generated, seed, verbs)
}

const allTasks = ({ tasks }: TrainingData, made: readonly GeneratedTask[]): Task[] => [
  ...tasks,
  ...made.map(({ labelled }) => labelled.task),
]

/** Learns the critic's ranker from labelled pairs and from hidden train pairs of tasks. */
export function trainCritic(data: TrainingData, options: TrainOptions): Trained {
  const tasks = allTasks(data, madeTasks(data, options.seed))
  const rows: VectorPair[] = pairsFromRows(data.pairs)
  tasks.forEach((task, i) => {
    rows.push(...hiddenPairLabels(task, options.nodes))
    options.onTask?.(i + 1, tasks.length)
  })
  const { learn, held } = split(rows, options.seed)
  const ranker = trainRanker(learn)
  const metrics = {
    pairs: rows.length,
    held_out_pairs: held.length,
    held_out_accuracy: rankerAccuracy(ranker, held),
    held_out_accuracy_of_the_deterministic_score: deterministicAccuracy(held),
    train_accuracy: rankerAccuracy(ranker, learn),
  }
  const checkpoint = { module: 'critic', version: 'ranker-2', fits: CRITIC_FITS, weights: ranker } as const
  return save(checkpoint, metrics, rows.length, options.out)
}

/** What the tasks, their programs and the transitions say about which verbs go with which facts. */
function operatorExamples(
  data: TrainingData,
  made: readonly GeneratedTask[],
  { nodes, onTask }: Pick<TrainOptions, 'nodes' | 'onTask'>,
): OperatorExample[] {
  const searched = data.tasks.flatMap((task, i) => {
    onTask?.(i + 1, data.tasks.length)
    return searchedExamples(task, nodes)
  })
  const known = made.map(({ labelled, program }) => knownExample(labelled.task, program))
  return [...transitionExamples(data.transitions), ...searched, ...known]
}

/** Learns the student's prior from solved programs, hindsight, transitions and generated tasks. */
export function trainRuler(data: TrainingData, options: TrainOptions): Trained {
  const made = madeTasks(data, options.seed)
  const judged = judgedTasks(allTasks(data, made))
  const onTask = (done: number): void => options.onTask?.(done, data.tasks.length + 2 * judged.length)
  const examples = operatorExamples(data, made, { ...options, onTask })
  const { learn, held } = split(examples, options.seed)
  const compared = habitsCompared(judged, examples, (done) => onTask(data.tasks.length + done))
  const weights = { ...trainPrior(learn), habits: compared.habits >= compared.facts }
  const metrics = {
    examples: examples.length,
    held_out_examples: held.length,
    held_out_log_likelihood: priorLogLikelihood(weights, held),
    held_out_log_likelihood_without_facts: priorLogLikelihood({ ...weights, facts: {} }, held),
    hidden_pairs: judged.length,
    hidden_pairs_solved_by_facts: compared.facts,
    hidden_pairs_solved_by_habits_too: compared.habits,
  }
  const checkpoint = { module: 'ruler', version: 'prior-5', fits: RULER_FITS, weights } as const
  return save(checkpoint, metrics, examples.length, options.out)
}

const KEPT_RELIABILITY = 0.6

/** Learns which facts can be relied on beyond the pairs they were seen in, and which verbs they announce. */
export function trainDescriber(data: TrainingData, options: TrainOptions): Trained {
  const made = madeTasks(data, options.seed)
  const tasks = allTasks(data, made)
  const [held = [], learn = []] = [true, false].map((isHeld) =>
    tasks.filter(({ id }) => isHeldOut(id, options.seed) === isHeld),
  )
  const reliability = factReliability(countFacts(learn))
  const taught = split(operatorExamples(data, made, options), options.seed).learn
  const announces = announcementsOf(trainPrior(taught))
  const weights = { reliability, threshold: KEPT_RELIABILITY, announces }
  const fared = [...countFacts(held)]
  const kept = fared.filter(([key]) => (reliability[key] ?? 1) >= KEPT_RELIABILITY)
  const metrics = {
    facts: Object.keys(reliability).length,
    held_out_tasks: held.length,
    held_out_precision: shareHeld(kept.map(([, fact]) => fact)),
    held_out_precision_of_all_facts: shareHeld(fared.map(([, fact]) => fact)),
  }
  const checkpoint = { module: 'describer', version: 'announcing-1', fits: DESCRIBER_FITS, weights } as const
  return save(checkpoint, metrics, tasks.length, options.out)
}

function save(
  checkpoint: Omit<Parameters<typeof saveCheckpoint>[1], 'metrics'>,
  metrics: Readonly<Record<string, number>>,
  examples: number,
  out: string,
): Trained {
  const isHeld = (metrics.held_out_pairs ?? metrics.held_out_examples ?? metrics.held_out_tasks ?? 0) > 0
  // Without a held-out row there is nothing to be right or wrong about: such a number is left out, not zero.
  const known = Object.entries(metrics)
    .filter(([name]) => isHeld || !/^held_out_(accuracy|log|precision)/.test(name))
    .map(([name, value]) => [name, Math.round(value * 1e4) / 1e4])
  const held_out: Trained['held_out'] = Object.fromEntries(known)
  const content_hash = saveCheckpoint(out, { ...checkpoint, metrics: held_out })
  return { checkpoint: out, content_hash, examples, held_out }
}
