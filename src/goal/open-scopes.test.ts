import { expect, it } from 'vitest'
import { missingEnds } from './open-scopes.ts'

it.each([
  ['def a := 1', []],
  ['namespace A\ndef a := 1', ['end A']],
  ['namespace A\nend A', []],
  ['namespace A.B\nsection\ndef a := 1', ['end', 'end B', 'end A']],
  ['namespace A.B\nend A.B\nsection S', ['end S']],
  ['namespace A.B\nend B', ['end A']],
  ['noncomputable section\ndef a := 1\nend\nnoncomputable section N', ['end N']],
  ['mutual\ndef a : Nat → Nat\n  | _ => 0\nend', []],
  ['namespace «my own»\ndef a := 1', ['end «my own»']],
  ['-- namespace A\n/- section\n/- namespace B -/\nend -/\ndef a := "\nnamespace C"', []],
  ['def endless := 1\ndef sections := 2\nnamespace A -- why\ndef b := 1', ['end A']],
  ['section -- nameless\ndef b := 1', ['end']],
])('tells of %j what is left open', (text, ends) => {
  expect(missingEnds(text)).toEqual(ends)
})
