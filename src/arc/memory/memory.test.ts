import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factKey } from '../describe/index.ts'
import { promptFor } from '../llm/writer.ts'
import { openParts, runTask } from '../loop/index.ts'
import { FLIP, NONSENSE, UNFINISHED } from '../test-tasks.ts'
import type { Trace } from '../trace/index.ts'
import {
  learnTrace,
  type MemoryBundle,
  MemoryStore,
  NO_MEMORY,
  type RetrievalSizes,
  retrieveForCritic,
  retrieveForRuler,
} from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-memory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sizes: RetrievalSizes = {
  summary: 5,
  episodes: 5,
  cases: 5,
  solvedExamples: 3,
  repairCases: 3,
  maxBytes: 65_536,
}
const parts = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
const settings = { seed: 0, nodes: 800, loopIters: 3, candidateK: 2, editK: 4, editTopM: 2, analyse: false }
/** Few enough nodes for edits to be quick. */
const few = { nodes: 100 }
const run = (task = FLIP.task, memory = NO_MEMORY, change = {}) =>
  runTask(task, { ...settings, ...change }, parts, memory)
const open = (name: string, namespace = 'one') => new MemoryStore(join(folder, name), namespace)
const keys = (task = FLIP.task) => parts.describe(task).map(factKey)
/** What is in the file of a store, asked by somebody else. */
function rowsOf(name: string, query: string) {
  using database = new DatabaseSync(join(folder, name, 'memory.db'), { readOnly: true })
  return database.prepare(query).all()
}
const count = (name: string, table: string) =>
  Number(rowsOf(name, `select count(*) as n from ${table}`)[0]?.n)

/** The programs that a run edited. */
const seedsOf = ({ iterations }: Trace): string[] => {
  const seeds = new Set(iterations.flatMap((it) => it.seeds))
  return iterations.flatMap((it) =>
    it.candidates.flatMap((c) => (seeds.has(c.candidate_id) ? c.program : [])),
  )
}

describe('memory', () => {
  it('remembers what a task was answered by, where another program scored as well', async () => {
    const store = open('answered')
    const trace = await run(FLIP.task, NO_MEMORY, { candidateK: 8 })
    const explaining = trace.iterations[0]?.candidates.filter((c) => c.pairs_solved === 3) ?? []
    const other = explaining.find((c) => c.candidate_id !== trace.best_id)?.program ?? ''
    expect(other).not.toBe('')
    const attempts = trace.attempts.map((attempt) => ({ ...attempt, program_1: other }))
    learnTrace(store, { ...trace, attempts }, 'run')
    expect(retrieveForRuler(store, FLIP.task.id, keys(), sizes).solved_examples).toEqual([
      { task_id: 'flip', program: other },
    ])
    store.close()
  })

  it('remembers a solved task and hands its program to a ruler', async () => {
    const store = open('solved')
    const trace = await run()
    learnTrace(store, trace, 'run')
    const best = trace.iterations[0]?.candidates.find((c) => c.candidate_id === trace.best_id)
    const bundle = retrieveForRuler(store, FLIP.task.id, keys(), sizes)
    expect(bundle.solved_examples).toEqual([{ task_id: 'flip', program: best?.program }])
    expect(retrieveForCritic(store, keys(), sizes).episodes).toEqual([
      { task_id: 'flip', status: 'solved', best_score: 1 },
    ])
    expect(count('solved', 'attempts')).toBe(trace.iterations.flatMap((it) => it.candidates).length)
    store.close()
  })

  it('solves at no node budget what it has solved before', async () => {
    const store = open('recall')
    expect((await run(FLIP.task, NO_MEMORY, { nodes: 0, editK: 0 })).status).toBe('unsolved')
    learnTrace(store, await run(), 'run')
    const memory = { ...NO_MEMORY, ruler: retrieveForRuler(store, FLIP.task.id, keys(), sizes) }
    const trace = await run(FLIP.task, memory, { nodes: 0, editK: 0 })
    expect(trace.status).toBe('solved')
    expect(trace.iterations[0]?.candidates[0]?.source).toBe('memory')
    store.close()
  })

  it('makes a second pass cost less where a task was solved, and begin where it ended where it was not', async () => {
    const store = open('passes')
    const [solved, left] = [await run(FLIP.task), await run(UNFINISHED.task, NO_MEMORY, few)]
    for (const trace of [solved, left]) learnTrace(store, trace, 'first')
    const bundle = (task: typeof FLIP.task) => ({
      ruler: retrieveForRuler(store, task.id, keys(task), sizes),
      critic: retrieveForCritic(store, keys(task), sizes),
    })
    const again = await run(FLIP.task, bundle(FLIP.task))
    expect(again.status).toBe('solved')
    expect(again.attempts[0]?.program_1).toBe(solved.attempts[0]?.program_1)
    // A convincing program of a search as long as this one is what this one would end with.
    expect([solved.nodes > 0, again.nodes]).toEqual([true, 0])
    expect(left.status).toBe('unsolved')
    const [start, end] = [left.iterations[0]?.best_score ?? 1, left.iterations.at(-1)?.best_score ?? 1]
    expect(end).toBeGreaterThan(start)
    const onwards = await run(UNFINISHED.task, bundle(UNFINISHED.task), few)
    expect(onwards.iterations[0]?.best_score).toBeGreaterThanOrEqual(end)
    expect(onwards.nodes).toBeLessThan(left.nodes)
    for (const { tried } of onwards.iterations)
      expect(tried.map((t) => t.directive.edit)).not.toContain('look')
    expect(seedsOf(left)).not.toEqual([])
    expect(seedsOf(onwards).filter((program) => seedsOf(left).includes(program))).toEqual([])
    store.close()
  })

  it('answers a second time as it did the first, with both attempts as they were counted then', async () => {
    const store = open('answers')
    const answered = await run(FLIP.task, NO_MEMORY, { candidateK: 1 })
    const [attempt] = answered.attempts
    expect(attempt?.program_2).not.toBeNull()
    expect(answered.answers.map(({ program }) => program)).toEqual([attempt?.program_1, attempt?.program_2])
    learnTrace(store, answered, 'first')
    const ruler = retrieveForRuler(store, FLIP.task.id, keys(), { ...sizes, episodes: 1 })
    expect(ruler.earlier).toEqual(answered.answers)
    // Nothing is searched, so what is answered rests on what was kept, and is as sure as it was.
    const again = await run(FLIP.task, { ...NO_MEMORY, ruler }, { nodes: 0, loopIters: 1 })
    expect(again.attempts).toEqual(answered.attempts)
    expect(again.answers).toEqual(answered.answers)
    store.close()
  })

  it('asks the newest runs of a task first', async () => {
    const store = open('newest')
    const trace = await run(FLIP.task, NO_MEMORY, { nodes: 0, editK: 0 })
    const said = (program: string) => ({ ...trace, answers: [{ program, cost: 1, support: 1 }] })
    learnTrace(store, said('an older one'), 'z')
    learnTrace(store, said('a newer one'), 'a')
    const { earlier } = retrieveForRuler(store, FLIP.task.id, keys(), { ...sizes, episodes: 1 })
    expect(earlier.map(({ program }) => program)).toEqual(['a newer one'])
    store.close()
  })

  it('changes nothing when the same run is learnt twice', async () => {
    const store = open('twice')
    const trace = await run()
    learnTrace(store, trace, 'run')
    const revision = store.revision()
    learnTrace(store, trace, 'run')
    expect(store.revision()).toBe(revision)
    store.close()
  })

  it('keeps namespaces apart', async () => {
    const one = open('apart', 'one')
    const two = open('apart', 'two')
    learnTrace(one, await run(), 'run')
    expect(retrieveForRuler(two, FLIP.task.id, keys(), sizes)).toEqual(NO_MEMORY.ruler)
    expect(retrieveForCritic(two, keys(), sizes).episodes).toEqual([])
    one.close()
    two.close()
  })

  it('changes case statistics only when an edit is strictly better than its parent', async () => {
    const trace = await run(NONSENSE.task)
    const edits = (delta: number): Trace => {
      const [first] = trace.iterations
      const parent = first?.candidates[0]
      if (first === undefined || parent === undefined) throw new Error('a draft is missing')
      const edit = {
        ...parent,
        candidate_id: 'e',
        parent_id: parent.candidate_id,
        source: 'edit' as const,
        verifier_score: Math.min(1, parent.verifier_score + delta),
        directive: { locus: 'x', edit: 'drop' as const, step: null, was: '(crop)', origin: 'csa' as const },
      }
      return { ...trace, iterations: [{ ...first, candidates: [parent, edit] }] }
    }
    const store = open('cases')
    learnTrace(store, edits(0), 'same')
    learnTrace(store, edits(-0.05), 'worse')
    expect(count('cases', 'cases')).toBe(0)
    learnTrace(store, edits(0.1), 'better')
    learnTrace(store, edits(0.2), 'best')
    expect(rowsOf('cases', 'select uses, best_delta from cases')).toEqual([
      { uses: 2, best_delta: expect.closeTo(0.2, 5) },
    ])
    expect(
      retrieveForRuler(store, NONSENSE.task.id, keys(NONSENSE.task), sizes).repair_cases[0]?.directive.was,
    ).toBe('(crop)')
    store.close()
  })

  it('bounds what it hands out by bytes, the most similar staying longest', async () => {
    const store = open('bounded')
    learnTrace(store, await run(), 'run')
    for (const maxBytes of [2, 60, 100, 300, 1000]) {
      const bundle = retrieveForRuler(store, FLIP.task.id, keys(), { ...sizes, maxBytes })
      const empty = Buffer.byteLength(JSON.stringify(NO_MEMORY.ruler))
      expect(Buffer.byteLength(JSON.stringify(bundle))).toBeLessThanOrEqual(Math.max(maxBytes, empty))
    }
    store.close()
  })

  it('stores equal texts once, under their hash', () => {
    const store = open('blobs')
    expect(store.put('text')).toBe(store.put('text'))
    expect(store.get(store.put('text'))).toBe('text')
    const files = readdirSync(join(folder, 'blobs', 'blobs'), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toHaveLength(1)
    store.close()
  })
})

/** What a run is told when one size is changed: the bundle, and through it the ruler, the critic's vector or the prompt. */
describe('each retrieval size', () => {
  const store = open('sizes')
  const unsolved: string[] = []
  const of = (change: Partial<RetrievalSizes>) => {
    const all = { ...sizes, ...change }
    const facts = keys(UNFINISHED.task)
    return {
      ruler: retrieveForRuler(store, UNFINISHED.task.id, facts, all),
      critic: retrieveForCritic(store, facts, all),
    }
  }
  beforeAll(async () => {
    for (const { task } of [FLIP, NONSENSE, UNFINISHED]) {
      const trace = await run(task, NO_MEMORY, { ...few, candidateK: 4 })
      learnTrace(store, trace, 'run')
      if (trace.status === 'unsolved') unsolved.push(trace.task_id)
    }
  })
  afterAll(() => store.close())
  const vectorOf = async (change: Partial<RetrievalSizes>) =>
    (await run(UNFINISHED.task, of(change), { ...few, loopIters: 1 })).iterations[0]?.candidates.map(
      ({ critic_vec }) => critic_vec,
    )

  it('of real runs finds cases to remember', () => {
    expect(count('sizes', 'cases')).toBeGreaterThan(0)
  })

  it('--memory-k changes what a model is told', () => {
    const request = (bundle: MemoryBundle) => ({
      task: FLIP.task,
      facts: [],
      examples: [],
      notes: bundle.critic.summary,
    })
    const told = (bundle: MemoryBundle) => promptFor(request(bundle), 1).at(-1)?.content
    expect(told(of({}))).toContain('Similar tasks before')
    expect(told(of({ summary: 0 }))).not.toContain('Similar tasks before')
  })

  it('--memory-k-episodes changes the critic vector, and which open programs the ruler goes on from', async () => {
    const [told, untold] = [await vectorOf({ episodes: 3 }), await vectorOf({ episodes: 0 })]
    expect(told?.[0]).toHaveLength(untold?.[0]?.length ?? 0)
    expect(told?.[0]).not.toEqual(untold?.[0])
    const ids = of({}).ruler.open_examples.map(({ task_id }) => task_id)
    // What it asks for is left open, too, but its own programs come as they were counted.
    expect(ids).toEqual([NONSENSE.task.id])
    expect(unsolved).toEqual(expect.arrayContaining([NONSENSE.task.id, UNFINISHED.task.id]))
    expect(of({ episodes: 0 }).ruler.open_examples).toEqual([])
  })

  it('--memory-k-cases changes the critic vector', async () => {
    // Without an earlier run of the task, which would have its own drafts.
    const told = (cases: number) => vectorOf({ cases, episodes: 0 })
    expect(await told(50)).not.toEqual(await told(0))
  })

  it('--memory-k-solved-examples changes what the ruler drafts', async () => {
    const drafts = async (change: Partial<RetrievalSizes>) =>
      (await run(FLIP.task, of(change), { nodes: 0, editK: 0 })).iterations[0]?.candidates.map(
        ({ source }) => source,
      )
    expect(await drafts({})).toContain('memory')
    expect(await drafts({ solvedExamples: 0, episodes: 0 })).not.toContain('memory')
  })

  it('--memory-k-repair-cases changes which edits are tried first', async () => {
    const origins = async (change: Partial<RetrievalSizes>) =>
      (await run(UNFINISHED.task, of({ episodes: 0, ...change }), few)).iterations.flatMap(({ tried }) =>
        tried.map(({ directive }) => directive.origin),
      )
    expect(await origins({ repairCases: 50 })).toContain('memory')
    expect(await origins({ repairCases: 0 })).not.toContain('memory')
  })

  it('--memory-max-bytes cuts what is handed out', () => {
    expect(JSON.stringify(of({ maxBytes: 200 })).length).toBeLessThan(JSON.stringify(of({})).length)
  })
})
