/** What `Quot.lift` needs is equality itself: with anything else of that name, quotients would be unsound. */
import { describe, expect, it } from 'vitest'
import { Kernel } from '../declare/kernel.ts'
import { parseDeclarations } from '../test-language.ts'
import { RULES } from '../verdict.ts'

const EQ = 'inductive Eq.{u} (α : Sort u) (a : α) : α → Prop | refl : Eq.{u} α a a'

/** The first declaration that is not accepted, or the last one. */
function judge(text: string) {
  const kernel = new Kernel()
  const outcomes = parseDeclarations(kernel.context, text).map((declaration) => kernel.add(declaration))
  return outcomes.find(({ kind }) => kind !== 'accepted') ?? outcomes.at(-1)
}

const WRONG: Readonly<Record<string, string>> = {
  'has a second constructor':
    'inductive Eq.{u} (α : Sort u) (a : α) : α → Prop | refl : Eq.{u} α a a | all : (b : α) → Eq.{u} α a b',
  'relates everything': 'inductive Eq.{u} (α : Sort u) (a : α) : α → Prop | refl : (b : α) → Eq.{u} α a b',
  'is an axiom': 'axiom Eq.{u} : (α : Sort u) → α → α → Prop',
  'is a definition':
    'def Eq.{u} : (α : Sort u) → α → α → Prop := fun (α : Sort u) => fun (a : α) => fun (b : α) => (p : Prop) → p → p',
  'is for types only': 'inductive Eq.{u} (α : Sort (u + 1)) (a : α) : α → Prop | refl : Eq.{u} α a a',
  'is data': 'inductive Eq.{u} (α : Sort u) (a : α) : α → Type | refl : Eq.{u} α a a',
  'has its first term as an index':
    'inductive Eq.{u} (α : Sort u) : α → α → Prop | refl : (a : α) → Eq.{u} α a a',
  'has one more universe': 'inductive Eq.{u,v} (α : Sort u) (a : α) : α → Prop | refl : Eq.{u,v} α a a',
  'calls its constructor something else':
    'inductive Eq.{u} (α : Sort u) (a : α) : α → Prop | same : Eq.{u} α a a',
}

describe('the quotients', () => {
  it('are accepted on equality, once', () => {
    expect(judge(`${EQ} quotient`)).toEqual({ kind: 'accepted' })
    expect(judge(`${EQ} quotient quotient`)).toMatchObject({ kind: 'rejected', rule: 'unique-name' })
    expect(judge(`inductive Quot : Type ${EQ} quotient`)).toMatchObject({ rule: 'unique-name' })
  })

  it.each(Object.entries(WRONG))('are rejected where Eq %s', (_, eq) => {
    const outcome = judge(`${eq} quotient`)
    expect(outcome).toMatchObject({ kind: 'rejected' })
    const rules = [RULES['quotient-data'], RULES['level-arity'], RULES['application-type']]
    expect(rules.some((rule) => outcome?.kind === 'rejected' && outcome.detail.includes(rule))).toBe(true)
  })

  it('are rejected without Eq', () => {
    expect(judge('quotient')).toMatchObject({ kind: 'rejected', rule: 'known-constant' })
  })
})
