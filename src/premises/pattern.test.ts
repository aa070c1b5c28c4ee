import { describe, expect, it } from 'vitest'
import { fitOf, hasHoles, patternOfGoal, readPattern } from './pattern.ts'
import { kindOfQuery } from './query.ts'
import { readTerm } from './term.ts'

const THEOREMS = [
  ['Nat.add_comm', '∀ (n m : Nat), n + m = m + n', 'Nat HAdd.hAdd'],
  ['Int.add_comm', '∀ (a b : Int), a + b = b + a', 'Int HAdd.hAdd'],
  ['Nat.add_assoc', '∀ (n m k : Nat), n + m + k = n + (m + k)', 'Nat HAdd.hAdd'],
  ['Nat.sub_eq_zero_of_le', '∀ {n m : Nat}, n ≤ m → n - m = 0', 'Nat HSub.hSub'],
  [
    'List.map_map',
    '∀ {α β γ : Type} {g : β → γ} {f : α → β} {l : List α},\n  List.map g (List.map f l) = List.map (g ∘ f) l',
    'List.map',
  ],
  [
    'List.length_append',
    '∀ {α : Type u} {as bs : List α}, (as ++ bs).length = as.length + bs.length',
    'List.length',
  ],
  ['String.length_append', '∀ (s t : String), (s ++ t).length = s.length + t.length', 'String.length'],
  ['List.any_eq', '∀ {l : List α} {p : α → Bool}, l.any p = !l.all fun x => !p x', 'List.any List.all'],
] as const

function matches(text: string): string[] {
  const pattern = readPattern(text)
  if (!pattern) return ['not a pattern']
  return THEOREMS.filter(([name, statement, constants]) =>
    fitOf(pattern, { name, statement, constants: new Set(constants.split(' ')) }),
  ).map(([name]) => name)
}

describe('a pattern', () => {
  it.each([
    ['n + m = m + n', ['Nat.add_comm', 'Int.add_comm']],
    ['?x + ?y = ?y + ?x', ['Nat.add_comm', 'Int.add_comm']],
    ['(n : Nat) + m = m + n', ['Nat.add_comm']],
    ['_ + _ = _ + _', ['Nat.add_comm', 'Int.add_comm', 'Nat.add_assoc']],
    ['?x + ?x = _', []],
    ['List.map _ (List.map _ _)', ['List.map_map']],
    ['map _ (map _ _)', ['List.map_map']],
    ['List.length (_ ++ _)', ['List.length_append']],
    ['(xs ++ ys).length', ['List.length_append', 'String.length_append']],
    ['a ≤ b → a - b = 0', ['Nat.sub_eq_zero_of_le']],
    ['b >= a -> a - b = 0', ['Nat.sub_eq_zero_of_le']],
    ['b ≤ a → a - b = 0', []],
    ['0 = a - b', ['Nat.sub_eq_zero_of_le']],
    ['⊢ _ - _', []],
    ['List.length', ['List.length_append']],
    ['"add_", Nat', ['Nat.add_comm', 'Nat.add_assoc']],
    ['_ + _, "assoc"', ['Nat.add_assoc']],
    ['l.any _', ['List.any_eq']],
  ])('%s fits %j', (text, names) => {
    expect(matches(text)).toEqual(names)
  })

  it('prefers the whole conclusion, and variables of the same name', () => {
    const fitAt = (text: string, at: number) => {
      const [name, statement, constants] = THEOREMS[at] ?? THEOREMS[0]
      const pattern = readPattern(text)
      return pattern && fitOf(pattern, { name, statement, constants: new Set(constants.split(' ')) })
    }
    expect(fitAt('n + m = m + n', 0)).toEqual({ place: 0, sharedNames: 2 })
    expect(fitAt('n + m = m + n', 1)).toEqual({ place: 0, sharedNames: 0 })
    expect(fitAt('0 = n - m', 3)).toMatchObject({ place: 1 })
    expect(fitAt('m + n', 0)).toMatchObject({ place: 2 })
    expect(fitAt('n ≤ m', 3)).toMatchObject({ place: 3 })
  })

  it('of a goal takes its local names for holes', () => {
    const pattern = patternOfGoal('count total : Nat\nh : count = 0\n⊢ count + total = total + count')
    const [name, statement] = THEOREMS[0]
    expect(pattern && fitOf(pattern, { name, statement, constants: new Set() })).toMatchObject({ place: 0 })
  })
})

describe('what is asked for', () => {
  it.each([
    ['reverse append', 'words'],
    ['le of lt', 'words'],
    ['Nat.add_comm', 'words'],
    ['List.length, List.map', 'pattern'],
    ['_ + _', 'pattern'],
    ['n + m = m + n', 'pattern'],
    ['xs.reverse.reverse = xs', 'pattern'],
    ['∀ n m : Nat, n + m = m + n', 'goal'],
    ['theorem t (a b : Nat) : a + b = b + a', 'goal'],
    ['∀ p : Prop, p → p', 'goal'],
    ['∀ n : Nat, n = (', 'goal'],
  ])('%s is %s', (text, kind) => {
    expect(kindOfQuery(text)).toBe(kind)
  })

  it.each(['', '_', '(((', ')', '∀', '∀ x', 'fun', '⟨', 'a . b', '?', '[', 'if', '{ x := 1', '"', ', ,'])(
    'may be nonsense: %j',
    (text) => {
      expect(() => [readTerm(text), readPattern(text), hasHoles(text)]).not.toThrow()
    },
  )
})
