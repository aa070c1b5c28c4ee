/** What is made of a case in which an induction is stuck. */
import { expect, it } from 'vitest'
import type { DojoState, Survey } from '../lean/index.ts'
import {
  BY_HYPOTHESES,
  type Case,
  generalisation,
  PREPARATIONS,
  preparations,
  SIMPLIFIED,
} from './preparations.ts'
import { namesOf } from './table.ts'

const hypothesis = (name: string, type: string, isProof = true) => ({
  name,
  type,
  isProof,
  isAccessible: true,
  isInstance: false,
})

const call = (text: string, count: number) => ({
  text,
  function: text.split(' ')[0] ?? '',
  count,
  recursive: true,
  result: 'N',
  type: 'N',
  arguments: text.includes(' ') ? [{ text: 'x', type: 'N' }] : [],
  onVariables: true,
})

const caseWith = (
  hypotheses: ReturnType<typeof hypothesis>[],
  calls: ReturnType<typeof call>[] = [],
): Case => ({
  state: { id: 1, goals: [{ text: '', target: 'p', hypotheses }] } as unknown as DojoState,
  survey: {
    variables: [],
    calls,
    definitions: [{ name: 'f', recursive: true }],
    types: [],
    theorems: [],
    broad: [],
  } satisfies Survey,
})

const TWO = caseWith([
  hypothesis('ih1', 'f a = b'),
  hypothesis('ih2', 'f c = d'),
  hypothesis('small', 'a < b'),
])

it('uses the newest equations, forwards and backwards, and then forgets them', () => {
  const texts = preparations(BY_HYPOTHESES, TWO).map(({ text }) => text)
  expect(texts[0]).toBe('try simp only [f]\nsimp only [← ih1, ← ih2]\nclear ih1 ih2')
  expect(texts).toContain('try simp only [f]\nrw [ih2]\nclear ih2')
  expect(texts).toContain('try simp only [f]\nconv => rhs; rw [← ih1]\nclear ih1')
  expect(texts).toContain('try simp only [f]\nrw [funext ih1]')
  expect(texts.join('\n')).not.toContain('small')
})

it('only simplifies where no hypothesis is an equation', () => {
  const texts = preparations(namesOf(PREPARATIONS), caseWith([hypothesis('small', 'a < b')])).map(
    ({ text }) => text,
  )
  expect(texts).toEqual(['simp_all [f]'])
})

it('forgets the hypotheses of an induction, as Lean names them, and no condition', () => {
  const names = ['tail_ih', 'ih1', 'a', 'h', 'a_2', 'with_a']
  const [made] = preparations(SIMPLIFIED, caseWith(names.map((name) => hypothesis(name, 'p'))))
  expect(made?.text.split('\n')).toEqual([
    'simp_all [f]',
    ...['tail_ih', 'ih1', 'a', 'a_2'].map((name) => `try clear ${name}`),
  ])
})

it('every row is in one of the two groups', () => {
  expect([...BY_HYPOTHESES, ...SIMPLIFIED].toSorted()).toEqual(namesOf(PREPARATIONS).toSorted())
})

it('forgets repeated calls, the larger ones first, under names that are free', () => {
  const calls = [call('g x', 2), call('f (g x)', 2), call('h x', 1), call('c', 3)]
  const at = caseWith([hypothesis('v', 'N', false)], calls)
  expect(generalisation(at)).toBe('try generalize f (g x) = w at *\ntry generalize g x = u at *')
  expect(generalisation(caseWith([], [call('h x', 1)]))).toBeUndefined()
})
