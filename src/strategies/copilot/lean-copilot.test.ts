/** What Lean Copilot proposes, as a project that has it would say it; CI has no such project. */
import { describe, expect, it } from 'vitest'
import type { LeanMessage } from '../../lean/index.ts'
import { dojoWhere, openSession } from '../test-session.ts'
import { findLeanCopilot, premisesIn } from './lean-copilot.ts'
import { MOST } from './plan.ts'

const place = { line: 1, column: 0 }
const said = (text: string): LeanMessage => ({ severity: 'info', start: place, end: null, text })

async function copilotWith(known: readonly string[], text: string) {
  const scripted = dojoWhere(() => ['goal', 'True'], {
    knownTactics: async (asked) => asked.filter((tactic) => known.includes(tactic)),
    messages: () => [said(text)],
  })
  const session = await openSession(scripted)
  return { copilot: await findLeanCopilot(session), root: scripted.dojo.root, ...scripted }
}

describe('Lean Copilot', () => {
  it('is not asked anything in a project that does not have it', async () => {
    const { copilot, root, tried } = await copilotWith([], 'Try this: simp')
    expect(await copilot.proofsAt(root)).toEqual([])
    expect(await copilot.movesAt(root)).toEqual([])
    expect(await copilot.premisesAt(root)).toEqual([])
    expect(tried).toEqual([])
  })

  it('proposes tactics that are tried like any others, the first cheapest, and no more than a few', async () => {
    const all = Array.from({ length: 20 }, (_, index) => `[apply] tactic_${index}`).join('\n')
    const { copilot, root, dropped } = await copilotWith(['suggest_tactics'], `Try these:\n${all}`)
    const moves = await copilot.movesAt(root)
    expect(moves).toHaveLength(MOST.proposals)
    expect(moves[0]).toMatchObject({ row: 'Lean Copilot', text: 'tactic_0' })
    expect(moves[1]?.price).toBeGreaterThan(moves[0]?.price ?? 0)
    // The state that it gave up for proved is never used.
    expect(dropped).toHaveLength(1)
  })

  it('proposes whole proofs', async () => {
    const { copilot, root } = await copilotWith(['search_proof'], 'Try this: exact rfl')
    expect(await copilot.proofsAt(root)).toEqual(['exact rfl'])
  })
})

describe('premises that it names', () => {
  it.each([
    [
      'one to a paragraph, with its type',
      'Nat.add_comm : a + b = b + a\n\nNat.zero_le : 0 ≤ n',
      ['Nat.add_comm', 'Nat.zero_le'],
    ],
    ['without what stands in its documentation', 'f : p\n```doc\ng : q\n```', ['f']],
    ['each once', 'f : p\nf : p', ['f']],
    ['but none that would first have to be imported', 'h needs to be imported from M.', []],
  ])('are read: %s', (_, text, names) => {
    expect(premisesIn([said(text)])).toEqual(names)
  })
})
