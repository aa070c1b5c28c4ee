import { expect, it } from 'vitest'
import { readPlace, SentPlace, sentPlace } from './remote-place.ts'

const module = `namespace A\n${'theorem t : True := trivial\n'.repeat(20)}end A\n`
const above = `def twice (n : Nat) : Nat :=\n  n + n\n${'-- more\n'.repeat(20)}`
const lemma = `theorem aux : 1 = 1 := rfl\n${'-- not in the preamble\n'.repeat(9)}`
const preamble = ['section', module.trimEnd(), 'end', above].join('\n')
const place = {
  imports: ['Std'],
  before: [
    { text: module, module: 'A', whole: true },
    { text: '', module: '' },
    { text: above },
    { text: lemma },
  ],
  command: 'theorem hole : twice 1 = 2 := by sorry',
  start: { line: 1, column: 33 },
  end: { line: 1, column: 38 },
  isTactic: true,
  given: ['t'],
}

it('a job carries the text above a hole once, and what is not in the preamble as it is', () => {
  const sent = JSON.stringify(sentPlace(place, preamble))
  expect(sent.length).toBeLessThan(lemma.length + 500)
  expect(readPlace(SentPlace.parse(JSON.parse(sent)), preamble)).toEqual(place)
})
