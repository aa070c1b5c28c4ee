/** Sketches with the real Lean, by structure and by a model behind a real endpoint. */
import { describe, expect, it } from 'vitest'
import type { GoalInput } from '../../lean/index.ts'
import { type ChatMessage, createChat } from '../../models/index.ts'
import { openTestEndpoint } from '../../models/test-endpoint.ts'
import type { StrategyRun, StrategyTools } from '../strategy.ts'
import { leanForTests, settle } from '../test-lean.ts'
import { strategyGoal, strategyTools } from '../tools.ts'
import { sketch } from './sketch.ts'

const lean = leanForTests({ threads: 4 })

/** No tactic relates these two by itself: only an outline that names the lemma gets there. */
const PREAMBLE = `inductive Peano where
  | zero
  | succ (n : Peano)

def plus : Peano → Peano → Peano
  | .zero, m => m
  | .succ n, m => .succ (plus n m)

def times : Peano → Peano → Peano
  | .zero, _ => .zero
  | .succ n, m => plus m (times n m)
`
const commutes: GoalInput = { preamble: PREAMBLE, statement: '∀ a b : Peano, plus a b = plus b a' }
const OUTLINE = `intro a b
have unit : ∀ c, plus c .zero = c := by
  sorry
have step : ∀ c d, plus c (.succ d) = .succ (plus c d) := by
  sorry
induction a with
| zero => sorry
| succ n ih => sorry`

const attempt = (input: GoalInput, tools: Partial<StrategyTools> = {}, run: Partial<StrategyRun> = {}) =>
  sketch.run(
    strategyGoal(input),
    { ...strategyTools(lean.pool), ...tools },
    {
      budgetSeconds: 60,
      signal: new AbortController().signal,
      ...run,
    },
  )

const fenced = (code: string) => `Here is the outline.\n\`\`\`lean\n${code}\n\`\`\`\n`
const model = (answer: (messages: readonly ChatMessage[]) => string) => openTestEndpoint(answer)
const chatWith = (baseUrl: string) => createChat({ baseUrl, model: 'test' })

describe('a sketch', () => {
  it("is a model's outline, its holes filled by Lean and the whole accepted by the checker", async () => {
    await using endpoint = await model(() => fenced(OUTLINE))
    const result = await settle(lean, commutes, sketch, { chat: chatWith(endpoint.baseUrl) })
    expect(result.outcome).toBe('proved')
    expect(result.script).toContain('have step : ∀ c d, plus c (.succ d) = .succ (plus c d)')
    expect(result.script).not.toContain('sorry')
    const [question] = endpoint.asked
    expect(question?.[1]?.content).toContain('def plus')
    expect(question?.[1]?.content).toContain('∀ a b : Peano, plus a b = plus b a')
  })

  it("is repaired once, with Lean's own objection", async () => {
    const wrong = OUTLINE.replace('induction a with', 'induction nobody with')
    await using endpoint = await model((messages) => fenced(messages.length > 2 ? OUTLINE : wrong))
    const result = await attempt(commutes, { chat: chatWith(endpoint.baseUrl) })
    expect(result).toMatchObject({ kind: 'proved', script: expect.stringContaining('have step') })
    expect(endpoint.asked).toHaveLength(2)
    expect(endpoint.asked[1]?.at(-2)?.content).toContain('induction nobody')
    expect(endpoint.asked[1]?.at(-1)?.content).toMatch(/line 6: .*nobody/s)
  })

  it('names the holes that stay open, and what to put their proofs into', async () => {
    const input = { preamble: PREAMBLE, statement: '∀ a b : Peano, times a b = times b a' }
    const outline = `intro a b
have main : ∀ c d, times c d = times d c := by
  sorry
exact main a b`
    await using endpoint = await model(() => fenced(outline))
    const chat = chatWith(endpoint.baseUrl)
    const result = await attempt(input, { chat }, { budgetSeconds: 20 })
    if (result.kind !== 'failed') throw new Error('this is not for quick closers')
    expect(result.holes).toEqual(['∀ (c d : Peano), times c d = times d c'])
    expect(result.unfinished).toEqual([outline])
  })

  it('goes on from an outline that was left unfinished, with lemmas delivered since', async () => {
    const lemmas = `theorem unit_right : ∀ c, plus c .zero = c := by
  intro c
  induction c <;> simp_all [plus]

theorem step_right : ∀ c d, plus c (.succ d) = .succ (plus c d) := by
  intro c d
  induction c <;> simp_all [plus]`
    const outline = `intro a b
induction a
· sorry
· sorry`
    const result = await sketch.run(strategyGoal(commutes, { lemmas }), strategyTools(lean.pool), {
      budgetSeconds: 60,
      signal: new AbortController().signal,
      resume: [outline],
    })
    expect(result).toMatchObject({ kind: 'proved', script: expect.stringContaining('induction a') })
    if (result.kind !== 'proved') throw new Error('not proved')
    const statement = await lean.checker.fix(commutes)
    const verdict = await lean.checker.check({ statement, proof: { script: result.script, lemmas } })
    expect(verdict.kind).toBe('accepted')
  })

  it('comes from structure where the endpoint fails', async () => {
    const chat = createChat({ baseUrl: 'http://127.0.0.1:9/v1', model: 'nobody' })
    const unit: GoalInput = { preamble: PREAMBLE, statement: '∀ a : Peano, plus a .zero = a' }
    expect(await attempt(unit, { chat })).toMatchObject({ kind: 'proved' })
    const wrong = await attempt({ statement: '∀ a b : Nat, a * b + 7 ≠ 1000003 * (a + 1)' }, { chat })
    expect(wrong).toMatchObject({ kind: 'failed', why: expect.stringContaining('could not be asked') })
  })

  it.each([
    ['leaves a sorry', 'intro n\nsorry'],
    ['spells sorry otherwise', 'intro n\nexact sorryAx _ false'],
    ['admits', 'intro n\nadmit'],
    ['stops early', 'intro n\nstop\nsimp'],
    ['brings an axiom', 'exact wrong\n\naxiom wrong : ∀ n : Nat, n < 5'],
    [
      'brings an axiom first',
      'axiom wrong : ∀ n : Nat, n < 5\ntheorem t : ∀ n : Nat, n < 5 := by\n  exact wrong',
    ],
    ['changes a notation', 'trivial\n\nlocal notation:50 a " < " b => True'],
    ['changes a tactic', 'macro "omega" : tactic => `(tactic| sorry)\ntheorem t : p := by\n  omega'],
    ['changes an option', 'set_option debug.skipKernelTC true in\nexact fun n => by sorry'],
    ['runs code', 'run_tac Lean.Elab.Tactic.setGoals []'],
    ['proves something else', 'have h : ∀ n : Nat, n < n + 5 := by\n  sorry\nintro n\nhave := h n\nsorry'],
  ])('by a model that %s is never a proof', async (_, code) => {
    await using endpoint = await model(() => fenced(code))
    const result = await settle(lean, { statement: '∀ n : Nat, n < 5' }, sketch, {
      chat: chatWith(endpoint.baseUrl),
      budgetSeconds: sketch.timeoutSeconds,
    })
    expect(result).toEqual({ outcome: 'failed' })
  })

  it('says what more an endpoint would bring', async () => {
    expect(await sketch.availability()).toMatchObject({
      available: true,
      note: expect.stringContaining('ORCH_LLM_BASE_URL'),
    })
  })
})
