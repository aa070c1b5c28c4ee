/** What a language model is asked for an outline, and what of its answer is used. */
import { describe, expect, it } from 'vitest'
import type { Chat, ChatMessage } from '../../models/index.ts'
import { askForOutline, askForRepair } from './model.ts'

type ChatAnswer = Awaited<ReturnType<Chat>>

/** A model that says what it is told to, and a record of what it was asked. */
function modelSaying(...answers: ChatAnswer[]) {
  const asked: (readonly ChatMessage[])[] = []
  const chat: Chat = async ({ messages }) => {
    asked.push(messages)
    return answers.shift() ?? { kind: 'failed', reason: 'timeout', detail: 'it is silent' }
  }
  const asking = { chat, timeoutMs: 1_000, signal: new AbortController().signal }
  return { asked, asking }
}

const texts = (...said: string[]): ChatAnswer => ({ kind: 'answered', texts: said })
const fenced = (code: string): string => `Here it is.\n\`\`\`lean\n${code}\n\`\`\``
const task = {
  input: { statement: 'p', preamble: 'def f := 1', imports: ['Mine'] },
  header: 'theorem orch_goal : p',
  lemmas: 'theorem delivered : q := by trivial',
  premises: ['Nat.add_comm'],
}

describe('a model', () => {
  it('is given the whole file, the lemmas and the names that may help', async () => {
    const { asked, asking } = modelSaying(texts(fenced('induction x')))
    await askForOutline(task, asking)
    const [system, user] = asked[0] ?? []
    expect(system?.role).toBe('system')
    for (const part of [
      'import Mine',
      'def f := 1',
      'delivered',
      'theorem orch_goal : p := by',
      'Nat.add_comm',
    ])
      expect(user?.content).toContain(part)
  })

  it('may answer with several drafts; what would run code is left out', async () => {
    const { asking } = modelSaying(texts(fenced('induction x'), fenced('run_tac pure ()')))
    const answer = await askForOutline(task, asking)
    expect(answer).toMatchObject({ kind: 'drafts', drafts: [{ script: 'induction x' }] })
  })

  it.each<[string, ChatAnswer, string]>([
    [
      'cannot be reached',
      { kind: 'failed', reason: 'unreachable', detail: 'connection refused' },
      'connection refused',
    ],
    [
      'says nothing of use',
      texts(fenced('native_decide')),
      'the model answered without tactics that could be used',
    ],
  ])('that %s is told of, not thrown', async (_, said, why) => {
    const { asking } = modelSaying(said)
    expect(await askForOutline(task, asking)).toEqual({ kind: 'none', why })
  })

  it('hears of the objections of Lean in the same conversation', async () => {
    const { asked, asking } = modelSaying(texts(fenced('bad')), texts(fenced('good')))
    const first = await askForOutline(task, asking)
    if (first.kind !== 'drafts' || !first.drafts[0]) throw new Error('no draft')
    const second = await askForRepair(first.drafts[0], 'line 1: unknown tactic', asking)
    expect(second).toMatchObject({ kind: 'drafts', drafts: [{ script: 'good' }] })
    const roles = asked[1]?.map(({ role }) => role)
    expect(roles).toEqual(['system', 'user', 'assistant', 'user'])
    expect(asked[1]?.at(-1)?.content).toContain('line 1: unknown tactic')
  })
})
