/**
 * Scores `orch arc run` with its defaults on a batch of tasks, on one core, and prints the two halves of the batch apart: a gap between
 * them shows over-fitting when only one half was looked at.
 * Usage: node bench/arc/solve.ts <tasks.jsonl> [--nodes N] [--sample K] [--half even|odd] [--verbose]
 */
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
    verbose: { type: 'boolean', default: false },
  },
})

/** Which attempt is the answer: 1, 2, or Infinity for neither. */
function placeOf(answer: Grid | undefined, attempts: TestAttempts | undefined): number {
  const rows = answer === undefined ? undefined : JSON.stringify(gridToRows(answer))
  if (JSON.stringify(attempts?.attempt_1) === rows) return 1
  return JSON.stringify(attempts?.attempt_2) === rows ? 2 : Number.POSITIVE_INFINITY
}

const halves = { even: { tasks: 0, one: 0, two: 0 }, odd: { tasks: 0, one: 0, two: 0 } }
let seconds = 0
let cpuSeconds = 0
let slowest = 0
const { tasks, problems } = loadTasks(positionals[0] ?? '')
for (const problem of problems) console.error(problem.message)
const parts = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
const settings = {
  seed: 0,
  nodes: Number(values.nodes),
  loopIters: 1,
  candidateK: 1,
  editK: 0,
  editTopM: 1,
  analyse: false,
}
for (const [index, { task, answers }] of tasks.entries()) {
  const name = index % 2 === 0 ? 'even' : 'odd'
  if (index % Number(values.sample) !== 0 || (values.half !== undefined && values.half !== name)) continue
  const started = performance.now()
  const cpu = process.cpuUsage()
  const trace = await runTask(task, settings, parts, NO_MEMORY)
  const spent = (performance.now() - started) / 1000
  seconds += spent
  const used = process.cpuUsage(cpu)
  cpuSeconds += (used.user + used.system) / 1e6
  slowest = Math.max(slowest, spent)
  const place = Math.max(...answers.map((answer, test) => placeOf(answer, trace.attempts[test])))
  const half = halves[name]
  half.tasks++
  if (place <= 1) half.one++
  if (place <= 2) half.two++
  if (values.verbose) {
    const best = trace.iterations[0]?.candidates[0]
    const why =
      best === undefined
        ? 'nothing found'
        : `${best.pairs_solved}/${task.train.length} ${Math.round(best.cost)} ${best.why}`
    console.log(index, task.id, Number.isFinite(place) ? `rank ${place}` : '-', `${spent.toFixed(2)}s`, why)
  }
}
const { even, odd } = halves
const count = even.tasks + odd.tasks
for (const [name, half] of Object.entries(halves)) {
  console.log(`${name} half: ${half.one} solved with one attempt, ${half.two} with two, of ${half.tasks}`)
}
console.log(
  `all: ${even.one + odd.one} solved with one attempt, ${even.two + odd.two} with two, of ${count}; ` +
    `mean ${(seconds / count).toFixed(3)} s a task (${(cpuSeconds / count).toFixed(3)} s of CPU), slowest ${slowest.toFixed(1)} s`,
)
