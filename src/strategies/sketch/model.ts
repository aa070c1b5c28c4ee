/** Outlines from a language model: what it is asked, and how it hears of Lean's objections. */
import type { GoalInput } from '../../lean/index.ts'
import { type Chat, type ChatMessage, fencedCode } from '../../models/index.ts'
import { TEMPERATURE } from './plan.ts'
import { outlineIn } from './text.ts'

const SYSTEM = `You write outlines of proofs in Lean 4.
An outline is the tactic block that stands after ":= by". It splits the proof into steps that are easy by themselves,
with induction, cases, have or calc, and leaves each step as "sorry". Automation will fill every "sorry".
Use only what the given file defines and the core library. Do not state axioms, notation, macros or new definitions.
Answer with one fenced block of Lean code that holds the tactic block only.`

export interface ModelTask {
  readonly input: GoalInput
  readonly header: string
  readonly lemmas: string
  /** Names of theorems that may help. */
  readonly premises: readonly string[]
}

export interface ModelDraft {
  readonly script: string
  /** The conversation that led to it, for a repair. */
  readonly messages: readonly ChatMessage[]
}

export type ModelAnswer =
  | { readonly kind: 'drafts'; readonly drafts: readonly ModelDraft[] }
  | { readonly kind: 'none'; readonly why: string }

export interface Asking {
  readonly chat: Chat
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export function askForOutline(task: ModelTask, asking: Asking): Promise<ModelAnswer> {
  const { input, header, lemmas, premises } = task
  const imports = (input.imports ?? []).map((name) => `import ${name}\n`).join('')
  const file = [imports, input.preamble ?? '', lemmas, `${header} := by\n  sorry`].filter(Boolean).join('\n')
  const hints = premises.length > 0 ? `\nTheorems that may help: ${premises.join(', ')}.` : ''
  const content = `Outline the last theorem of this file.\n\`\`\`lean\n${file}\n\`\`\`${hints}`
  return converse(
    [
      { role: 'system', content: SYSTEM },
      { role: 'user', content },
    ],
    asking,
  )
}

/** One more chance, with Lean's own words. */
export function askForRepair(draft: ModelDraft, why: string, asking: Asking): Promise<ModelAnswer> {
  const content = `Lean refuses this outline:\n${why}\nAnswer with the corrected tactic block, in one fenced block.`
  return converse([...draft.messages, { role: 'user', content }], asking)
}

async function converse(messages: readonly ChatMessage[], { chat, ...limits }: Asking): Promise<ModelAnswer> {
  const answer = await chat({ messages, temperature: TEMPERATURE, ...limits })
  if (answer.kind === 'failed') return { kind: 'none', why: answer.detail }
  const drafts = answer.texts.flatMap((text) =>
    fencedCode(text).flatMap((code) => {
      const script = outlineIn(code)
      if (script === undefined) return []
      return [{ script, messages: [...messages, { role: 'assistant' as const, content: text }] }]
    }),
  )
  return drafts.length > 0
    ? { kind: 'drafts', drafts }
    : { kind: 'none', why: 'the model answered without tactics that could be used' }
}
