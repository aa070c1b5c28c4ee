/** Outlines that are made of the goal itself, without a model. */
import { describe, expect, it } from 'vitest'
import type { DojoGoal } from '../../lean/index.ts'
import { goalWith, surveyWith, variable } from '../../tactics/test-goals.ts'
import { type Answer, dojoWhere, openSession } from '../test-session.ts'
import { MOST } from './plan.ts'
import { structuralDrafts } from './structure.ts'

async function draftsOf(answer: Answer, premises: readonly string[] = []) {
  const survey = surveyWith({ variables: [variable('x', 'N')] })
  const scripted = dojoWhere(answer, { survey })
  await using session = await openSession(scripted)
  const drafts: string[] = []
  const opening = { state: scripted.dojo.root, survey }
  for await (const draft of structuralDrafts(session, opening, async () => premises)) drafts.push(draft)
  return drafts
}

const step = (target: string, more: Partial<DojoGoal> = {}): DojoGoal =>
  goalWith([], target, { key: target, isWritable: true, ...more })

describe('drafts', () => {
  it('begin with the whole goal as one hole', async () => {
    expect(await draftsOf(() => undefined)).toEqual(['sorry'])
  })

  it('leave each case of an induction as a hole', async () => {
    const [, induction] = await draftsOf((tactic) =>
      tactic === 'induction x' ? ['base', 'step'] : undefined,
    )
    expect(induction).toBe('induction x\n· sorry\n· sorry')
  })

  it('do not fall into more cases than anybody would look at, nor lead back to the goal', async () => {
    const many = Array.from({ length: MOST.cases + 1 }, (_, index) => `case ${index}`)
    expect(await draftsOf((tactic) => (tactic === 'induction x' ? many : undefined))).toEqual(['sorry'])
    expect(await draftsOf((tactic) => (tactic === 'induction x' ? ['goal'] : undefined))).toEqual(['sorry'])
  })

  it('state what a known theorem leaves to show, and end with the theorem', async () => {
    const answer: Answer = (tactic) => (tactic === 'apply thm' ? [step('a ≤ b'), step('b ≤ c')] : undefined)
    expect((await draftsOf(answer, ['thm']))[1]).toBe(
      'have step1 : a ≤ b := by\n  sorry\nhave step2 : b ≤ c := by\n  sorry\napply thm <;> assumption',
    )
    const rewriting: Answer = (tactic) => (tactic === 'rw [thm]' ? [step('f x = y')] : undefined)
    expect((await draftsOf(rewriting, ['thm']))[1]).toMatch(/\nrw \[thm\]\nexact step1$/)
  })

  it('do not state what cannot be written down: Lean says so, nobody looks for question marks in its text', async () => {
    const open = step('a ≤ ?b', { isWritable: false })
    const odd = step('p "?x"')
    expect(await draftsOf((tactic) => (tactic === 'apply thm' ? [open] : undefined), ['thm'])).toEqual([
      'sorry',
    ])
    expect(await draftsOf((tactic) => (tactic === 'apply thm' ? [odd] : undefined), ['thm'])).toHaveLength(2)
  })
})
