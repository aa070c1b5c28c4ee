import { expect, it } from 'vitest'
import { ticketTitle } from './ticket-title.ts'

it('calls a ticket by its name, or else by what it says', () => {
  expect(ticketTitle({ suggested_name: 'le_step', goal: 'x' })).toBe('le_step')
  expect(ticketTitle({ suggested_name: null, goal: '∀ a b : Nat,\n  a + b = b + a' })).toBe('a + b = b + a')
  expect(ticketTitle({ suggested_name: null, goal: 'theorem t (n : Nat) : n = n' })).toBe('n = n')
  expect(ticketTitle({ suggested_name: 'lemma_0123456789ab', goal: 'p → p' })).toBe('p → p')
  expect(ticketTitle({ suggested_name: '', goal: 'x'.repeat(90) })).toHaveLength(49)
})
