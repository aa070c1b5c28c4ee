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
  const law = { names: ['a', 'x', 'y'], data: ['x', 'y'], calls: [{ text: 'add x y', on: ['x', 'y'] }] }
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

it('may be told to try only the first few with other lemmas', () => {
  const calls = [
    { text: 'f x y', on: ['x', 'y'] },
    { text: 'g y x', on: ['x', 'y'] },
  ]
  const law = {
    statement: '',
    names: ['x', 'y'],
    data: ['x', 'y'],
    calls,
    conditional: false,
    instance: null,
  }
  const tried = lemmaProofs(law, [], ENDS, 1).map(({ text }) => text.split('\n')[1])
  expect(tried.filter((text) => text?.endsWith('simp_all)'))).toHaveLength(4)
  expect(tried.slice(4).map((text) => text?.split(' <;>')[0])).toEqual([
    'induction x generalizing y',
    'fun_induction (f x y)',
  ])
})

it('follows what the condition says first and with all means, the others fixed before it makes them general', () => {
  const law = {
    names: ['x', 'y', 'z'],
    data: ['x', 'y', 'z'],
    calls: [{ text: 'le x y', on: ['x', 'y'] }],
    conditional: true,
  }
  const [fixed, general, fixedWithOthers, , ...structural] = texts(law)
  expect(fixed).toMatch(/^intro x y z\nfun_induction \(le x y\) <;> \(first \| simp_all/)
  expect(general).toMatch(/^intro x y z\nfun_induction \(le x y\) generalizing z <;> /)
  expect(fixedWithOthers).toMatch(/^intro x y z\nfun_induction \(le x y\) <;> \(first \| grind/)
  expect(structural.every((text) => text.includes('\ninduction '))).toBe(true)
})

it('tells the form of the other variables where a condition waits for it', () => {
  const [first, , third] = texts({ names: ['x', 'y'], data: ['x', 'y'], conditional: true })
  const induction = 'intro x y\ninduction x generalizing y'
  expect(first).toBe(`${induction} <;> (first | simp_all | (cases y <;> simp_all))`)
  const ends = 'grind | (cases y <;> grind) | omega | (cases y <;> omega)'
  expect(third).toBe(`${induction} <;> (first | ${ends})`)
})

it('counts by row', () => {
  const rows = proofs({ names: ['x', 'y'], data: ['x'], calls: [{ text: 'f x y', on: ['x', 'y'] }] }).map(
    ({ row }) => row,
  )
  expect(rows.slice(0, 2)).toEqual(['lemma by structural induction', 'lemma by functional induction'])
})

it('has nothing for a law without data', () => {
  expect(proofs({ names: ['p'] })).toEqual([])
})
