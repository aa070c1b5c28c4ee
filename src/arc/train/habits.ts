import { sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { learntPrior, type OperatorPrior, type PriorWeights, solve } from '../teacher/index.ts'
import { type OperatorExample, trainPrior } from './softmax.ts'

/** Few enough that the order of the search decides. */
const NODES = 120
const MOST_TASKS = 100
const LEAST_PAIRS = 3

/** Tasks with a pair to hide. */
export function judgedTasks(tasks: readonly Task[]): readonly Task[] {
  return tasks.filter(({ train }) => train.length >= LEAST_PAIRS).slice(0, MOST_TASKS)
}

/**
 * How many hidden train pairs a prior solves that goes by facts alone, and one that also goes by how common verbs were.
 * Tasks made of few verbs have habits worth knowing; among tasks that need a verb each, habits hide the one that counts.
 * Each half of the judged tasks is judged by what all others taught.
 */
export function habitsCompared(
  judged: readonly Task[],
  examples: readonly OperatorExample[],
  onSearch?: (done: number) => void,
): { readonly facts: number; readonly habits: number } {
  const places = new Map(judged.map(({ id }, i) => [id, i % 2]))
  let searched = 0
  const solved = { facts: 0, habits: 0 }
  for (const half of [0, 1]) {
    const weights = trainPrior(examples.filter(({ task }) => places.get(task) !== half))
    const count = (one: PriorWeights): number => {
      const prior = learntPrior(one)
      return judged.filter((task) => {
        if (places.get(task.id) !== half) return false
        onSearch?.(++searched)
        return solvesHidden(task, prior)
      }).length
    }
    solved.facts += count({ ...weights, habits: false })
    solved.habits += count({ ...weights, habits: true })
  }
  return solved
}

function solvesHidden({ id, train }: Task, prior: OperatorPrior): boolean {
  const hidden = train.at(-1)
  if (hidden === undefined) return false
  const [best] = solve({ id, train: train.slice(0, -1), tests: [hidden.input] }, { nodes: NODES, prior })
  const output = best?.outputs[0]
  return output !== undefined && sameGrid(output, hidden.output)
}
