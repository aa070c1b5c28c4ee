/**
 * Scores the teacher on a batch of tasks, on one core.
 * Usage: node bench/arc/solve.ts <tasks.jsonl> [--nodes N] [--sample K] [--offset K] [--half even|odd] [--verbose]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gridFromRows, gridKey } from '../../src/arc/grid/index.ts'
import { solve } from '../../src/arc/rule/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '20000' },
    sample: { type: 'string', default: '1' },
    offset: { type: 'string', default: '0' },
    half: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const lines = readFileSync(positionals[0] ?? '', 'utf8').split('\n').filter((line) => line.trim() !== '')
const tally = { even: [0, 0, 0], odd: [0, 0, 0] }
let pool = 0
let seconds = 0
lines.forEach((line, index) => {
  if (index % Number(values.sample) !== Number(values.offset)) return
  const half = index % 2 === 0 ? 'even' : 'odd'
  if (values.half !== undefined && values.half !== half) return
  const raw = JSON.parse(line)
  const task = {
    id: raw.task_id,
    train: raw.train.map((p: { input: number[][]; output: number[][] }) => ({ input: gridFromRows(p.input), output: gridFromRows(p.output) })),
    tests: raw.test.map((p: { input: number[][] }) => gridFromRows(p.input)),
  }
  const answers: string[] = raw.test.map((p: { output: number[][] }) => gridKey(gridFromRows(p.output)))
  const started = performance.now()
  const candidates = solve(task, { nodes: Number(values.nodes) })
  const spent = (performance.now() - started) / 1000
  seconds += spent
  const ranks = answers.map((answer, test) => {
    const guesses: string[] = []
    for (const candidate of candidates) {
      const output = candidate.outputs[test]
      if (output === undefined) continue
      const key = gridKey(output)
      if (!guesses.includes(key)) guesses.push(key)
    }
    const place = guesses.indexOf(answer)
    return place < 0 ? Number.POSITIVE_INFINITY : place
  })
  const worst = Math.max(...ranks)
  const scores = tally[half]
  scores[0] = (scores[0] ?? 0) + 1
  if (worst < 1) scores[1] = (scores[1] ?? 0) + 1
  if (worst < 2) scores[2] = (scores[2] ?? 0) + 1
  if (worst < Number.POSITIVE_INFINITY) pool++
  if (values.verbose) {
    const best = candidates[0]
    console.log(index, task.id, Number.isFinite(worst) ? `rank ${worst + 1}` : '-', `${spent.toFixed(2)}s`, best ? `${best.pairsSolved}/${task.train.length} ${best.cost} ${best.why}` : 'none')
  }
})
const tasks = (tally.even[0] ?? 0) + (tally.odd[0] ?? 0)
for (const [half, [count, one, two]] of Object.entries(tally)) console.log(`${half}: ${one} with one attempt, ${two} with two, of ${count}`)
console.log(`total: ${(tally.even[1] ?? 0) + (tally.odd[1] ?? 0)} with one attempt, ${(tally.even[2] ?? 0) + (tally.odd[2] ?? 0)} with two, ${pool} anywhere in the list, of ${tasks}; mean ${(seconds / tasks).toFixed(3)} s a task`)
