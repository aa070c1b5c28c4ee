/**
 * What learning brings, as ratios in one run, on tasks that training never saw:
 * a student against the teacher at the same node budget, and a trained critic against the deterministic score.
 * Usage: node bench/arc/learn.ts [tasks.jsonl] [--train N] [--held N] [--nodes N]
 * Without a file the tasks are generated in a dialect, every third verb of the language: learning which verbs a
 * collection of tasks is made of is what a student is for. With a file, training looks at every second task (never at a test output)
 * and the others are scored.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  evaluate,
  generateTasks,
  type LabelledTask,
  loadTasks,
  PRIMITIVES,
  trainCritic,
  trainRuler,
} from '../../src/arc/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    train: { type: 'string', default: '400' },
    held: { type: 'string', default: '120' },
    nodes: { type: 'string', default: '400' },
  },
})
const [train, held, nodes] = [Number(values.train), Number(values.held), Number(values.nodes)]
const dialect = PRIMITIVES.filter((_, i) => i % 3 === 0).map((primitive) => primitive.name)
const builtin = { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' }

function split(file: string | undefined): { learn: LabelledTask[]; score: LabelledTask[] } {
  if (file === undefined) {
    return { learn: [], score: generateTasks(held, 2, dialect).map((made) => made.labelled) }
  }
  const { tasks } = loadTasks(file)
  return {
    learn: tasks.filter((_, i) => i % 2 === 0).slice(0, train),
    score: tasks.filter((_, i) => i % 2 === 1).slice(0, held),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-learn-'))
try {
  const { learn, score } = split(positionals[0])
  const data = {
    tasks: learn.map(({ task }) => task),
    pairs: [],
    transitions: [],
    generated: positionals[0] === undefined ? train : 0,
    verbs: dialect,
  }
  const options = { seed: 1, nodes: Math.max(1000, nodes) }
  const student = join(folder, 'student')
  trainRuler(data, { ...options, out: student })
  const ruler = await evaluate(score, { ...builtin, student }, { nodes, seed: 1, candidateK: 1 })
  console.log(
    `student, ${score.length} held-out tasks, ${nodes} nodes: ${ruler.with.tasks_solved_2} solved, teacher ${ruler.without.tasks_solved_2}, ratio ${ruler.ratio_2}`,
  )
  const critic = join(folder, 'critic')
  trainCritic(data, { ...options, nodes, out: critic })
  const ranked = await evaluate(score, { ...builtin, critic }, { nodes, seed: 1, candidateK: 8 })
  console.log(
    `critic, ${score.length} held-out tasks, one attempt: ${ranked.with.tasks_solved_1} solved, deterministic score ${ranked.without.tasks_solved_1}, ratio ${ranked.ratio_1}`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
