import { loadConfig } from '../../config/index.ts'
import { OrchError } from '../../errors.ts'
import { createChat, llmEndpoint } from '../../models/index.ts'
import type { Task } from '../io/index.ts'
import { promptFor } from './prompt.ts'

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
