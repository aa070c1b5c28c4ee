/**
 * What memory brings: a batch is run twice with loop, memory and datasets on, the second time with what the first one
 * left. Prints what each pass answers right with one and with two attempts and its CPU seconds; for several numbers of
 * workers, also whether every byte of every file is the same.
 * Usage: node bench/arc/memory.ts <tasks.jsonl> [--tasks N] [--nodes N] [--workers 1,2,4] [--docs]
 * The tasks are taken evenly from the whole file, as many of the even half as of the odd one. --docs writes the numbers
 * into the table of docs/arc/pipeline.md.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  buildDataset,
  DATASETS,
  type Dataset,
  loadTasks,
  printTask,
  runBatch,
  scoreAttempts,
} from '../../src/arc/index.ts'
import { putRow } from './docs-table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tasks: { type: 'string', default: '100' },
    nodes: { type: 'string', default: '300' },
    workers: { type: 'string', default: '1' },
    docs: { type: 'boolean', default: false },
  },
})
const [count, nodes] = [Number(values.tasks), Number(values.nodes)]
const { tasks: all } = loadTasks(positionals[0] ?? '')
const step = Math.max(1, Math.floor(all.length / count))
// Every second pair of neighbours, and so on: both halves are there alike.
const tasks = all.filter((_, i) => Math.floor(i / 2) % step === 0).slice(0, count)
const sizes = { summary: 5, episodes: 5, cases: 5, solvedExamples: 3, repairCases: 3, maxBytes: 65_536 }
const folder = mkdtempSync(join(tmpdir(), 'orch-arc-memory-'))
const batchFile = join(folder, 'tasks.jsonl')
writeFileSync(batchFile, tasks.map((task) => `${printTask(task)}\n`).join(''))

async function pass(home: string, name: string, workers: number): Promise<{ hash: string; said: string }> {
  const out = join(home, name)
  const started = process.cpuUsage()
  const { rows, metrics } = await runBatch({
    batchFile,
    outputs: {
      tasks: join(out, 'tasks.jsonl'),
      metrics: join(out, 'metrics.json'),
      criticBuffer: join(out, 'critic.jsonl'),
      studentBuffer: join(out, 'student.jsonl'),
      traceFolder: out,
    },
    checkpoints: { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' },
    settings: { seed: 0, nodes, loopIters: 3, candidateK: 4, editK: 4, editTopM: 2, analyse: true },
    workers,
    maxTasks: undefined,
    failFast: true,
    memory: { folder: join(home, 'memory'), namespace: 'bench', sizes },
    log: { write: () => {} },
  })
  const { user, system } = process.cpuUsage(started)
  const options = { failedOnly: true, maxTasks: undefined, seeds: 2, edits: 4, deltaThreshold: 1e-6 }
  for (const dataset of Object.keys(DATASETS) as Dataset[]) buildDataset(out, dataset, options)
  const scores = scoreAttempts(tasks, new Map(rows.map((row) => [row.task_id, row.attempts])))
  const explained = rows.filter(({ status }) => status === 'solved').length
  const said = `${scores.tasks_solved_1}, ${scores.tasks_solved_2}, ${explained}, ${metrics.nodes} nodes, ${Math.round((user + system) / 1e6)} s`
  const hash = createHash('sha256')
  for (const file of readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    hash.update(file.slice(out.length)).update(readFileSync(file))
  return { hash: hash.digest('hex'), said }
}

try {
  const hashes = new Set<string>()
  for (const workers of values.workers.split(',').map(Number)) {
    const home = join(folder, String(workers))
    const [first, second] = [await pass(home, 'first', workers), await pass(home, 'second', workers)]
    hashes.add(`${first.hash} ${second.hash}`)
    console.log(
      `${workers} workers: right with one attempt, with two, explained, CPU: ${first.said}; again: ${second.said}`,
    )
    // CPU seconds are those of the first number of workers: more threads than cores take more.
    if (values.docs && workers === Number.parseInt(values.workers, 10))
      putRow(
        'what a second pass brings',
        [String(tasks.length), String(nodes)],
        { first: first.said, second: second.said },
        'pipeline.md',
      )
  }
  console.log(hashes.size === 1 ? 'every file is the same' : 'THE FILES DIFFER')
  process.exitCode = hashes.size === 1 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
