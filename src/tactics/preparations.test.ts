/** What is made of a case in which an induction is stuck. */
import { expect, it } from 'vitest'
import {
  BY_HYPOTHESES,
  type Case,
  generalisation,
  PREPARATIONS,
  preparations,
  SIMPLIFIED,
} from './preparations.ts'
import { namesOf } from './table.ts'
import { call, data, equation, goalWith, hypothesis, stateOf, surveyWith } from './test-goals.ts'

const caseWith = (
  hypotheses: readonly ReturnType<typeof hypothesis>[],
  calls: ReturnType<typeof call>[] = [],
): Case => ({
  state: stateOf(goalWith(hypotheses)),
  survey: surveyWith({ calls, definitions: [{ name: 'f', recursive: true }] }),
})

const twice = (text: string) => call(text, { count: 2 })

const TWO = caseWith([equation('ih1'), equation('ih2'), hypothesis('small')])

it('uses the newest equations, forwards and backwards, and then forgets them', () => {
  const texts = preparations(BY_HYPOTHESES, TWO).map(({ text }) => text)
  expect(texts[0]).toBe('try simp only [f]\nsimp only [← ih1, ← ih2]\nclear ih1 ih2')
  expect(texts).toContain('try simp only [f]\nrw [ih2]\nclear ih2')
  expect(texts).toContain('try simp only [f]\nconv => rhs; rw [← ih1]\nclear ih1')
  expect(texts).toContain('try simp only [f]\nrw [funext ih1]')
  expect(texts.join('\n')).not.toContain('small')
})

it('only simplifies where no hypothesis is an equation', () => {
  const texts = preparations(namesOf(PREPARATIONS), caseWith([hypothesis('small')])).map(({ text }) => text)
  expect(texts).toEqual(['simp_all [f]'])
})

it('forgets the hypotheses of an induction, as Lean names them, and no condition', () => {
  const names = ['tail_ih', 'ih1', 'a', 'h', 'a_2', 'with_a']
  const [made] = preparations(SIMPLIFIED, caseWith(names.map((name) => hypothesis(name))))
  expect(made?.text.split('\n')).toEqual([
    'simp_all [f]',
    ...['tail_ih', 'ih1', 'a', 'a_2'].map((name) => `try clear ${name}`),
  ])
})

it('every row is in one of the two groups', () => {
  expect([...BY_HYPOTHESES, ...SIMPLIFIED].toSorted()).toEqual(namesOf(PREPARATIONS).toSorted())
})

it('forgets repeated calls, the larger ones first, under names that are free', () => {
  const calls = [twice('g x'), twice('f (g x)'), call('h x'), twice('c')]
  const at = caseWith([data('v')], calls)
  expect(generalisation(at)).toBe('try generalize f (g x) = w at *\ntry generalize g x = u at *')
  expect(generalisation(caseWith([], [call('h x')]))).toBeUndefined()
})
