import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NameTable } from './names.ts'

it.each([
  [['Nat', 'succ'], 'Nat.succ'],
  [['_private', 'Init', 0, 'f'], '_private.Init.0.f'],
  [['term_+_'], 'term_+_'],
  [['Classical.choice'], '«Classical.choice»'],
  [['propext\naxioms: none'], '«propext\\u{a}axioms: none»'],
  [['x', '0'], 'x.«0»'],
  [['prop\u200bext'], '«prop\\u{200b}ext»'],
  [[''], '«»'],
])('shows %j as %s', (parts, text) => {
  const names = new NameTable()
  expect(names.text(names.fromComponents(parts))).toBe(text)
})

it('shows different names differently', () => {
  const part = fc.oneof(
    fc.nat(3),
    fc.string({
      unit: fc.constantFrom('a', '.', ' ', '\n', '«', '»', '0', '\u200b', '\\', '[', ']'),
      maxLength: 4,
    }),
  )
  const name = fc.array(part, { maxLength: 3 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      const names = new NameTable()
      const [a, b] = [names.fromComponents(one), names.fromComponents(other)]
      expect(names.text(a) === names.text(b)).toBe(a === b)
    }),
    { numRuns: 1000 },
  )
})
