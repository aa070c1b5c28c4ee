/**
 * Whether workers give what one process gives: the goals of a bank that are proved and refuted, and every byte of the
 * files of an ARC batch, for one, two and four workers. All real commands on a real PostgreSQL server. ARC batches go
 * through the loop, and each runs twice: the second time with the memory that the first one has left.
 *
 *   node bench/distributed/equal.ts bank [bank.jsonl] | arc [tasks.jsonl [flags of orch arc run]]
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printTask } from '../../src/arc/io/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { audit } from '../../test/distributed/audit.ts'
import { startCluster } from '../../test/distributed/cluster.ts'

const [what = 'bank', given, ...more] = process.argv.slice(2)
const LOOP = ['--loop-iters', '2', '--candidate-k', '3', '--edit-k', '3', '--edit-top-m', '2']
await using cluster = await startCluster()
let failed = false

function report(name: string, same: boolean, details: string): void {
  failed ||= !same
  console.log(`${name}: ${same ? 'the same' : 'ANOTHER'} (${details})`)
}

async function orch(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const started = performance.now()
  const { code, stdout, stderr } = await cluster.orch(args, env).ended
  if (code !== 0 && stdout === '') throw new Error(stderr)
  console.log(`  ${args[0]} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return stdout
}

/** Which goals of a bank are proved, and which refuted. */
async function solveBank(name: string, flags: readonly string[]): Promise<Record<string, string[]>> {
  const results = join(cluster.folder, name)
  const bank = given ?? join(import.meta.dirname, '..', 'bank.jsonl')
  const { run_id, lean_cpu } = JSON.parse(
    await orch([
      'bank',
      '--bank',
      bank,
      '--results',
      results,
      '--no-cache',
      '--timeout',
      '3600',
      '--json',
      ...flags,
    ]),
  )
  const rows = await cluster.query<{ outcome: string; goal: string }>(
    `select distinct outcome, goal_text as goal from attempts
      where run_id = $1 and outcome in ('proved', 'refuted') order by goal`,
    [run_id],
  )
  const [spent] = await cluster.query<{ n: number; claims: number; cpu: number }>(
    `select count(*)::int as n, (count(*) filter (where outcome in ('proved', 'refuted')))::int as claims,
        sum(cpu_seconds) as cpu from attempts where run_id = $1`,
    [run_id],
  )
  console.log(
    `  ${spent?.n} attempts took ${spent?.cpu.toFixed(0)} s of CPU; ${spent?.claims} claims ` +
      `were checked here in ${lean_cpu?.checking} s of CPU`,
  )
  const of = (outcome: string) => rows.filter((row) => row.outcome === outcome).map(({ goal }) => goal)
  return { proved: of('proved'), refuted: of('refuted') }
}

async function compareBank(): Promise<void> {
  const here = await solveBank('here', ['--here'])
  await Promise.all([cluster.worker(), cluster.worker()])
  const there = await solveBank('there', [])
  for (const outcome of ['proved', 'refuted'])
    report(
      `goals ${outcome} by two workers and by one process`,
      // Two runs that found nothing say nothing.
      here.proved?.length !== 0 && JSON.stringify(there[outcome]) === JSON.stringify(here[outcome]),
      `${there[outcome]?.length} and ${here[outcome]?.length}`,
    )
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)

async function solveTasks(name: string, flags: readonly string[]): Promise<string> {
  const folder = join(cluster.folder, name)
  const tasks = given ?? join(cluster.folder, 'tasks.jsonl')
  if (given === undefined) writeFileSync(tasks, TASKS.map((task) => `${printTask(task)}\n`).join(''))
  const hashes: string[] = []
  for (const time of ['first', 'second']) {
    const out = join(folder, time)
    mkdirSync(out, { recursive: true })
    await orch(
      [
        ...['arc', 'run', '--batch-file', tasks, '--out-jsonl', join(out, 'tasks.jsonl')],
        ...['--describer-checkpoint', 'builtin:symbolic', '--ruler-checkpoint', 'builtin:symbolic', ...LOOP],
        ...['--trace-jsonl', join(out, 'trace.jsonl'), '--metrics-json', join(out, 'metrics.json')],
        ...more,
        ...flags,
      ],
      { ARC_V3_MEMORY_DIR: join(folder, 'memory') },
    )
    for (const file of readdirSync(out).sort()) hashes.push(`${time}/${file} ${hashOf(join(out, file))}`)
  }
  return hashes.join(', ')
}

async function compareTasks(): Promise<void> {
  const here = await solveTasks('here', ['--here'])
  console.log(`  ${here}`)
  let workers = 0
  for (const wanted of [1, 2, 4]) {
    for (; workers < wanted; workers += 1)
      await cluster.worker(['--only', 'arc', '--lanes', 'light:1,heavy:1'])
    // Answers are kept for an hour: without this the second batch would get those of the first.
    await cluster.query('delete from orch_jobs.job')
    const there = await solveTasks(`with-${wanted}`, [])
    report(`files of an ARC batch with ${wanted} workers and here`, there === here, there)
  }
}

await (what === 'arc' ? compareTasks() : compareBank())
const findings = await audit(cluster)
report('audit', findings.length === 0, findings.join('; ') || 'nothing found')
process.exitCode = failed ? 1 : 0
