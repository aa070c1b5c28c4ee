import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CRITIC_FEATURES } from '../critic/index.ts'
import { OPERATORS } from '../dsl/index.ts'
import { generateTasks } from '../generate/index.ts'
import { learntPrior } from '../teacher/index.ts'
import { FLIP, NONSENSE, RAYS } from '../test-tasks.ts'
import { countFacts, factReliability } from './describer.ts'
import { hiddenPairLabels, searchedExamples, transitionExamples } from './examples.ts'
import { habitsCompared } from './habits.ts'
import { evaluate, isHeldOut, trainCritic, trainDescriber, trainRuler } from './index.ts'
import { rankerAccuracy, trainRanker, type VectorPair } from './ranker.ts'
import { type OperatorExample, priorLogLikelihood, trainPrior } from './softmax.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-train-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const none = { tasks: [], pairs: [], transitions: [], generated: 0 }
const vector = (values: Record<string, number>) => CRITIC_FEATURES.map((name) => values[name] ?? 0)

describe('the pairwise ranker', () => {
  const pairs: VectorPair[] = Array.from({ length: 60 }, (_, i) => ({
    task: `t${i % 20}`,
    better: vector({ cost: (i % 7) / 10, violated: i % 3 }),
    worse: vector({ cost: (i % 7) / 10 + 0.5, violated: (i + 1) % 3 }),
    weight: 1 / 3,
  }))

  it('learns which feature decides, and the same way every time', () => {
    const ranker = trainRanker(pairs)
    expect(ranker.weights[CRITIC_FEATURES.indexOf('cost')]).toBeLessThan(0)
    expect(rankerAccuracy(ranker, pairs)).toBeGreaterThan(0.9)
    expect(trainRanker(pairs)).toEqual(ranker)
  })
})

describe('the prior over operators', () => {
  const examples: OperatorExample[] = Array.from({ length: 40 }, (_, i) => ({
    task: `t${i}`,
    keys: [i % 2 === 0 ? 'size:same' : 'size:smaller'],
    operators: [i % 2 === 0 ? 'rays left' : 'crop'],
    weight: 1,
  }))

  it('makes the verbs that go with a fact cheaper, and their arguments too', () => {
    const weights = { ...trainPrior(examples), scale: 0.5 }
    const blind = { ...weights, facts: {} }
    expect(priorLogLikelihood(weights, examples)).toBeGreaterThan(priorLogLikelihood(blind, examples))
    const prior = learntPrior(weights)([{ key: 'size:same', sentence: '', evidence: [] }])
    const of = (name: string) => prior[OPERATORS.findIndex((operator) => operator.name === name)] ?? 0
    expect(of('rays left')).toBeGreaterThan(of('crop'))
    expect(of('rays left')).toBeGreaterThan(of('rays right'))
  })

  it('ranks steps, not verbs: many arguments share what their verb is worth', () => {
    const prior = learntPrior(trainPrior(examples))([])
    const worth = (name: string) => prior[OPERATORS.findIndex((operator) => operator.name === name)] ?? 0
    expect(worth('dedupe')).toBeGreaterThan(worth('shift left'))
  })

  it('goes by facts alone where habits do not help', () => {
    const weights = { ...trainPrior(examples), habits: false }
    const worth = (keys: Parameters<ReturnType<typeof learntPrior>>[0], name: string) =>
      learntPrior(weights)(keys)[OPERATORS.findIndex((operator) => operator.name === name)] ?? 0
    expect(worth([], 'rays left')).toBe(0)
    expect(worth([{ key: 'size:same', sentence: '', evidence: [] }], 'rays left')).toBeGreaterThan(0)
    const { facts, habits } = habitsCompared([FLIP.task, RAYS.task], examples)
    expect(Math.max(facts, habits)).toBeGreaterThan(0)
  })
})

describe('training examples', () => {
  it('label candidates by a hidden train pair', () => {
    const labels = [FLIP, RAYS].flatMap(({ task }) => hiddenPairLabels(task, 400))
    expect(labels.length).toBeGreaterThan(0)
    for (const { better, worse } of labels) expect(better).not.toEqual(worse)
    expect(hiddenPairLabels({ ...FLIP.task, train: FLIP.task.train.slice(0, 2) }, 400)).toEqual([])
  })

  it('come from solved programs, and in hindsight from the best failed one', () => {
    expect(searchedExamples(FLIP.task, 400)[0]?.operators).toContain('turn left-right')
    for (const example of searchedExamples(NONSENSE.task, 400)) expect(example.weight).toBe(0.3)
  })

  it('come from transitions that solved or improved', () => {
    const row = {
      task_id: 't',
      iter_idx: 0,
      comparator_version: 'v',
      source: 'teacher' as const,
      fact_keys: ['size:same'],
      before: null,
      directive: null,
      after: '(program (view none as-is) (pipe (crop)))',
      operators: ['crop'],
      score_before: 0,
      score_after: 0.5,
      delta: 0.5,
      solved: false,
    }
    expect(transitionExamples([row])).toEqual([])
    expect(transitionExamples([{ ...row, solved: true }])).toHaveLength(1)
  })

  it('count how facts fare on a pair that was left out', () => {
    const counts = countFacts([FLIP.task])
    expect(counts.get('size:same')).toEqual({ seen: 3, held: 3 })
    expect(factReliability(counts)['size:same']).toBeGreaterThan(0.9)
  })
})

describe('trained checkpoints', () => {
  const tasks = generateTasks(6, 2).map((made) => made.labelled)
  const data = { ...none, tasks: tasks.map(({ task }) => task), generated: 2 }
  const options = (name: string) => ({ out: join(folder, name), seed: 0, nodes: 100 })

  it.each([
    ['critic', trainCritic],
    ['ruler', trainRuler],
    ['describer', trainDescriber],
  ] as const)('have the same bytes for the same data and seed: %s', (name, train) => {
    const [a, b] = [train(data, options(`${name}-a`)), train(data, options(`${name}-b`))]
    expect(a.content_hash).toBe(b.content_hash)
    for (const file of ['manifest.json', 'weights.json']) {
      expect(readFileSync(join(a.checkpoint, file), 'utf8')).toBe(
        readFileSync(join(b.checkpoint, file), 'utf8'),
      )
    }
  })

  it('are split by task', () => {
    const held = tasks.filter(({ task }) => isHeldOut(task.id, 0))
    expect(held.length).toBeLessThan(tasks.length)
    expect(tasks.filter(({ task }) => isHeldOut(task.id, 0))).toEqual(held)
  })

  it('are compared with the built-in default at the same budget', async () => {
    const student = join(folder, 'ruler-a')
    trainRuler(data, { ...options('ruler-a') })
    const paths = { describer: 'builtin:symbolic', ruler: 'builtin:symbolic', student }
    const result = await evaluate(tasks.slice(0, 4), paths, { nodes: 300, seed: 0, candidateK: 2 })
    expect(result.without.tasks).toBe(4)
    expect(result.with.tasks).toBe(4)
  })
})
