/** Which variables of a preamble a theorem takes along: a negation that forgets one says something else. */
import { describe, expect, it } from 'vitest'
import { mentioned, openVariables } from './open-variables.ts'

describe('the variables at the end of a preamble', () => {
  it.each<[string, string, readonly string[] | undefined]>([
    [
      'are all that were declared',
      'variable (n : Nat) {α : Type}\nvariable [Add α]',
      ['(n : Nat)', '{α : Type}', '[Add α]'],
    ],
    [
      'may go over several lines',
      'variable (f : Nat →\n  Nat)\n  (n : Nat)',
      ['(f : Nat →\n  Nat)', '(n : Nat)'],
    ],
    ['have brackets inside of them', 'variable (f : (Nat → Nat) → Nat)', ['(f : (Nat → Nat) → Nat)']],
    ['end with their section', 'section\nvariable (n : Nat)\nend\nvariable (m : Nat)', ['(m : Nat)']],
    ['end with their namespace, all parts of it', 'namespace A.B\nvariable (n : Nat)\nend A.B', []],
    ['are none in a comment', '-- variable (n : Nat)\n/- variable (m : Nat) -/', []],
    ['are unknown where one only changes another', 'variable (n : Nat)\nvariable {n}', undefined],
    ['are unknown after include or omit', 'variable (n : Nat)\ninclude n', undefined],
    ['are unknown where a bracket does not end', 'variable (n : Nat', undefined],
    ['are unknown where more ends than begins', 'end\nend', undefined],
  ])('%s', (_, preamble, binders) => {
    expect(openVariables(preamble)).toEqual(binders)
  })
})

describe('of these a theorem takes', () => {
  const all = ['{α : Type}', '[Add α]', '(xs : List α)', '(n : Nat)', '[Inhabited Nat]']

  it.each<[string, string, readonly string[]]>([
    [
      'what it mentions, and what that needs',
      'xs = []',
      ['{α : Type}', '[Add α]', '(xs : List α)', '[Inhabited Nat]'],
    ],
    [
      'what it mentions by a dot',
      'xs.length = 0',
      ['{α : Type}', '[Add α]', '(xs : List α)', '[Inhabited Nat]'],
    ],
    ['instances about nothing else', '1 = 1', ['[Inhabited Nat]']],
    ['nothing that only looks alike', 'axs = nn', ['[Inhabited Nat]']],
  ])('%s', (_, statement, taken) => {
    expect(mentioned(all, statement)).toEqual(taken)
  })
})
