import type { ChatMessage } from '../../models/index.ts'
import {
  argumentsOf,
  BOUND_NAMES,
  MEASURE_NAMES,
  OBJECT_ACTIONS,
  PRIMITIVES,
  SEGMENTATIONS,
} from '../dsl/index.ts'
import { type Grid, gridToRows } from '../grid/index.ts'
import type { WriteRequest } from './writer.ts'

const GRAMMAR = `A program is (program (view none as-is) STAGE...).
A STAGE is (pipe STEP...) from grid to grid, or (stack SIZE LAYER...): layers over each other, the first on top.
SIZE is (fixed WIDTH HEIGHT) or (of (STEP...) (1 1) (1 1) (0 0)): the size of what the steps make of the input.
LAYER is (layer place STEP...). A STEP is (NAME) or (NAME ARGUMENT). Colour 0 is empty.
A step from grid to grid maps over a list. A pipeline starts with a grid and must end with a grid.
A STAGE may also be (each SPLIT (keys ATTRIBUTE...) (otherwise ACTION) (row (VALUE...) ACTION)...): every object does the
action of the row that has its attributes. ACTION is (NAME) or (NAME INK), INK a colour or one bound per object.
(repeat STAGE) is a STAGE that goes on until nothing changes.
SPLIT: ${SEGMENTATIONS.join(' ')}
ATTRIBUTE: ${MEASURE_NAMES.join(' ')}
INK: ${BOUND_NAMES.join(' ')}
ACTION without ink: ${actions(false)}
ACTION with ink: ${actions(true)}`

function actions(ink: boolean): string {
  return OBJECT_ACTIONS.filter((action) => action.ink === ink)
    .map((action) => action.name)
    .join(' ')
}

function steps(): string {
  return PRIMITIVES.map((primitive) => {
    const values = argumentsOf(primitive.parameter).join('|')
    return `(${primitive.name}${values === '' ? '' : ` ${values}`}) ${primitive.from}->${primitive.to}: ${primitive.doc}`
  }).join('\n')
}

const text = (grid: Grid): string =>
  gridToRows(grid)
    .map((row) => row.join(''))
    .join('/')

/** The messages for a chat endpoint. The grids are rows of digits with slashes between them. */
export function promptFor(request: WriteRequest, samples: number): ChatMessage[] {
  const { task, facts, examples, notes = [], repair } = request
  const pairs = task.train.map((pair, i) => {
    const known = repair === undefined ? '' : repair.solved[i] === true ? ' (right)' : ' (wrong)'
    return `pair ${i}${known}: ${text(pair.input)} -> ${text(pair.output)}`
  })
  const parts = [
    'Train pairs:',
    ...pairs,
    ...task.tests.map((input, i) => `test input ${i}: ${text(input)}`),
    `Facts: ${facts.join(' ')}`,
    ...(examples.length === 0 ? [] : ['Programs that solved similar tasks:', ...examples]),
    ...(notes.length === 0 ? [] : [`Similar tasks before: ${notes.join('; ')}.`]),
    ...(repair === undefined ? [] : [`Repair this program (score ${repair.score}): ${repair.program}`]),
    `Answer with up to ${samples} programs that turn every input into its output, one per line, and nothing else.`,
  ]
  return [
    { role: 'system', content: `You write programs of this language.\n${GRAMMAR}\nSteps:\n${steps()}` },
    { role: 'user', content: parts.join('\n') },
  ]
}
