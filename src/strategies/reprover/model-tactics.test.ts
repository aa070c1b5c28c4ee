/** Tactics that a model proposes for one state. */
import { describe, expect, it } from 'vitest'
import type { Chat } from '../../models/index.ts'
import { askForTactics, modelTactic } from './model-tactics.ts'
import { MODEL } from './plan.ts'

describe('what a model writes', () => {
  it.each([
    ['a tactic is taken as it is', 'simp [f]', 'simp [f]'],
    ['the marks of ReProver around names go', 'rw [<a>Nat.add_comm</a>]', 'rw [Nat.add_comm]'],
    ['a proof that gives up is none', 'exact sorry', undefined],
    ['nor is one that runs code', 'run_tac pure ()', undefined],
    ['nothing is nothing', '', undefined],
  ])('%s', (_, text, tactic) => {
    expect(modelTactic(text)).toBe(tactic)
  })
})

describe('a language model', () => {
  const ask = async (answer: object, premises: readonly string[] = []) => {
    const asked: string[] = []
    const chat = (async ({ messages }: { messages: readonly { content: string }[] }) => {
      asked.push(...messages.map(({ content }) => content))
      return answer
    }) as unknown as Chat
    const limits = { chat, timeoutMs: 1_000, signal: new AbortController().signal }
    return { tactics: await askForTactics({ goal: '⊢ p', premises }, limits), asked }
  }
  const code = (...lines: string[]) => ({
    kind: 'answered',
    texts: [`\`\`\`lean\n${lines.join('\n')}\n\`\`\``],
  })

  it('sees the goal and the premises, and how many tactics are wanted', async () => {
    const { asked } = await ask(code('simp'), ['Nat.add_comm'])
    expect(asked.join('\n')).toContain('⊢ p')
    expect(asked.join('\n')).toContain('Theorems that may help: Nat.add_comm.')
    expect(asked[0]).toContain(`up to ${MODEL.tactics} different tactics`)
  })

  it('gives each line as a tactic of its own, each once and no more than asked for', async () => {
    const lines = [
      'simp',
      '  omega',
      'simp',
      'exact sorry',
      ...Array.from({ length: 20 }, (_, at) => `apply h${at}`),
    ]
    const { tactics } = await ask(code(...lines))
    expect(tactics.slice(0, 3)).toEqual(['simp', 'omega', 'apply h0'])
    expect(tactics).toHaveLength(MODEL.tactics)
  })

  it('that does not answer proposes nothing: the search goes on without it', async () => {
    expect((await ask({ kind: 'failed', detail: 'down' })).tactics).toEqual([])
  })
})
