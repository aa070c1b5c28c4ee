import { saveCheckpoint, sha256 } from '../checkpoint/index.ts'
import { CRITIC_FITS } from '../critic/index.ts'
import { factKey } from '../describe/index.ts'
import { generateTasks } from '../generate/index.ts'
import type { Task } from '../io/index.ts'
import { DESCRIBER_FITS, describerOf, RULER_FITS } from '../loop/index.ts'
import { announcementsOf } from '../teacher/index.ts'
import type { RankingPair, Transition } from '../trace/index.ts'
import { countFacts, type Fared, factReliability } from './describer.ts'
import {
  hiddenPairLabels,
  knownExample,
  pairsFromRows,
  searchedExamples,
  transitionExamples,
} from './examples.ts'
import { habitsCompared, judgedTasks } from './habits.ts'
import { deterministicAccuracy, rankerAccuracy, trainRanker, type VectorPair } from './ranker.ts'
import { DEFAULT_SCALE, type OperatorExample, priorLogLikelihood, trainPrior } from './softmax.ts'

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

function allTasks(data: TrainingData, seed: number): Task[] {
  const made = data.generated === 0 ? [] : generateTasks(data.generated, seed, data.verbs)
  return [...data.tasks, ...made.map(({ labelled }) => labelled.task)]
}

/** Learns the critic's ranker from labelled pairs and from hidden train pairs of tasks. */
export function trainCritic(data: TrainingData, options: TrainOptions): Trained {
  const tasks = allTasks(data, options.seed)
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
    held_out_accuracy: rounded(rankerAccuracy(ranker, held)),
    held_out_accuracy_of_the_deterministic_score: rounded(deterministicAccuracy(held)),
    train_accuracy: rounded(rankerAccuracy(ranker, learn)),
  }
  return save('critic', 'ranker-2', CRITIC_FITS, ranker, metrics, rows.length, options.out)
}

/** What the tasks, their programs and the transitions say about which verbs go with which facts. */
function operatorExamples(data: TrainingData, options: TrainOptions): OperatorExample[] {
  const examples: OperatorExample[] = transitionExamples(data.transitions)
  data.tasks.forEach((task, i) => {
    examples.push(...searchedExamples(task, options.nodes))
    options.onTask?.(i + 1, data.tasks.length)
  })
  const made = data.generated === 0 ? [] : generateTasks(data.generated, options.seed, data.verbs)
  for (const { labelled, program } of made) examples.push(knownExample(labelled.task, program))
  return examples
}

/** Learns the student's prior from solved programs, hindsight, transitions and generated tasks. */
export function trainRuler(data: TrainingData, options: TrainOptions & { readonly scale?: number }): Trained {
  const judged = judgedTasks(allTasks(data, options.seed))
  const onTask = (done: number): void => options.onTask?.(done, data.tasks.length + 2 * judged.length)
  const examples = operatorExamples(data, { ...options, onTask })
  const { learn, held } = split(examples, options.seed)
  const scale = options.scale ?? DEFAULT_SCALE
  const onSearch = (done: number): void => onTask(data.tasks.length + done)
  const compared = habitsCompared(judged, examples, { scale, onSearch })
  const weights = { ...trainPrior(learn, scale), habits: compared.habits >= compared.facts }
  const blind = { ...weights, facts: {} }
  const metrics = {
    examples: examples.length,
    held_out_examples: held.length,
    held_out_log_likelihood: rounded(priorLogLikelihood(weights, held)),
    held_out_log_likelihood_without_facts: rounded(priorLogLikelihood(blind, held)),
    hidden_pairs: judged.length,
    hidden_pairs_solved_by_facts: compared.facts,
    hidden_pairs_solved_by_habits_too: compared.habits,
  }
  return save('ruler', 'prior-5', RULER_FITS, weights, metrics, examples.length, options.out)
}

const KEPT_RELIABILITY = 0.6

/** Learns which facts can be relied on beyond the pairs they were seen in, and which verbs they announce. */
export function trainDescriber(data: TrainingData, options: TrainOptions): Trained {
  const tasks = allTasks(data, options.seed)
  const counts = new Map<string, Fared>()
  tasks.forEach((task, i) => {
    if (!isHeldOut(task.id, options.seed)) countFacts(task, counts)
    options.onTask?.(i + 1, 2 * tasks.length)
  })
  const taught = operatorExamples(data, {
    ...options,
    onTask: (done) => options.onTask?.(tasks.length + done, 2 * tasks.length),
  })
  const weights = {
    reliability: factReliability(counts),
    threshold: KEPT_RELIABILITY,
    announces: announcementsOf(trainPrior(split(taught, options.seed).learn)),
  }
  const held = tasks.filter((task) => isHeldOut(task.id, options.seed))
  const fared = (facts: ReturnType<typeof describerOf>): number => {
    let [seen, kept] = [0, 0]
    for (const task of held.filter(({ train }) => train.length > 1)) {
      const whole = new Set(facts(task).map(factKey))
      task.train.forEach((_, at) => {
        for (const key of facts({ train: task.train.toSpliced(at, 1) }).map(factKey)) {
          seen++
          if (whole.has(key)) kept++
        }
      })
    }
    return seen === 0 ? 0 : kept / seen
  }
  const learnt = describerOf({ backend: 'learned', module: 'describer', hash: '', weights })
  const metrics = {
    facts: Object.keys(weights.reliability).length,
    held_out_tasks: held.length,
    held_out_precision: rounded(fared(learnt)),
    held_out_precision_of_all_facts: rounded(
      fared(describerOf({ backend: 'symbolic', module: 'describer', hash: '' })),
    ),
  }
  return save('describer', 'announcing-1', DESCRIBER_FITS, weights, metrics, tasks.length, options.out)
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4

function save(
  module: 'critic' | 'ruler' | 'describer',
  version: string,
  fits: Readonly<Record<string, string>>,
  weights: unknown,
  metrics: Readonly<Record<string, number>>,
  examples: number,
  out: string,
): Trained {
  const isHeld = (metrics.held_out_pairs ?? metrics.held_out_examples ?? metrics.held_out_tasks ?? 0) > 0
  // Without a held-out row there is nothing to be right or wrong about: such a number is left out, not zero.
  const known = Object.entries(metrics).filter(
    ([name]) => isHeld || !/^held_out_(accuracy|log|precision)/.test(name),
  )
  const measured = Object.fromEntries(known)
  const content_hash = saveCheckpoint(out, { module, version, fits, weights, metrics: measured })
  return { checkpoint: out, content_hash, examples, held_out: measured }
}
