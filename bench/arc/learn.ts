/**
 * What learning brings, as ratios in one run, on tasks that training never saw and at the same node budget: a student
 * against the teacher, a describer that announces verbs against one that does not (both with two attempts), and a
 * trained critic against the deterministic score (with one attempt).
 * Usage: node bench/arc/learn.ts [tasks.jsonl] [--train N] [--held N] [--nodes N] [--train-nodes N] [--swap] [--only critic] [--docs]
 * Without a file the tasks are generated in a dialect, every third verb of the language: learning which verbs a
 * collection of tasks is made of is what a student is for. With a file, training looks at every second task (never at a
 * test output) and the others are scored; --swap exchanges the halves. --only looks at one module; --docs writes the
 * numbers into the table of docs/arc/solver.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  evaluateEach,
  generateTasks,
  type LabelledTask,
  loadTasks,
  PRIMITIVES,
  ratioOf,
  trainCritic,
  trainDescriber,
  trainRuler,
} from '../../src/arc/index.ts'
import { putRow } from './docs-table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    train: { type: 'string', default: '200' },
    held: { type: 'string', default: '200' },
    nodes: { type: 'string', default: '400' },
    'train-nodes': { type: 'string', default: '2000' },
    swap: { type: 'boolean', default: false },
    only: { type: 'string' },
    docs: { type: 'boolean', default: false },
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
  const half = (rest: number): LabelledTask[] => tasks.filter((_, i) => i % 2 === rest)
  const [learn, score] = values.swap ? [half(1), half(0)] : [half(0), half(1)]
  return { learn: learn.slice(0, train), score: score.slice(0, held) }
}

/** The tasks of a row, in words. */
function said(learnt: number, scored: number): string {
  if (positionals[0] === undefined)
    return `${scored} generated ones of few verbs, learnt from ${train} others`
  const [one, other] = values.swap ? ['even', 'odd'] : ['odd', 'even']
  return `${scored} of the ${one} half of the public ones, learnt from ${learnt} of the ${other} half`
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
  const options = { seed: 1, nodes: Number(values['train-nodes']) }
  const at = (module: string): string => join(folder, module)
  const MODULES = [
    { module: 'student', train: () => trainRuler(data, { ...options, out: at('student') }) },
    { module: 'describer', train: () => trainDescriber(data, { ...options, out: at('describer') }) },
    { module: 'critic', train: () => trainCritic(data, { ...options, nodes, out: at('critic') }) },
  ].filter(({ module }) => values.only === undefined || values.only === module)
  for (const { train: learnIt } of MODULES) {
    const { checkpoint, held_out } = learnIt()
    console.log(checkpoint, JSON.stringify(held_out))
  }
  const variants = [builtin, ...MODULES.map(({ module }) => ({ ...builtin, [module]: at(module) }))]
  const [first, ...others] = await evaluateEach(score, variants, { nodes, seed: 1, candidateK: 8 })
  if (first === undefined) throw new Error('nothing was scored')
  const plain = first.scores
  console.log(`${score.length} held-out tasks, ${nodes} nodes   solved with one attempt, with two`)
  const table: Record<string, string> = {
    'built-in': `${plain.tasks_solved_1}, ${plain.tasks_solved_2}`,
    'perfect critic': String(first.reachable),
  }
  console.log(`built-in          ${plain.tasks_solved_1}  ${plain.tasks_solved_2}`)
  console.log(`perfect critic    ${first.reachable}`)
  for (const [i, { module }] of MODULES.entries()) {
    const one = others[i]?.scores.tasks_solved_1 ?? 0
    const two = others[i]?.scores.tasks_solved_2 ?? 0
    const ratios = [ratioOf(one, plain.tasks_solved_1), ratioOf(two, plain.tasks_solved_2)]
    table[module] = `${one}, ${two}`
    console.log(`${module.padEnd(17)} ${one}  ${two}   ratios ${ratios.join('  ')}`)
  }
  if (values.docs) putRow('what learning brings', [said(learn.length, score.length), String(nodes)], table)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
