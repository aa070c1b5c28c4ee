/** Tactics that a model proposes for a state: what a language model is asked, and what of an answer is tried. */
import { type Chat, fencedCode } from '../../models/index.ts'
import { outlineIn } from '../sketch/text.ts'
import { MODEL } from './plan.ts'

const SYSTEM = `You propose the next step of a proof in Lean 4.
You are given the goal of a tactic proof and library theorems that may help. Answer with one fenced block of Lean code:
up to ${MODEL.tactics} different tactics, the most promising first, one per line. Each line is tried by itself on the goal.`

/** A model's text as a tactic, without the marks that ReProver puts around names; undefined if it is none to run. */
export function modelTactic(text: string): string | undefined {
  const tactic = outlineIn(text.replace(/<\/?a>/g, ''))
  return tactic === undefined || /\b(?:sorry|admit)\b/.test(tactic) ? undefined : tactic
}

/** A model that does not answer proposes nothing. */
export async function askForTactics(
  { goal, premises }: { goal: string; premises: readonly string[] },
  { chat, timeoutMs, signal }: { chat: Chat; timeoutMs: number; signal: AbortSignal },
): Promise<readonly string[]> {
  const hints = premises.length > 0 ? `\nTheorems that may help: ${premises.join(', ')}.` : ''
  const answer = await chat({
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: `\`\`\`lean\n${goal}\n\`\`\`${hints}` },
    ],
    temperature: MODEL.temperature,
    timeoutMs,
    signal,
  })
  if (answer.kind === 'failed') return []
  const lines = answer.texts.flatMap(fencedCode).flatMap((code) => code.split('\n'))
  const tactics = lines.flatMap((line) => modelTactic(line.trim()) ?? [])
  return [...new Set(tactics)].slice(0, MODEL.tactics)
}
