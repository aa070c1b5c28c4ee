/** An ARC batch on worker processes: whoever takes the tasks, the files are the same to the byte. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateTasks } from '../../src/arc/generate/index.ts'
import { printTask } from '../../src/arc/io/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import type { BankProcess } from '../search/bank-process.ts'
import { audit } from './audit.ts'
import { type Cluster, startCluster } from './cluster.ts'

let cluster: Cluster
const workers: BankProcess[] = []

beforeAll(async () => {
  cluster = await startCluster()
}, 120_000)

afterAll(() => cluster?.[Symbol.asyncDispose]())

async function runBatch(name: string, flags: readonly string[] = []): Promise<Record<string, string>> {
  const out = join(cluster.folder, name)
  mkdirSync(out)
  const tasks = join(cluster.folder, 'tasks.jsonl')
  const labelled = [...TASKS.slice(0, 3), ...generateTasks(1, 3).map((made) => made.labelled)]
  writeFileSync(tasks, labelled.map((task) => `${printTask(task)}\n`).join(''))
  const { code, stderr } = await cluster.orch([
    ...['arc', 'run', '--batch-file', tasks, '--out-jsonl', join(out, 'tasks.jsonl')],
    ...['--describer-checkpoint', 'builtin:symbolic', '--ruler-checkpoint', 'builtin:symbolic'],
    ...['--nodes', '40', '--loop-iters', '1', '--candidate-k', '2'],
    ...['--trace-jsonl', join(out, 'trace.jsonl'), '--metrics-json', join(out, 'metrics.json')],
    ...flags,
  ]).ended
  if (code !== 0) throw new Error(stderr)
  return Object.fromEntries(readdirSync(out).map((file) => [file, readFileSync(join(out, file), 'utf8')]))
}

it('gives the same bytes here and on 1, 2 and 4 workers', async () => {
  const here = await runBatch('here', ['--here'])
  for (const count of [1, 2, 4]) {
    while (workers.length < count)
      workers.push(await cluster.worker(['--only', 'arc', '--lanes', 'light:1,heavy:1']))
    // Answers are kept for an hour: without this the second batch would ask nobody.
    await cluster.query('delete from orch_jobs.job')
    expect(await runBatch(`with-${count}`)).toEqual(here)
  }
  const [row] = await cluster.query<{ n: number }>(
    `select count(distinct worker)::int as n from attempts where worker is not null`,
  )
  expect(row?.n).toBeGreaterThanOrEqual(2)
  expect(await audit(cluster)).toEqual([])
}, 300_000)
