import { createRandom, type Random } from '../../engine/index.ts'
import { applyProgram } from '../apply/index.ts'
import {
  INPUT_SIZE,
  type Kind,
  OPERATORS,
  type Operator,
  PLAIN_VIEW,
  PRIMITIVES,
  type Program,
  printProgram,
  resultKind,
  type Step,
} from '../dsl/index.ts'
import { type Grid, gridKey, sameGrid } from '../grid/index.ts'
import type { LabelledTask, Pair } from '../io/index.ts'
import { verifyProgram } from '../verify/index.ts'
import { drawGrid, type SceneStyle, styleOf } from './grids.ts'

/** A made task with the program that defines it. */
export interface GeneratedTask {
  readonly labelled: LabelledTask
  readonly program: string
}

const MOST_TRIES = 400
const MOST_STEPS = 4
const PAIRS = 3
const DRAWS = 12

/** The operators of each verb; a dialect has only some of the verbs. */
function dialect(verbs: readonly string[] | undefined): Operator[][] {
  return PRIMITIVES.filter(({ name }) => verbs === undefined || verbs.includes(name)).map((primitive) =>
    OPERATORS.filter((operator) => operator.primitive === primitive),
  )
}

/** Verbs are drawn evenly, then their argument; a colour is one of those the inputs have. */
function drawOperator(
  verbs: Operator[][],
  input: Kind,
  style: SceneStyle,
  random: Random,
): Operator | undefined {
  const usable = verbs.filter(([o]) => o !== undefined && resultKind(o.primitive, input) !== undefined)
  const verb = usable[Math.floor(random.next() * usable.length)] ?? []
  const fitting = verb.filter(
    ({ primitive, argument }) =>
      primitive.parameter.kind !== 'colour' || style.colours.includes(Number(argument)),
  )
  return fitting[Math.floor(random.next() * fitting.length)]
}

/** A pipeline from grid to grid of random, well-typed steps. */
function drawSteps(verbs: Operator[][], style: SceneStyle, random: Random): Step[] | undefined {
  const steps: Step[] = []
  let kind: Kind = 'grid'
  const length = 1 + Math.floor(random.next() * (MOST_STEPS - 1))
  while (steps.length < length || kind === 'list') {
    if (steps.length === MOST_STEPS) return undefined
    const operator = drawOperator(verbs, kind, style, random)
    if (operator === undefined) return undefined
    steps.push({ op: operator.primitive.name, argument: operator.argument })
    kind = resultKind(operator.primitive, kind) ?? 'list'
  }
  return steps
}

/** One pipeline, or two layers of the input's size. */
function drawProgram(verbs: Operator[][], style: SceneStyle, random: Random): Program | undefined {
  const steps = drawSteps(verbs, style, random)
  if (steps === undefined) return undefined
  if (random.next() < 0.7) return { view: PLAIN_VIEW, stages: [{ kind: 'pipe', steps }] }
  const under = drawSteps(verbs, style, random)
  if (under === undefined) return undefined
  const layers = [steps, under].map((own) => ({ steps: own, fit: 'place' as const }))
  return { view: PLAIN_VIEW, stages: [{ kind: 'stack', size: INPUT_SIZE, layers }] }
}

function pairOf(program: Program, style: SceneStyle, random: Random): Pair | undefined {
  const input = drawGrid(style, random)
  const output = applyProgram(program, input)
  return output === undefined || isDull(output, input) ? undefined : { input, output }
}

/** Outputs that teach nothing: the input again, or one colour only. */
function isDull(output: Grid, input: Grid): boolean {
  return sameGrid(output, input) || output.cells.every((c) => c === output.cells[0])
}

function tryTask(verbs: Operator[][], id: string, random: Random): GeneratedTask | undefined {
  const style = styleOf(random)
  const program = drawProgram(verbs, style, random)
  if (program === undefined) return undefined
  const pairs: Pair[] = []
  for (let draw = 0; draw < DRAWS && pairs.length <= PAIRS; draw++) {
    const pair = pairOf(program, style, random)
    if (pair !== undefined) pairs.push(pair)
  }
  const outputs = new Set(pairs.map((pair) => gridKey(pair.output)))
  const test = pairs[PAIRS]
  if (test === undefined || outputs.size < pairs.length || isShorter(program, pairs)) return undefined
  const train = pairs.slice(0, PAIRS)
  if (!verifyProgram(program, [...train, test]).solved) return undefined
  return {
    labelled: { task: { id, train, tests: [test.input] }, answers: [test.output] },
    program: printProgram(program),
  }
}

/** Whether a part of the program already does the same on all pairs: then the rest of it is idle. */
function isShorter(program: Program, pairs: readonly Pair[]): boolean {
  return program.stages.some((stage) => {
    const shorter: Program[] =
      stage.kind === 'pipe'
        ? stage.steps.map((_, i) => ({
            ...program,
            stages: [{ ...stage, steps: stage.steps.toSpliced(i, 1) }],
          }))
        : stage.kind === 'stack'
          ? stage.layers.map((_, i) => ({
              ...program,
              stages: [{ ...stage, layers: stage.layers.toSpliced(i, 1) }],
            }))
          : []
    return shorter.some((part) => verifyProgram(part, pairs).solved)
  })
}

/**
 * Tasks made from a seed; the same seed gives the same tasks, and a longer list starts with the shorter one. With
 * `only`, programs use those verbs alone; the list ends early when they make hardly any task.
 */
export function generateTasks(count: number, seed: number, only?: readonly string[]): GeneratedTask[] {
  const verbs = dialect(only)
  const tasks: GeneratedTask[] = []
  for (let index = 0; tasks.length < count && index < 10 * count; index++) {
    const random = createRandom(seed * 1_000_003 + index)
    const id = `gen-${seed}-${String(tasks.length).padStart(5, '0')}`
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const task = tryTask(verbs, id, random)
      if (task === undefined) continue
      tasks.push(task)
      break
    }
  }
  return tasks
}
