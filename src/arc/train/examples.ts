import { applyProgram } from '../apply/index.ts'
import { deterministicCritic } from '../critic/index.ts'
import { operatorsOf } from '../datasets/index.ts'
import { describe, factKey } from '../describe/index.ts'
import { printProgram } from '../dsl/index.ts'
import { sameGrid } from '../grid/index.ts'
import type { Pair, Task } from '../io/index.ts'
import { scoreDraft, searchDrafts } from '../loop/index.ts'
import { type Candidate, solve, symbolicPrior } from '../teacher/index.ts'
import type { RankingPair, Transition } from '../trace/index.ts'
import type { VectorPair } from './ranker.ts'
import type { OperatorExample } from './softmax.ts'

const LEAST_PAIRS = 3
/** How many of the best predictions of a search are compared with each other. */
const COMPARED = 8

/**
 * Labels for the critic that need no test output: each train pair in turn is hidden, the rest is searched, and among
 * the candidates that explain the rest equally well those that also get the hidden pair right are the better ones.
 */
export function hiddenPairLabels(task: Task, nodes: number): VectorPair[] {
  if (task.train.length < LEAST_PAIRS) return []
  return task.train.flatMap((hidden, at) => {
    const rest: Task = { id: task.id, train: task.train.toSpliced(at, 1), tests: [hidden.input] }
    const drafts = searchDrafts(rest, { nodes }, [{ source: 'teacher', prior: symbolicPrior }]).slice(
      0,
      COMPARED,
    )
    const most = drafts[0]?.pairsSolved ?? 0
    if (most === 0) return []
    const keys = describe(rest).map(factKey)
    const place = { candidate_id: '', iter_idx: 0, parent_id: null, directive: null }
    const scored = drafts
      .filter((draft) => draft.pairsSolved === most)
      .map((draft) => {
        const output = draft.outputs[0]
        const right = output !== undefined && sameGrid(output, hidden.output)
        return { right, vector: scoreDraft(rest, draft, place, keys, deterministicCritic).critic_vec }
      })
    const right = scored.filter((candidate) => candidate.right)
    const wrong = scored.filter((candidate) => !candidate.right)
    const weight = 1 / (right.length * wrong.length)
    return right.flatMap((a) =>
      wrong.map((b) => ({ task: task.id, better: a.vector, worse: b.vector, weight })),
    )
  })
}

export function pairsFromRows(rows: readonly RankingPair[]): VectorPair[] {
  const sets = Map.groupBy(rows, ({ task_id, iter_idx }) => `${iter_idx} ${task_id}`)
  return [...sets.values()].flatMap((own) =>
    own.map(({ task_id, better, worse }) => ({
      task: task_id,
      better: better.critic_vec,
      worse: worse.critic_vec,
      weight: 1 / own.length,
    })),
  )
}

function example(task: string, train: readonly Pair[], program: string, weight: number): OperatorExample {
  return { task, keys: describe({ train }).map(factKey), operators: operatorsOf(program), weight }
}

/** Programs behind one prediction teach once, however many there are. */
const TAUGHT = 3

/**
 * What one task teaches a ruler: the simplest programs that solve its train pairs. Where nothing does, hindsight: the
 * best program is right for the task it does solve, the same inputs with its own outputs.
 */
export function searchedExamples(task: Task, nodes: number): OperatorExample[] {
  const known = searched.get(task)
  if (known?.nodes === nodes) return known.examples
  const examples = searchExamples(task, nodes)
  searched.set(task, { nodes, examples })
  return examples
}

/** Ruler and describer learn from the same searches: a task at hand is searched once. */
const searched = new WeakMap<Task, { readonly nodes: number; readonly examples: OperatorExample[] }>()

function searchExamples(task: Task, nodes: number): OperatorExample[] {
  const candidates = solve(task, { nodes })
  const solved = candidates
    .filter((c) => c.pairsSolved === task.train.length)
    .map((c) => printProgram(c.program))
    .filter((text) => operatorsOf(text).length > 0)
  if (solved.length > 0) {
    return solved.slice(0, TAUGHT).map((text, i) => example(task.id, task.train, text, 1 / (1 + i)))
  }
  const [best] = candidates
  return best === undefined ? [] : hindsight(task, best)
}

function hindsight(task: Task, candidate: Candidate): OperatorExample[] {
  const relabelled = task.train.flatMap(({ input }): Pair[] => {
    const output = applyProgram(candidate.program, input)
    return output === undefined || sameGrid(output, input) ? [] : [{ input, output }]
  })
  if (relabelled.length < task.train.length) return []
  return [example(task.id, relabelled, printProgram(candidate.program), 0.3)]
}

/** A task whose program is known teaches that program. */
export function knownExample(task: Task, program: string): OperatorExample {
  return example(task.id, task.train, program, 1)
}

/** Solved programs, and edits that made objects better, from a student buffer. */
export function transitionExamples(rows: readonly Transition[]): OperatorExample[] {
  return rows.flatMap(({ task_id, fact_keys, operators, solved, directive, delta }) => {
    const weight = solved ? 1 : directive !== null && delta > 0 ? 0.3 : 0
    return weight === 0 ? [] : [{ task: task_id, keys: fact_keys, operators, weight }]
  })
}
