import { expect, it } from 'vitest'
import { goalLines } from './goal-state.ts'

const marks = (text: string, before?: string) =>
  goalLines(text, before).map(({ text: line, change }) => `${change}: ${line}`)

it('marks what a tactic brought, changed and left alone', () => {
  const before = 'case zero\nn m : Nat\nh : n = m\n⊢ m = n'
  const after = 'n m : Nat\nh : m = n\nk : 0 < n\n⊢ m = n'
  expect(marks(after, before)).toEqual([
    'same: n m : Nat',
    'changed: h : m = n',
    'new: k : 0 < n',
    'same: ⊢ m = n',
  ])
})

it('marks nothing where there is nothing to compare with, and keeps wrapped lines together', () => {
  expect(marks('h :\n  a = b\n⊢ a =\n  b')).toEqual(['same: h :\n  a = b', 'same: ⊢ a =\n  b'])
})

it('takes a variable out of a shared line without calling it changed', () => {
  expect(marks('a : Nat\n⊢ a = a', 'a b : Nat\n⊢ a = b')).toEqual(['same: a : Nat', 'changed: ⊢ a = a'])
})
