/** The order of micro's stages on goals of different kinds; what the tactics do is Lean's business. */
import { describe, expect, it } from 'vitest'
import type { LeanMessage, Survey } from '../../lean/index.ts'
import { call, surveyWith, variable } from '../../tactics/test-goals.ts'
import type { StrategyTools } from '../strategy.ts'
import { type Answer, dojoWhere, toolsFor } from '../test-session.ts'
import { strategyGoal } from '../tools.ts'
import { micro } from './micro.ts'

interface Setting {
  readonly answer?: Answer
  readonly survey?: Survey
  readonly known?: readonly string[]
  readonly tools?: Partial<StrategyTools>
  readonly says?: (tactic: string) => string | undefined
}

async function attempt({
  answer = () => undefined,
  survey = surveyWith(),
  known = [],
  tools,
  says,
}: Setting) {
  const messages = (tactic: string): LeanMessage[] => {
    const text = says?.(tactic)
    return text === undefined ? [] : [{ severity: 'info', start: { line: 1, column: 0 }, end: null, text }]
  }
  const knownTactics = async (asked: readonly string[]) => asked.filter((tactic) => known.includes(tactic))
  const scripted = dojoWhere(answer, { survey, knownTactics, messages })
  const { signal } = new AbortController()
  const goal = strategyGoal({ statement: 'p' })
  const result = await micro.run(goal, toolsFor(scripted, tools), { budgetSeconds: 60, signal })
  return { result, tried: scripted.tried }
}

const recursive = surveyWith({
  variables: [variable('x', 'N')],
  calls: [call('f x')],
  definitions: [{ name: 'f', recursive: true }],
})
const place = (tried: readonly string[], tactic: string): number => {
  const found = tried.indexOf(tactic)
  return found < 0 ? Number.POSITIVE_INFINITY : found
}

describe('micro', () => {
  it('proves at once what computing or arithmetic proves, before it asks what the goal is about', async () => {
    const { result, tried } = await attempt({
      answer: (tactic) => (tactic === 'intros; omega' ? [] : undefined),
    })
    expect(result).toMatchObject({ kind: 'proved', script: 'intros; omega' })
    expect(tried.toSorted()).toEqual(['intros; omega', 'intros; rfl'])
  })

  it('asks the library before it does inductions, but only about goals of the library alone', async () => {
    const plain = await attempt({})
    expect(place(plain.tried, 'exact?')).toBeLessThan(Number.POSITIVE_INFINITY)
    const own = await attempt({ survey: recursive })
    expect(own.tried).not.toContain('exact?')
    expect(own.tried.at(-1)).toBe('try?')
  })

  it('does an induction on a recursive function after three closers, and the other closers later', async () => {
    const { tried } = await attempt({ survey: recursive })
    const induction = place(tried, 'fun_induction (f x)')
    expect(place(tried, 'grind [f]')).toBeLessThan(induction)
    expect(place(tried, 'decide')).toBeGreaterThan(induction)
    expect(place(tried, 'decide')).toBeLessThan(Number.POSITIVE_INFINITY)
  })

  it('ends every case of an induction, or the induction is no proof', async () => {
    const cases =
      (open: string | undefined): Answer =>
      (tactic, target) => {
        if (tactic === 'induction x') return ['base', 'step']
        return tactic === 'grind [f]' && target !== 'goal' && target !== open ? [] : undefined
      }
    const whole = await attempt({ survey: recursive, answer: cases(undefined) })
    expect(whole.result).toMatchObject({ kind: 'proved', script: 'induction x\ngrind [f]\ngrind [f]' })
    expect((await attempt({ survey: recursive, answer: cases('step') })).result.kind).toBe('failed')
  })

  it('tries first what worked before', async () => {
    const { tried } = await attempt({ tools: { learntTactics: () => ['contradiction'] } })
    expect(place(tried, 'contradiction')).toBeLessThan(place(tried, 'rfl'))
  })

  it("tries a tactic of Mathlib's only where it is there", async () => {
    expect((await attempt({ known: ['linarith'] })).tried).toContain('linarith')
    expect((await attempt({ known: [] })).tried).not.toContain('linarith')
  })

  it('puts what a search tactic suggests into the proof, if that works, and else the search itself', async () => {
    const answer =
      (works: boolean): Answer =>
      (tactic) =>
        tactic === 'exact?' || (works && tactic === 'exact Nat.add_comm ..') ? [] : undefined
    const says = (tactic: string) => (tactic === 'exact?' ? 'Try this: exact Nat.add_comm ..' : undefined)
    expect((await attempt({ answer: answer(true), says })).result).toMatchObject({
      script: 'exact Nat.add_comm ..',
    })
    expect((await attempt({ answer: answer(false), says })).result).toMatchObject({ script: 'exact?' })
  })

  it('counts what each row of the tables was tried for, and which one the proof has', async () => {
    const { result } = await attempt({ answer: (tactic) => (tactic === 'intros; omega' ? [] : undefined) })
    expect(result.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row: 'intros; rfl', uses: 1, solves: 0 }),
        expect.objectContaining({ row: 'intros; omega', uses: 1, solves: 1 }),
      ]),
    )
  })
})
