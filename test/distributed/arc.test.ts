/** An ARC batch on worker processes: whoever takes the tasks, the files are the same to the byte. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printTask } from '../../src/arc/io/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { audit } from './audit.ts'
import { type Cluster, startCluster } from './cluster.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
}, 120_000)

afterAll(() => cluster?.[Symbol.asyncDispose]())

async function runBatch(name: string, flags: readonly string[] = []): Promise<Record<string, string>> {
  const out = join(cluster.folder, name)
  mkdirSync(out)
  const tasks = join(cluster.folder, 'tasks.jsonl')
  const labelled = TASKS.slice(0, 2)
  writeFileSync(tasks, labelled.map((task) => `${printTask(task)}\n`).join(''))
  const { code, stderr } = await cluster.orch([
    ...['arc', 'run', '--batch-file', tasks, '--out-jsonl', join(out, 'tasks.jsonl')],
    ...['--describer-checkpoint', 'builtin:symbolic', '--ruler-checkpoint', 'builtin:symbolic'],
    ...['--nodes', '40', '--loop-iters', '1', '--candidate-k', '2'],
    ...['--trace-jsonl', join(out, 'trace.jsonl'), '--metrics-json', join(out, 'metrics.json')],
    ...flags,
  ]).ended
  // With so few nodes a task may stay unsolved.
  if (code === 2) throw new Error(stderr)
  return Object.fromEntries(readdirSync(out).map((file) => [file, readFileSync(join(out, file), 'utf8')]))
}

it('gives the same bytes here and on two worker processes', async () => {
  const here = await runBatch('here', ['--here'])
  const start = () => cluster.worker(['--only', 'arc', '--lanes', 'light:1,heavy:1'])
  await Promise.all([start(), start()])
  expect(await runBatch('there', ['--quota', '2', '--urgency', '1'])).toEqual(here)
  const rows = await cluster.query<{ worker: string }>(
    'select worker from arc_attempts where worker is not null',
  )
  expect(rows.map(({ worker }) => worker.split(':').length)).toEqual([3, 3])
  expect(await audit(cluster)).toEqual([])
}, 300_000)
