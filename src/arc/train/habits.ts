import { sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { learntPrior, type OperatorPrior, type PriorWeights, solve } from '../rule/index.ts'
import { type OperatorExample, trainPrior } from './softmax.ts'

/** Few enough that the order of the search decides. */
const NODES = 120
const MOST_TASKS = 100
const LEAST_PAIRS = 3

/**
 * How many hidden train pairs a prior solves that goes by facts alone, and one that also goes by how common verbs were.
 * Tasks made of few verbs have habits worth knowing; among tasks that need a verb each, habits hide the one that counts.
 * Each half of the tasks is judged by what the other half taught.
 */
export function habitsCompared(
  tasks: readonly Task[],
  examples: readonly OperatorExample[],
  scale: number,
): { readonly tasks: number; readonly facts: number; readonly habits: number } {
  const judged = tasks.filter(({ train }) => train.length >= LEAST_PAIRS).slice(0, MOST_TASKS)
  const places = new Map(tasks.map(({ id }, i) => [id, i % 2]))
  const solved = { facts: 0, habits: 0 }
  for (const half of [0, 1]) {
    const weights = trainPrior(
      examples.filter(({ task }) => places.get(task) !== half),
      scale,
    )
    const count = (one: PriorWeights): number => {
      const prior = learntPrior(one)
      return judged.filter((task) => places.get(task.id) === half && solvesHidden(task, prior)).length
    }
    solved.facts += count({ ...weights, habits: false })
    solved.habits += count({ ...weights, habits: true })
  }
  return { tasks: judged.length, ...solved }
}

function solvesHidden({ id, train }: Task, prior: OperatorPrior): boolean {
  const hidden = train.at(-1)
  if (hidden === undefined) return false
  const [best] = solve({ id, train: train.slice(0, -1), tests: [hidden.input] }, { nodes: NODES, prior })
  const output = best?.outputs[0]
  return output !== undefined && sameGrid(output, hidden.output)
}
