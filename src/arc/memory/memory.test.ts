import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { factKey } from '../describe/index.ts'
import { openParts, runTask } from '../loop/index.ts'
import { FLIP, NONSENSE } from '../test-tasks.ts'
import type { Trace } from '../trace/index.ts'
import {
  learnTrace,
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
const run = (task = FLIP.task, memory = NO_MEMORY, change = {}) =>
  runTask(task, { ...settings, ...change }, parts, memory)
const open = (name: string, namespace = 'one') => new MemoryStore(join(folder, name), namespace)
const keys = (task = FLIP.task) => parts.describe(task).map(factKey)
const count = (store: MemoryStore, table: string) =>
  Number(store.database.prepare(`select count(*) as n from ${table}`).get()?.n)

describe('memory', () => {
  it('remembers a solved task and hands its program to a ruler', async () => {
    const store = open('solved')
    const trace = await run()
    learnTrace(store, trace, 'run')
    const best = trace.iterations[0]?.candidates.find((c) => c.candidate_id === trace.best_id)
    const bundle = retrieveForRuler(store, keys(), sizes)
    expect(bundle.solved_examples).toEqual([{ task_id: 'flip', program: best?.program }])
    expect(retrieveForCritic(store, keys(), sizes).episodes).toEqual([
      { task_id: 'flip', status: 'solved', best_score: 1 },
    ])
    expect(count(store, 'attempts')).toBe(trace.iterations.flatMap((it) => it.candidates).length)
    store.close()
  })

  it('solves at no node budget what it has solved before', async () => {
    const store = open('recall')
    expect((await run(FLIP.task, NO_MEMORY, { nodes: 0, editK: 0 })).status).toBe('unsolved')
    learnTrace(store, await run(), 'run')
    const memory = { ...NO_MEMORY, ruler: retrieveForRuler(store, keys(), sizes) }
    const trace = await run(FLIP.task, memory, { nodes: 0, editK: 0 })
    expect(trace.status).toBe('solved')
    expect(trace.iterations[0]?.candidates[0]?.source).toBe('memory')
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
    expect(retrieveForRuler(two, keys(), sizes)).toEqual({
      solved_examples: [],
      fragments: [],
      repair_cases: [],
    })
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
    expect(count(store, 'cases')).toBe(0)
    learnTrace(store, edits(0.1), 'better')
    learnTrace(store, edits(0.2), 'best')
    expect(store.database.prepare('select uses, best_delta from cases').all()).toEqual([
      { uses: 2, best_delta: expect.closeTo(0.2, 5) },
    ])
    expect(retrieveForRuler(store, keys(NONSENSE.task), sizes).repair_cases[0]?.directive.was).toBe('(crop)')
    store.close()
  })

  it('bounds what it hands out by bytes, the most similar staying longest', async () => {
    const store = open('bounded')
    learnTrace(store, await run(), 'run')
    for (const maxBytes of [2, 60, 100, 300, 1000]) {
      const bundle = retrieveForRuler(store, keys(), { ...sizes, maxBytes })
      const empty = Buffer.byteLength(
        JSON.stringify({ solved_examples: [], fragments: [], repair_cases: [] }),
      )
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
