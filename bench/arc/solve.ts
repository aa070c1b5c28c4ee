/**
 * Scores `orch arc run` with its defaults on a batch of tasks, on one core, and prints the two halves of the batch apart: a gap between
 * them shows over-fitting when only one half was looked at. With `--loop` the loop is on (3 iterations, 8 drafts, 8 edits,
 * 3 seeds) and what it improved is counted. The table says how often first attempts are right beside what they promise.
 * Usage: node bench/arc/solve.ts <tasks.jsonl> [--nodes N] [--sample K] [--half even|odd] [--loop] [--rows FILE]
 */
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type Grid,
  gridToRows,
  loadTasks,
  NO_MEMORY,
  openParts,
  runTask,
  type Trace,
} from '../../src/arc/index.ts'

type TestAttempts = Trace['attempts'][number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '20000' },
    sample: { type: 'string', default: '1' },
    half: { type: 'string' },
    loop: { type: 'boolean', default: false },
    rows: { type: 'string' },
  },
})

/** Which attempt is the answer: 1, 2, or Infinity for neither. */
function placeOf(answer: Grid | undefined, attempts: TestAttempts | undefined): number {
  const rows = answer === undefined ? undefined : JSON.stringify(gridToRows(answer))
  if (JSON.stringify(attempts?.attempt_1) === rows) return 1
  return JSON.stringify(attempts?.attempt_2) === rows ? 2 : Number.POSITIVE_INFINITY
}

/** First attempts by what they promise: how many, what they promise together, how many are right. */
const BINS = [0.2, 0.5, 0.8, 0.9, 1] as const
const promises = { even: BINS.map(() => [0, 0, 0]), odd: BINS.map(() => [0, 0, 0]) }

const none = { tasks: 0, one: 0, two: 0, explained: 0, right: 0, open: 0, improved: 0 }
const halves = { even: { ...none }, odd: { ...none } }
let nodes = 0
let seconds = 0
let cpuSeconds = 0
let slowest = 0
const { tasks, problems } = loadTasks(positionals[0] ?? '')
for (const problem of problems) console.error(problem.message)
const parts = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
const settings = {
  seed: 0,
  nodes: Number(values.nodes),
  ...(values.loop
    ? { loopIters: 3, candidateK: 8, editK: 8, editTopM: 3 }
    : { loopIters: 1, candidateK: 1, editK: 0, editTopM: 1 }),
  analyse: false,
}
for (const [index, { task, answers }] of tasks.entries()) {
  const name = index % 2 === 0 ? 'even' : 'odd'
  if (index % Number(values.sample) !== 0 || (values.half !== undefined && values.half !== name)) continue
  const started = performance.now()
  const cpu = process.cpuUsage()
  const trace = await runTask(task, settings, parts, NO_MEMORY)
  nodes += trace.nodes
  const spent = (performance.now() - started) / 1000
  seconds += spent
  const used = process.cpuUsage(cpu)
  cpuSeconds += (used.user + used.system) / 1e6
  slowest = Math.max(slowest, spent)
  const place = Math.max(...answers.map((answer, test) => placeOf(answer, trace.attempts[test])))
  answers.forEach((answer, test) => {
    const attempts = trace.attempts[test]
    const promised = attempts?.confidence_1 ?? 0
    const bin = promises[name][BINS.findIndex((most) => promised <= most)] ?? []
    const right = Number(placeOf(answer, attempts) === 1)
    for (const [k, more] of [1, promised, right].entries()) bin[k] = (bin[k] ?? 0) + more
  })
  const half = halves[name]
  half.tasks++
  if (place <= 1) half.one++
  if (place <= 2) half.two++
  half.explained += Number(trace.status === 'solved')
  half.right += Number(trace.status === 'solved' && place <= 2)
  const scores = trace.iterations.map(({ best_score }) => best_score)
  const isOpen = trace.iterations[0]?.solved === false
  half.open += Number(isOpen)
  half.improved += Number(isOpen && trace.iterations.some(({ improved }) => improved))
  if (values.rows !== undefined) {
    const row = {
      index,
      id: task.id,
      place: Number.isFinite(place) ? place : 0,
      status: trace.status,
      scores,
    }
    const promised = trace.attempts.map(({ confidence_1 }) => confidence_1)
    const programs = trace.attempts.flatMap(({ program_1, program_2 }) => [program_1, program_2])
    const cpu = (used.user + used.system) / 1e6
    appendFileSync(
      values.rows,
      `${JSON.stringify({ ...row, promised, nodes: trace.nodes, cpu, programs })}\n`,
    )
  }
}
console.log(
  '| first attempts that promise | even half: count, promised, right | odd half: count, promised, right |',
)
console.log('|---|---|---|')
BINS.forEach((most, k) => {
  const cells = [promises.even[k] ?? [], promises.odd[k] ?? []].map(
    ([tests = 0, promised = 0, right = 0]) => `${tests}, ${promised.toFixed(1)}, ${right}`,
  )
  console.log(`| ${BINS[k - 1] ?? 0} to ${most} | ${cells.join(' | ')} |`)
})
const { even, odd } = halves
const count = even.tasks + odd.tasks
for (const [name, half] of Object.entries(halves)) {
  console.log(
    `${name} half: ${half.one} solved with one attempt, ${half.two} with two, of ${half.tasks}; ` +
      `explained ${half.explained}, of these right ${half.right}; ` +
      `open after the drafts ${half.open}, improved by the loop ${half.improved}`,
  )
}
console.log(
  `all: ${even.one + odd.one} solved with one attempt, ${even.two + odd.two} with two, of ${count}; ` +
    `mean ${(seconds / count).toFixed(3)} s a task (${(cpuSeconds / count).toFixed(3)} s of CPU), slowest ${slowest.toFixed(1)} s; ` +
    `${Math.round(nodes / count)} nodes a task, those of the edits included`,
)
