import { describe, expect, it } from 'vitest'
import { Dojo, type GoalInput, type Survey } from '../lean/index.ts'
import { leanForTests } from '../lean/test-lean.ts'
import { byExperience, CLOSERS, type CloserName, closers, WHOLE_CLOSERS } from './closers.ts'
import { INDUCTIONS, inductions } from './inductions.ts'
import { namesOf } from './table.ts'

const lean = leanForTests()

async function surveyOf(input: GoalInput): Promise<Survey> {
  await using dojo = await Dojo.open(lean.pool, input)
  const opened = await dojo.runTactic(dojo.root, 'set_option tactic.hygienic false in intros')
  const survey = await dojo.survey(opened.kind === 'open' ? opened.state : dojo.root)
  if (!survey) throw new Error('Lean says nothing about the goal')
  return survey
}

const textsOf = (names: readonly CloserName[], survey: Survey) =>
  closers(names, survey).map(({ text }) => text)

const NUMBERS = `inductive N where
  | zero : N
  | next : N → N
def most : N → N → N
  | .zero, y => y
  | .next x, .zero => .next x
  | .next x, .next y => .next (most x y)`
const LISTS = `inductive Held (a : Type) where
  | none : Held a
  | also : a → Held a → Held a
def largest : Held N → N
  | .none => .zero
  | .also x xs => most x (largest xs)`

it('a witness is made of what is there, and of what hypotheses say to exist', async () => {
  const preamble = 'def divides (a b : Nat) : Prop := ∃ k, b = a * k'
  const statement = '∀ a b c : Nat, divides a b → divides a c → divides a (b + c)'
  await using dojo = await Dojo.open(lean.pool, { preamble, statement })
  const opened = await dojo.runTactic(dojo.root, 'intro a b c h k')
  if (opened.kind !== 'open') throw new Error('the goal does not open')
  const survey = await dojo.survey(opened.state)
  const [sum] = survey ? inductions(['witness'], survey) : []
  expect(sum?.text).toContain('refine ⟨of_h + of_k, ?_⟩')
  const reached = await dojo.runTactic(opened.state, sum?.text ?? '')
  expect(reached.kind).toBe('open')
  if (reached.kind === 'open') expect((await dojo.runTactic(reached.state, 'grind')).kind).toBe('closed')
})

describe('what the user has proved, or has as axioms of a class,', () => {
  const preamble = `class Below (α : Type) where
  rel : α → α → Prop
  refl : ∀ a, rel a a
  antisymm : ∀ a b, rel a b → rel b a → a = b
theorem weaken (p q : Prop) (h : p) : q → p := fun _ => h
theorem of_eq {α : Type} [Below α] (a b : α) (h : a = b) : Below.rel a b := h ▸ Below.refl a`
  const statement = '∀ {α : Type} [Below α] (a b : α), (∀ c, Below.rel c a ↔ Below.rel c b) → a = b'

  it('comes before what is about anything, and is no rewriting rule if it equates any two values', async () => {
    const survey = await surveyOf({ preamble, statement })
    expect(survey.theorems.at(-1)).toBe('weaken')
    const [simplify] = textsOf(['simp_all'], survey)
    expect(simplify).toContain('Below.refl')
    expect(simplify).not.toContain('antisymm')
    expect(simplify).not.toContain('weaken')
    const [grind] = textsOf(['grind'], { ...survey, patternless: ['weaken'] })
    expect(grind).toContain('Below.antisymm')
    expect(grind).not.toContain('weaken')
  })

  it('leads backwards from the goal', async () => {
    const survey = await surveyOf({ preamble, statement })
    expect(inductions(['by an own theorem'], survey).map(({ text }) => text)).toContain(
      'apply Below.antisymm',
    )
  })
})

describe('closers', () => {
  it('take apart the data of the goal, and not the elements of what holds some', async () => {
    const statement = '∀ x y : N, most x y = most y x'
    const [numbers] = textsOf(['grind, data split'], await surveyOf({ preamble: NUMBERS, statement }))
    expect(numbers).toContain('cases N')
    const goal = {
      preamble: `${NUMBERS}\n${LISTS}`,
      statement: '∀ (x : N) (xs : Held N), largest (.also x xs) = most x (largest xs)',
    }
    const [held] = textsOf(['grind, data split'], await surveyOf(goal))
    expect(held).toContain('cases Held')
    expect(held).not.toContain('cases N]')
    expect(held).not.toContain('cases N,')
  })

  it('have no row for data where the user has none of their own, and say nothing twice', async () => {
    const survey = await surveyOf({ statement: '∀ xs : List Nat, xs.reverse.reverse = xs' })
    expect(textsOf(['grind, data split'], survey)).toEqual([])
    const texts = textsOf(WHOLE_CLOSERS, survey)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('take one constructor off each variable, whichever are left', async () => {
    const survey = await surveyOf({ preamble: NUMBERS, statement: '∀ x y : N, most x y = most y x' })
    expect(textsOf(['cases of all; simp_all'], survey)).toEqual([
      '(try cases x) <;> (try cases y) <;> simp_all [most]',
    ])
    const one = await surveyOf({ preamble: NUMBERS, statement: '∀ x : N, most x x = x' })
    expect(textsOf(['cases of all; simp_all'], one)).toEqual([])
  })

  it('speak of numbers only where there are some', async () => {
    const without = await surveyOf({ preamble: NUMBERS, statement: '∀ x : N, most x x = x' })
    expect(textsOf(['simp_all; omega'], without)).toEqual([])
    const numbers = await surveyOf({ statement: '∀ n : Nat, n + 0 = n' })
    expect(textsOf(['simp_all; omega'], numbers)).toEqual(['simp_all <;> omega'])
  })

  it('that worked before come first', async () => {
    const survey = await surveyOf({ statement: '∀ n : Nat, n + 0 = n' })
    const sorted = byExperience(closers(WHOLE_CLOSERS, survey), ['omega'])
    expect(sorted[0]?.text).toBe('omega')
    expect(sorted).toHaveLength(closers(WHOLE_CLOSERS, survey).length)
  })
})

describe('inductions', () => {
  it('keep everything else general, and follow functions', async () => {
    const survey = await surveyOf({ preamble: NUMBERS, statement: '∀ x y : N, most x y = most y x' })
    const texts = inductions(namesOf(INDUCTIONS), survey).map(({ text }) => text)
    expect(texts).toContain('induction x generalizing y')
    expect(texts).toContain('fun_induction (most x y)')
    expect(texts).toContain('cases y')
  })

  it('are on proofs of predicates, too, and not on data that is a predicate', async () => {
    const preamble = `inductive Even : Nat → Prop where
  | zero : Even 0
  | step {n} : Even n → Even (n + 2)`
    const survey = await surveyOf({ preamble, statement: '∀ n : Nat, Even n → ∃ k, n = 2 * k' })
    const named = { ...survey, variables: survey.variables.map((one) => ({ ...one, isAccessible: true })) }
    expect(inductions(['on a proof'], named)).toHaveLength(1)
    expect(inductions(['structural'], named)).toHaveLength(1)
  })
})

it('every row of the tables has tactics or a reason to have none', async () => {
  const survey = await surveyOf({ preamble: NUMBERS, statement: '∀ x y : N, most x y = most y x' })
  for (const name of namesOf(CLOSERS)) {
    const texts = textsOf([name], survey)
    if (name !== 'simp_all; omega') expect(texts.length, name).toBeGreaterThan(0)
  }
})
