/**
 * Scores the teacher on a batch of tasks, on one core, and prints the two halves of the batch apart: a gap between
 * them shows over-fitting when only one half was looked at.
 * Usage: node bench/arc/solve.ts <tasks.jsonl> [--nodes N] [--sample K] [--half even|odd] [--verbose]
 */
import { parseArgs } from 'node:util'
import { type Grid, gridKey } from '../../src/arc/grid/index.ts'
import { loadTasks } from '../../src/arc/io/index.ts'
import { type Candidate, solve } from '../../src/arc/rule/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '20000' },
    sample: { type: 'string', default: '1' },
    half: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

/** The place of the answer among the distinct guesses for one test input: 1 is the first, Infinity is nowhere. */
function placeOf(answer: Grid | undefined, test: number, candidates: readonly Candidate[]): number {
  const guesses = new Set<string>()
  for (const { outputs } of candidates) {
    const output = outputs[test]
    if (output !== undefined) guesses.add(gridKey(output))
  }
  const place = answer === undefined ? -1 : [...guesses].indexOf(gridKey(answer))
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}

const halves = { even: { tasks: 0, one: 0, two: 0 }, odd: { tasks: 0, one: 0, two: 0 } }
let anywhere = 0
let seconds = 0
let cpuSeconds = 0
let slowest = 0
const { tasks, problems } = loadTasks(positionals[0] ?? '')
for (const problem of problems) console.error(problem.message)
tasks.forEach(({ task, answers }, index) => {
  const name = index % 2 === 0 ? 'even' : 'odd'
  if (index % Number(values.sample) !== 0 || (values.half !== undefined && values.half !== name)) return
  const started = performance.now()
  const cpu = process.cpuUsage()
  const candidates = solve(task, { nodes: Number(values.nodes) })
  const spent = (performance.now() - started) / 1000
  seconds += spent
  const used = process.cpuUsage(cpu)
  cpuSeconds += (used.user + used.system) / 1e6
  slowest = Math.max(slowest, spent)
  const place = Math.max(...answers.map((answer, test) => placeOf(answer, test, candidates)))
  const half = halves[name]
  half.tasks++
  if (place <= 1) half.one++
  if (place <= 2) half.two++
  if (Number.isFinite(place)) anywhere++
  if (values.verbose) {
    const best = candidates[0]
    const why =
      best === undefined
        ? 'nothing found'
        : `${best.pairsSolved}/${task.train.length} ${Math.round(best.cost)} ${best.why}`
    console.log(index, task.id, Number.isFinite(place) ? `rank ${place}` : '-', `${spent.toFixed(2)}s`, why)
  }
})
const { even, odd } = halves
const count = even.tasks + odd.tasks
for (const [name, half] of Object.entries(halves)) {
  console.log(`${name} half: ${half.one} solved with one attempt, ${half.two} with two, of ${half.tasks}`)
}
console.log(
  `all: ${even.one + odd.one} solved with one attempt, ${even.two + odd.two} with two, ${anywhere} anywhere in the list, of ${count}; ` +
    `mean ${(seconds / count).toFixed(3)} s a task (${(cpuSeconds / count).toFixed(3)} s of CPU), slowest ${slowest.toFixed(1)} s`,
)
