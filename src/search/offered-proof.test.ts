import { expect, it } from 'vitest'
import { offeredProof } from './tickets.ts'

it('takes a script as it is', () => {
  const script = 'intro n\nsimp -- theorem of the day'
  expect(offeredProof(script)).toEqual({ script, declarations: '' })
})

it('takes a whole theorem under whatever name it has', () => {
  const text = 'theorem foo.bar (a b : Nat) : a + b = b + a := by\n  omega'
  const { script, declarations } = offeredProof(text)
  expect(declarations).toBe(text)
  expect(script).toMatch(/^first \| exact @foo\.bar \|/)
})

it('takes the last theorem behind lemmas of its own, and no name out of a comment', () => {
  const text = '/-- helps -/\nlemma step : True := trivial\n\ntheorem main : True := step\n-- theorem other\n'
  const { script, declarations } = offeredProof(text)
  expect(script).toContain('@main')
  expect(declarations).toContain('theorem step')
})
