import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWhole } from '../../files/index.ts'
import { openLog } from '../../log/index.ts'
import { runBatch } from '../batch/index.ts'
import { FEATURES } from '../compare/index.ts'
import { printTask } from '../io/index.ts'
import { TASKS, UNFINISHED } from '../test-tasks.ts'
import {
  blameRowSchema,
  indexRowSchema,
  preferenceSchema,
  rankingPairSchema,
  readRows,
  traceSchema,
  transitionSchema,
} from '../trace/index.ts'
import { type BuildOptions, buildDataset, operatorsOf } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-datasets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const inFolder = (name: string) => join(folder, name)
const options: BuildOptions = {
  failedOnly: false,
  maxTasks: undefined,
  seeds: 2,
  edits: 6,
  deltaThreshold: 1e-6,
}

beforeAll(async () => {
  writeWhole([
    { path: inFolder('tasks.jsonl'), text: [...TASKS, UNFINISHED].map((task) => `${printTask(task)}\n`) },
  ])
  await runBatch({
    batchFile: inFolder('tasks.jsonl'),
    outputs: {
      tasks: inFolder('out.jsonl'),
      trace: inFolder('trace.jsonl'),
      criticBuffer: inFolder('critic.jsonl'),
      studentBuffer: inFolder('student.jsonl'),
      traceFolder: folder,
    },
    checkpoints: { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' },
    settings: { seed: 0, nodes: 150, loopIters: 3, candidateK: 4, editK: 4, editTopM: 2, analyse: true },
    workers: 1,
    maxTasks: undefined,
    failFast: false,
    memory: undefined,
    log: openLog({ level: 'error' }),
  })
})

describe('datasets from saved traces', () => {
  it('pair candidates of one task and one iteration only, ties dropped, versions in every row', () => {
    const { rows: count } = buildDataset(folder, 'ranking', options)
    const rows = readRows(rankingPairSchema, inFolder('critic_ranking_pairs.jsonl'), 'dataset')
    expect(rows).toHaveLength(count)
    expect(count).toBeGreaterThan(0)
    const traces = readRows(traceSchema, inFolder('trace.jsonl'), 'traces')
    for (const row of rows) {
      expect(row.better.verifier_score).toBeGreaterThan(row.worse.verifier_score)
      expect(row.comparator_version).toBe('arc-compare-1')
      const trace = traces.find((t) => t.task_id === row.task_id)
      const ids = trace?.iterations[row.iter_idx]?.candidates.map((c) => c.candidate_id)
      expect(ids).toContain(row.better.candidate_id)
      expect(ids).toContain(row.worse.candidate_id)
    }
    expect(readFileSync(inFolder('critic.jsonl'), 'utf8')).toBe(
      readFileSync(inFolder('critic_ranking_pairs.jsonl'), 'utf8'),
    )
  })

  it('blame the place that gains most, and drop tied blame', () => {
    const { rows: count } = buildDataset(folder, 'blame', options)
    expect(count).toBeGreaterThan(0)
    for (const row of readRows(blameRowSchema, inFolder('critic_blame_locus.jsonl'), 'dataset')) {
      expect(row).toMatchObject({ comparator_version: 'arc-compare-1' })
      expect(row.feature_vec).toHaveLength(FEATURES.length)
      const best = Math.max(...row.loci.map((locus) => locus.best_delta))
      const winners = row.loci.filter((locus) => locus.best_delta === best)
      expect(winners.map((locus) => locus.locus)).toEqual([row.blame_locus])
    }
  })

  it('prefer the better of two edits of one seed, above the threshold only', () => {
    const { rows: count } = buildDataset(folder, 'prefs', options)
    expect(count).toBeGreaterThan(0)
    for (const row of readRows(preferenceSchema, inFolder('critic_directive_prefs.jsonl'), 'dataset')) {
      expect(row).toMatchObject({ comparator_version: 'arc-compare-1' })
      expect(row.feature_vec).toHaveLength(FEATURES.length)
      expect(row.better.verifier_score - row.worse.verifier_score).toBeGreaterThan(1e-6)
    }
    expect(buildDataset(folder, 'prefs', { ...options, deltaThreshold: 1 })).toMatchObject({
      rows: 0,
      empty: expect.stringContaining('--delta-threshold'),
    })
    expect(buildDataset(folder, 'prefs', { ...options, seeds: 1 }).rows).toBeLessThanOrEqual(count)
    expect(buildDataset(folder, 'prefs', { ...options, edits: 2 }).rows).toBeLessThan(count)
  })

  it('leave solved tasks out when only failed ones are wanted', () => {
    const index = readRows(indexRowSchema, inFolder('index.jsonl'), 'index')
    const unsolved = new Set(index.flatMap((row) => (row.status === 'solved' ? [] : [row.task_id])))
    const rowsOf = (failedOnly: boolean) => {
      buildDataset(folder, 'ranking', { ...options, failedOnly })
      return readRows(rankingPairSchema, inFolder('critic_ranking_pairs.jsonl'), 'dataset')
    }
    const [all, failed] = [rowsOf(false), rowsOf(true)]
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(all.length)
    expect(failed).toEqual(all.filter((row) => unsolved.has(row.task_id)))
  })

  it('say why they are empty', () => {
    const solved = readRows(indexRowSchema, inFolder('index.jsonl'), 'index').filter(
      (r) => r.status === 'solved',
    )
    mkdirSync(inFolder('solved'), { recursive: true })
    writeWhole([
      {
        path: inFolder('solved/index.jsonl'),
        text: solved.map((row) => `${JSON.stringify({ ...row, file: `../${row.file}` })}\n`),
      },
    ])
    const failed = buildDataset(inFolder('solved'), 'ranking', { ...options, failedOnly: true })
    expect(failed).toMatchObject({ rows: 0, tasks: 0, empty: expect.stringContaining('--failed-only') })
    const edits = buildDataset(inFolder('solved'), 'prefs', options)
    expect(edits).toMatchObject({ rows: 0, tasks: 3, empty: expect.stringContaining('--loop-iters') })
  })

  it('have the same bytes when built again', () => {
    buildDataset(folder, 'blame', options)
    const once = readFileSync(inFolder('critic_blame_locus.jsonl'), 'utf8')
    buildDataset(folder, 'blame', options)
    expect(readFileSync(inFolder('critic_blame_locus.jsonl'), 'utf8')).toBe(once)
  })

  it('come with transitions that name what changed and what it brought', () => {
    const rows = readRows(transitionSchema, inFolder('student.jsonl'), 'buffer')
    const edits = rows.filter((row) => row.directive !== null)
    expect(edits.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.delta).toBeCloseTo(row.score_after - row.score_before, 5)
      expect(row.before === null).toBe(row.directive === null)
    }
  })

  it('refuse traces that were changed or are not there', () => {
    expect(() => buildDataset(inFolder('none'), 'ranking', options)).toThrow('cannot be read')
    appendFileSync(inFolder('traces/task_flip.json'), ' ')
    expect(() => buildDataset(folder, 'ranking', options)).toThrow('task_flip.json, line 1, field sha256')
  })
})

describe('the operators of a program', () => {
  it('are named as the search names them', () => {
    const text =
      '(program (view none as-is) (stack (of () (1 1) (1 1) (0 0)) (layer place (keep 2)) (layer place (crop))))'
    expect(operatorsOf(text)).toEqual(['keep 2', 'crop'])
  })
})
