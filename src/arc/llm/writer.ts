import { loadConfig } from '../../config/index.ts'
import { OrchError } from '../../errors.ts'
import { type ChatMessage, createChat, llmEndpoint } from '../../models/index.ts'
import {
  argumentsOf,
  BOUND_NAMES,
  MEASURE_NAMES,
  OBJECT_ACTIONS,
  PRIMITIVES,
  SEGMENTATIONS,
} from '../dsl/index.ts'
import { type Grid, gridToRows } from '../grid/index.ts'
import type { Task } from '../io/index.ts'

export interface WriteRequest {
  readonly task: Task
  /** What the describer found, as sentences. */
  readonly facts: readonly string[]
  /** Programs that solved similar tasks. */
  readonly examples: readonly string[]
  /** How similar tasks went, in sentences. */
  readonly notes?: readonly string[]
  /** The best program so far and which pairs it gets right, when a repair is wanted. */
  readonly repair?: { readonly program: string; readonly score: number; readonly solved: readonly boolean[] }
}

export type WriteAnswer =
  | { readonly kind: 'written'; readonly programs: readonly string[]; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Something that writes programs of the ARC language for a task. */
export type ProgramWriter = (request: WriteRequest) => Promise<WriteAnswer>

export interface WriterOptions {
  readonly samples: number
  readonly model: string | null
}

/**
 * A writer behind an OpenAI-compatible endpoint, taken from ORCH_LLM_BASE_URL, ORCH_LLM_MODEL and ORCH_LLM_API_KEY.
 * An endpoint that fails or talks nonsense costs a rejected candidate, never the run.
 */
export function createWriter(options: WriterOptions, env: NodeJS.ProcessEnv = process.env): ProgramWriter {
  const endpoint = llmEndpoint(loadConfig({ env }).config, options.model)
  if (!endpoint) {
    throw new OrchError(
      'arc_llm_unset',
      'A ruler checkpoint of the kind "llm" needs an endpoint and a model.',
      {
        hint: 'Set ORCH_LLM_BASE_URL (for example http://localhost:11434/v1), ORCH_LLM_MODEL and, where the endpoint wants one, ORCH_LLM_API_KEY.',
      },
    )
  }
  const chat = createChat(endpoint)
  return async (request) => {
    const answer = await chat({ messages: promptFor(request, options.samples) })
    if (answer.kind === 'failed') return { kind: 'failed', reason: answer.detail }
    const text = answer.texts.join('\n')
    return { kind: 'written', programs: programsIn(text).slice(0, options.samples), text }
  }
}

/** Every balanced (program ...) form in a text, whatever stands around it. */
export function programsIn(text: string): string[] {
  const found: string[] = []
  for (let from = text.indexOf('(program'); from >= 0; from = text.indexOf('(program', from + 1)) {
    let depth = 0
    for (let at = from; at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
      if (depth > 0) continue
      found.push(text.slice(from, at + 1))
      break
    }
  }
  return [...new Set(found)]
}

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
