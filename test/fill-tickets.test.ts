import { expect, it } from 'vitest'
import { TestProject } from '../src/fill/test-project.ts'
import { createMarket } from '../src/market/index.ts'
import type { Strategy } from '../src/strategies/index.ts'
import { leanForTests } from '../src/strategies/test-lean.ts'
import { completeTicket } from '../src/use-cases/index.ts'

const lean = leanForTests({ threads: 2 })

const TEXT = `def f : Nat → Nat
  | 0 => 0
  | n + 1 => f n

theorem wanted (n : Nat) : f n + f n = 0 := by
  sorry

theorem other (n : Nat) : 3 * f n = 0 := by
  sorry
`

const NAMES = ['wanted_given1', 'other_given1']

/** Proves what it is asked for with a lemma, and is stuck on it while there is none. */
const needsLemma: Strategy = {
  name: 'needs-lemma',
  version: 1,
  profile: 0,
  timeoutSeconds: 100,
  availability: async () => ({ available: true }),
  run: async (goal, tools, { signal }) => {
    await using dojo = await tools.openDojo(goal, signal)
    for (const script of NAMES.map((name) => `simp [${name}]`)) {
      const result = await dojo.runTactic(dojo.root, script, { signal })
      if (result.kind === 'closed') return { kind: 'proved', script, cpuSeconds: 0 }
    }
    return { kind: 'failed', why: 'a lemma is missing', stuckOn: '∀ n : Nat, f n = 0', cpuSeconds: 0 }
  },
}

it('holes ask for the subgoal they are stuck on, and are proved with what is delivered', async () => {
  await using files = new TestProject({ 'A.lean': TEXT })
  const ledger = await files.ledger()
  const market = createMarket(ledger)
  const more = { strategies: [needsLemma], rounds: 2, lanes: { light: 1, heavy: 1 } }
  await files.fill(lean, more)
  const tickets = await market.listTickets({ status: 'open', limit: 9 })
  expect(tickets).toMatchObject([{ goal: '∀ n : Nat, f n = 0', waitingGoals: { length: 2 } }])
  const ticketId = tickets[0]?.ticketId ?? ''
  await market.claimTicket(ticketId, 'somebody')
  const proof = 'theorem anything : ∀ n : Nat, f n = 0 := by\n  intro n\n  induction n <;> simp_all [f]'
  const delivery = await completeTicket(
    { ledger, lean: { open: async () => lean } },
    ticketId,
    { worker: 'somebody', proof },
    AbortSignal.timeout(60_000),
  )
  expect(delivery.kind).toBe('completed')
  const result = await files.fill(lean, { ...more, apply: true })
  expect(result.outcomes.map(({ kind }) => kind)).toEqual(['proved', 'proved'])
  // The second hole finds the lemma where the first one has put it.
  expect(files.read('A.lean')).toBe(`def f : Nat → Nat
  | 0 => 0
  | n + 1 => f n

theorem wanted_given1 : ∀ n : Nat, f n = 0 := by
  intro n
  induction n <;> simp_all [f]

theorem wanted (n : Nat) : f n + f n = 0 := by
  simp [wanted_given1]

theorem other (n : Nat) : 3 * f n = 0 := by
  simp [wanted_given1]
`)
})
