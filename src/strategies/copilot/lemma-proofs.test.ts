import { expect, it } from 'vitest'
import { lemmaProofs } from './lemma-proofs.ts'
import type { Conjecture } from './screen.ts'

const ENDS = { byItself: 'simp_all', withOthers: ['grind', 'omega'] }

function proofs(law: Partial<Conjecture>, known: readonly string[] = []): { row: string; text: string }[] {
  const whole = { statement: '', names: [], data: [], calls: [], conditional: false, instance: null }
  return lemmaProofs({ ...whole, ...law }, known, ENDS)
}

const texts = (law: Partial<Conjecture>) => proofs(law).map(({ text }) => text)

it('tries an induction on each variable of data, the others general, then the recursion of each call', () => {
  const law = { names: ['a', 'x', 'y'], data: ['x', 'y'], calls: ['add x y'] }
  const inductions = ['induction x generalizing y', 'induction y generalizing x', 'fun_induction (add x y)']
  expect(texts(law)).toEqual([
    ...inductions.map((induction) => `intro a x y\n${induction} <;> (first | simp_all)`),
    ...inductions.map((induction) => `intro a x y\n${induction} <;> (first | grind | omega)`),
  ])
})

it('does without other lemmas first', () => {
  const [alone, withOthers] = proofs({ names: ['x'], data: ['x'] }, ['lem1', 'lem2'])
  expect(alone?.text).toBe('clear lem1 lem2\nintro x\ninduction x <;> (first | simp_all)')
  expect(withOthers?.text).toBe('intro x\ninduction x <;> (first | grind | omega)')
})

it('follows what the condition says first, with the others fixed before it makes them general', () => {
  const law = { names: ['x', 'y', 'z'], data: ['x', 'y', 'z'], calls: ['le x y'], conditional: true }
  const [fixed, general, ...structural] = texts(law)
  expect(fixed).toMatch(/^intro x y z\nfun_induction \(le x y\) <;> /)
  expect(general).toMatch(/^intro x y z\nfun_induction \(le x y\) generalizing z <;> /)
  expect(structural.slice(0, 3).every((text) => text.includes('\ninduction '))).toBe(true)
})

it('tells the form of the other variables where a condition waits for it', () => {
  const [first, , third] = texts({ names: ['x', 'y'], data: ['x', 'y'], conditional: true })
  const induction = 'intro x y\ninduction x generalizing y'
  expect(first).toBe(`${induction} <;> (first | simp_all | (cases y <;> simp_all))`)
  const ends = 'grind | (cases y <;> grind) | omega | (cases y <;> omega)'
  expect(third).toBe(`${induction} <;> (first | ${ends})`)
})

it('counts by row', () => {
  const rows = proofs({ names: ['x', 'y'], data: ['x'], calls: ['f x y'] }).map(({ row }) => row)
  expect(rows.slice(0, 2)).toEqual(['lemma by structural induction', 'lemma by functional induction'])
})

it('has nothing for a law without data', () => {
  expect(proofs({ names: ['p'] })).toEqual([])
})
