import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeWhole } from '../../files/index.ts'
import { openLog } from '../../log/index.ts'
import { buildDataset } from '../datasets/index.ts'
import { generateTasks } from '../generate/index.ts'
import { printTask } from '../io/index.ts'
import { TASKS } from '../test-tasks.ts'
import { type BatchOptions, runBatch } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-batch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const labelled = [...TASKS, ...generateTasks(3, 3).map((made) => made.labelled)]
const batchFile = join(folder, 'tasks.jsonl')
writeWhole([{ path: batchFile, text: labelled.map((task) => `${printTask(task)}\n`) }])

function options(name: string, change: Partial<BatchOptions> = {}): BatchOptions {
  const out = join(folder, name)
  return {
    batchFile,
    outputs: {
      tasks: join(out, 'tasks.jsonl'),
      metrics: join(out, 'metrics.json'),
      trace: join(out, 'trace.jsonl'),
      criticBuffer: join(out, 'critic.jsonl'),
      studentBuffer: join(out, 'student.jsonl'),
      traceFolder: join(out, 'batch'),
    },
    checkpoints: { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' },
    settings: { seed: 4, nodes: 150, loopIters: 2, candidateK: 3, editK: 3, editTopM: 2, analyse: true },
    workers: 1,
    maxTasks: undefined,
    failFast: false,
    memory: undefined,
    log: openLog({ level: 'error' }),
    ...change,
  }
}

const everything = {
  failedOnly: false,
  maxTasks: undefined,
  seeds: 2,
  edits: 4,
  deltaThreshold: 1e-6,
}

/** Every file under a folder with its text. */
function contents(name: string): Record<string, string> {
  const root = join(folder, name)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(root.length), readFileSync(path, 'utf8')]))
}

describe('a batch run', () => {
  it('writes the same bytes for one worker, for two, and on a rerun', async () => {
    await runBatch(options('one'))
    const once = contents('one')
    expect(Object.keys(once)).toHaveLength(labelled.length + 6)
    await runBatch(options('two', { workers: 2 }))
    expect(contents('two')).toEqual(once)
    await runBatch(options('one'))
    expect(contents('one')).toEqual(once)
  })

  it('keeps the order of the batch', async () => {
    const { rows } = await runBatch(options('order', { workers: 2 }))
    expect(rows.map((row) => row.task_id)).toEqual(labelled.map(({ task }) => task.id))
  })

  it('goes on after a stop in the middle, a torn last line included, with the same bytes', async () => {
    const stopping = {
      onResult: () => {
        throw new Error('stop')
      },
    }
    await expect(runBatch(options('resumed', stopping))).rejects.toThrow('stop')
    const log = join(folder, 'resumed', 'tasks.jsonl.running', 'finished.jsonl')
    expect(existsSync(join(folder, 'resumed', 'tasks.jsonl'))).toBe(false)
    appendFileSync(log, '{"index":1,"result":{"kind":"tra')
    const { resumed } = await runBatch(options('resumed', { workers: 2 }))
    expect(resumed).toBe(1)
    expect(contents('resumed')).toEqual(contents('one'))
  })

  it('starts afresh when what is left belongs to another run', async () => {
    mkdirSync(join(folder, 'other'))
    await expect(
      runBatch(
        options('left', {
          onResult: () => {
            throw new Error('stop')
          },
        }),
      ),
    ).rejects.toThrow('stop')
    cpSync(join(folder, 'left', 'tasks.jsonl.running'), join(folder, 'other', 'tasks.jsonl.running'), {
      recursive: true,
    })
    const own = options('other')
    const { resumed } = await runBatch({ ...own, settings: { ...own.settings, seed: 5 } })
    expect(resumed).toBe(0)
  })

  it('writes the same bytes and the same memory with and without test outputs', async () => {
    const blind = join(folder, 'blind.jsonl')
    const hidden = labelled.map(({ task }) => `${printTask({ task, answers: [] })}\n`)
    writeWhole([{ path: blind, text: hidden }])
    const sizes = { summary: 2, episodes: 2, cases: 2, solvedExamples: 2, repairCases: 2, maxBytes: 9999 }
    const remembered: string[] = []
    for (const [name, file] of [
      ['sighted', batchFile],
      ['blinded', blind],
    ] as const) {
      const memory = { folder: join(folder, `memory-${name}`), namespace: 'n', sizes }
      await runBatch(options(name, { batchFile: file, memory }))
      await runBatch(options(name, { batchFile: file, memory }))
      remembered.push(JSON.stringify(Object.keys(contents(`memory-${name}/blobs`))))
    }
    expect(contents('blinded')).toEqual(contents('sighted'))
    expect(remembered[1]).toBe(remembered[0])
  })

  it('skips tasks it cannot use and counts them, or stops at the first when asked to', async () => {
    const bad = join(folder, 'bad.jsonl')
    const [first] = labelled
    if (first === undefined) throw new Error('a task is missing')
    writeWhole([{ path: bad, text: [`${printTask(first)}\n`, '{"task_id":"x","train":[]}\n'] }])
    const lines: string[] = []
    const log = openLog({ level: 'error', echo: (text) => lines.push(text) })
    const { metrics } = await runBatch(options('bad', { batchFile: bad, log }))
    expect(metrics).toMatchObject({ tasks: 1, skipped: 1, errors: 0 })
    expect(lines.join()).toContain('bad.jsonl, line 2, field train')
    await expect(runBatch(options('fast', { batchFile: bad, log, failFast: true }))).rejects.toThrow(
      'line 2, field train',
    )
    expect(existsSync(join(folder, 'fast'))).toBe(false)
  })

  it('names trace files after task ids, dots and all, and never outside its folder', async () => {
    const [first] = labelled
    if (first === undefined) throw new Error('a task is missing')
    const ids = ['v1.0', '..', '../up', 'a/b']
    const dotted = join(folder, 'dotted.jsonl')
    const text = ids.map((id) => `${printTask({ ...first, task: { ...first.task, id } })}\n`)
    writeWhole([{ path: dotted, text }])
    const { rows } = await runBatch(options('dotted', { batchFile: dotted }))
    expect(rows.map((row) => row.task_id)).toEqual(ids)
    expect(readdirSync(join(folder, 'dotted', 'batch', 'traces')).sort()).toEqual([
      'task_..%2fup.json',
      'task_...json',
      'task_a%2fb.json',
      'task_v1.0.json',
    ])
    expect(buildDataset(join(folder, 'dotted', 'batch'), 'ranking', everything).rows).toBeGreaterThan(0)
  })

  it('tells how far it is and how many are solved', async () => {
    const seen: number[] = []
    let solved = 0
    await runBatch(
      options('progress', {
        onProgress: (progress) => {
          seen.push(progress.done)
          solved = progress.solved
        },
      }),
    )
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(solved).toBeGreaterThanOrEqual(3)
  })
})
