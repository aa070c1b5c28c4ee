import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shownName } from './hole.ts'
import { plannedDependants } from './planned.ts'

it('a blueprint says what will rest on a declaration, through others too', () => {
  const planned = plannedDependants(join(import.meta.dirname, '..', '..', 'examples', 'library'))
  // The text of `total_reverse` uses nothing as long as its proof is a hole; the plan says what it will use.
  expect([...planned('Library.total_append')]).toContain('Library.total_reverse')
  expect([...planned('Library.insert')]).toEqual(
    expect.arrayContaining(['Library.total_insert', 'Library.total_isort']),
  )
  expect(planned('Library.nobody').size).toBe(0)
})

it('nothing is planned where there is no blueprint', () => {
  expect(plannedDependants(import.meta.dirname)('anything').size).toBe(0)
})

it('a private declaration is called what its author calls it', () => {
  expect(shownName('_private.0.Zoo.size')).toBe('Zoo.size')
  expect(shownName('_private.Zoo.Basic.0.Zoo.size')).toBe('Zoo.size')
  expect(shownName('Zoo.size')).toBe('Zoo.size')
})
