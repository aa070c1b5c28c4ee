import { createRandom, type Random } from '../../engine/index.ts'
import { applyProgram } from '../apply/index.ts'
import {
  INPUT_SIZE,
  type Kind,
  lociOf,
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
  const isPipe = program.stages[0]?.kind === 'pipe'
  return lociOf(program).some(
    ({ name, step, put }) =>
      (isPipe ? step !== undefined : /layer \d$/.test(name)) && verifyProgram(put([]), pairs).solved,
  )
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

const pick = (random: Random, least: number, most: number): number =>
  least + Math.floor(random.next() * (most - least + 1))

/** What an input of a generated task looks like; all inputs of one task are of one kind. */
const SCENES = ['rectangles', 'specks', 'shapes', 'panels', 'noise', 'pattern', 'mixture'] as const
export type SceneKind = (typeof SCENES)[number]

export interface SceneStyle {
  readonly kind: SceneKind
  readonly colours: readonly number[]
  readonly least: number
  readonly most: number
}

export function styleOf(random: Random): SceneStyle {
  const kind = SCENES[pick(random, 0, SCENES.length - 1)] ?? 'rectangles'
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((c) => ({ c, key: random.next() }))
    .sort((a, b) => a.key - b.key)
  const least = pick(random, 3, 8)
  return {
    kind,
    colours: all.slice(0, pick(random, 2, 4)).map(({ c }) => c),
    least,
    most: least + pick(random, 0, 5),
  }
}

/** A grid of a style: objects on an empty ground, as the tasks people make have them. */
export function drawGrid(style: SceneStyle, random: Random): Grid {
  const width = pick(random, style.least, style.most)
  const height = pick(random, style.least, style.most)
  const cells = new Uint8Array(width * height)
  const colour = (): number => style.colours[pick(random, 0, style.colours.length - 1)] ?? 1
  const put = (x: number, y: number, c: number): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) cells[y * width + x] = c
  }
  const rectangle = (): void => {
    const [w, h] = [pick(random, 1, Math.max(1, width >> 1)), pick(random, 1, Math.max(1, height >> 1))]
    const [x, y, c] = [pick(random, 0, width - w), pick(random, 0, height - h), colour()]
    const hollow = random.next() < 0.3
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++)
        if (!hollow || i === 0 || j === 0 || i === w - 1 || j === h - 1) put(x + i, y + j, c)
  }
  const speck = (): void => put(pick(random, 0, width - 1), pick(random, 0, height - 1), colour())
  const shape = (): void => {
    let [x, y] = [pick(random, 0, width - 1), pick(random, 0, height - 1)]
    const c = colour()
    for (let n = pick(random, 2, 6); n > 0; n--) {
      put(x, y, c)
      if (random.next() < 0.5) x += random.next() < 0.5 ? 1 : -1
      else y += random.next() < 0.5 ? 1 : -1
    }
  }
  const times = (n: number, draw: () => void): void => {
    for (let i = 0; i < n; i++) draw()
  }
  const each = (ink: (x: number, y: number) => number): void => {
    for (let i = 0; i < cells.length; i++) cells[i] = ink(i % width, Math.floor(i / width))
  }
  const scenes: Record<SceneKind, () => void> = {
    rectangles: () => times(pick(random, 1, 4), rectangle),
    specks: () => times(pick(random, 2, 6), speck),
    shapes: () => times(pick(random, 2, 4), shape),
    panels: () => {
      times(pick(random, 3, 9), speck)
      for (let y = 0; y < height; y++) put(width >> 1, y, style.colours[0] ?? 1)
    },
    noise: () => each(() => (random.next() < 0.4 ? 0 : colour())),
    pattern: () => {
      const [w, h] = [pick(random, 1, 3), pick(random, 1, 3)]
      const tile = Array.from({ length: w * h }, colour)
      each((x, y) => tile[(y % h) * w + (x % w)] ?? 0)
    },
    mixture: () => {
      times(pick(random, 1, 2), rectangle)
      times(pick(random, 1, 3), shape)
      times(pick(random, 1, 3), speck)
    },
  }
  scenes[style.kind]()
  return { width, height, cells }
}
