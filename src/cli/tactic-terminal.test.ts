import { expect, it } from 'vitest'
import { signBefore } from './tactic-terminal.ts'

it('takes a name behind a backslash for its sign once a blank follows', () => {
  expect(signBefore('\\forall ')).toEqual({ sign: '∀', length: 8 })
  expect(signBefore('exact \\< ')).toEqual({ sign: '⟨', length: 3 })
  expect(signBefore('a \\to \\to ')).toEqual({ sign: '→', length: 4 })
})

it('leaves words alone that only sound like one: tactics, cases, names', () => {
  for (const text of ['| ', 'exists ', 'subst ', 'a ', 'intro a ', '\\forall', '\\unheard ', '\\to b '])
    expect(signBefore(text)).toBeUndefined()
})
