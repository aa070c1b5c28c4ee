import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeWhole } from '../../files/index.ts'
import { openJobs } from '../../jobs/index.ts'
import { openLog } from '../../log/index.ts'
import { printTask } from '../io/index.ts'
import { TASKS } from '../test-tasks.ts'
import { ArcWork, arcQueue, type BatchOptions, remoteTasks, runBatch } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-remote-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tasks = TASKS.slice(0, 2)
const batchFile = join(folder, 'tasks.jsonl')
writeWhole([{ path: batchFile, text: tasks.map((task) => `${printTask(task)}\n`) }])

function options(name: string, change: Partial<BatchOptions> = {}): BatchOptions {
  const out = join(folder, name)
  return {
    batchFile,
    outputs: {
      tasks: join(out, 'tasks.jsonl'),
      metrics: join(out, 'metrics.json'),
      trace: join(out, 'trace.jsonl'),
    },
    checkpoints: { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' },
    settings: { seed: 4, nodes: 40, loopIters: 1, candidateK: 2, editK: 0, editTopM: 1, analyse: true },
    workers: 1,
    maxTasks: undefined,
    failFast: false,
    memory: undefined,
    log: openLog({ level: 'error' }),
    ...change,
  }
}

function contents(name: string): Record<string, string> {
  const root = join(folder, name)
  return Object.fromEntries(readdirSync(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

const capacity = { most: () => 4 }

it('a batch gives the same bytes on threads here and with 1, 2 and 4 workers', async () => {
  await runBatch(options('here'))
  for (const count of [1, 2, 4]) {
    await using open = new AsyncDisposableStack()
    const queue = open.use(await openJobs({ databaseUrl: undefined }))
    const done: string[] = []
    for (let n = 0; n < count; n += 1) {
      const work = open.use(new ArcWork(1))
      queue.serve(
        { queues: [arcQueue('light'), arcQueue('heavy')], slots: 1, worker: `w${n}` },
        async ({ data, signal }) => {
          done.push(`w${n}`)
          return work.run(data, signal)
        },
      )
    }
    const remote = remoteTasks({ queue, capacity, runId: 'run', priority: 0.5 })
    await runBatch(options(`with-${count}`, { remote }))
    expect(done).toHaveLength(tasks.length)
    expect(contents(`with-${count}`)).toEqual(contents('here'))
  }
})

it('an answer about another task, or none at all, makes the task an error and nothing else', async () => {
  await using queue = await openJobs({ databaseUrl: undefined })
  queue.serve({ queues: [arcQueue('light'), arcQueue('heavy')], slots: 1, worker: 'liar' }, async () => ({
    seconds: 1,
    answer: { kind: 'trace', trace: { solved: true } },
  }))
  const remote = remoteTasks({ queue, capacity, runId: 'run', priority: 0.5 })
  const { metrics, rows } = await runBatch(options('lies', { remote }))
  expect(metrics).toMatchObject({ solved: 0, errors: tasks.length })
  expect(rows[0]?.error).toContain('The worker liar gave an answer that cannot be read')
})
