import { describe, expect, it } from 'vitest'
import { nameInText } from '../goal/index.ts'
import { applyToText } from './edits.ts'
import { extractLemmas, lemmaNames } from './helper-lemmas.ts'
import { blanksBefore, placeScript } from './place-script.ts'
import { proofSpan } from './proof-span.ts'
import { statementText } from './statement-text.ts'
import { TextLines } from './text-lines.ts'
import { TIDY_RULES } from './tidy-rules.ts'

/** A text with a script where `sorry` stands. */
function filled(text: string, script: string, isTactic = true): string {
  const lines = new TextLines(text)
  const from = text.indexOf('sorry')
  const line = text.slice(0, from).split('\n').length
  const column = [...(text.slice(0, from).split('\n').at(-1) ?? '')].length
  const span = lines.span({ line, column }, { line, column: column + 5 })
  expect([span.from, span.to]).toEqual([from, from + 5])
  expect(span.fromByte).toBe(Buffer.byteLength(text.slice(0, from)))
  const replacement = placeScript(text, { span, isTactic }, script)
  const start = blanksBefore(text, span.from, replacement)
  return applyToText(text, [{ module: '', from: start, to: span.to, text: replacement, hole: '' }])
}

describe('a script in the place of a hole', () => {
  it.each<[string, string, string, string]>([
    ['one tactic stays on its line', 't := by sorry\n', 'omega', 't := by omega\n'],
    ['several begin a block', 't := by sorry\n', 'intro x\nsimp', 't := by\n  intro x\n  simp\n'],
    [
      'a line of its own keeps its margin',
      't := by\n    sorry\n',
      'intro x\nsimp',
      't := by\n    intro x\n    simp\n',
    ],
    ['a bullet keeps its column', '  · sorry\n', 'intro x\nsimp', '  · intro x\n    simp\n'],
    ['a case begins a block', '  | nil => sorry\n', 'intro x\nsimp', '  | nil =>\n    intro x\n    simp\n'],
    [
      'lines end as in the file',
      'a\r\nt := by sorry\r\n',
      'intro x\nsimp',
      'a\r\nt := by\r\n  intro x\r\n  simp\r\n',
    ],
    ['wide letters count once', '  𝔸 α; · sorry\n', 'a\nb', '  𝔸 α; · a\n         b\n'],
  ])('%s', (_, text, script, result) => {
    expect(filled(text, script)).toBe(result)
  })

  it.each<[string, string, string]>([
    ['t : p := sorry\n', 'omega', 't : p := by omega\n'],
    ['t : p := sorry\n', 'intro x\nomega', 't : p := by\n  intro x\n  omega\n'],
    ['exact f sorry x\n', 'omega', 'exact f (by omega) x\n'],
    ['⟨1, sorry⟩\n', 'omega', '⟨1, by omega⟩\n'],
  ])('is a term where a term stands: %s', (text, script, result) => {
    expect(filled(text, script, false)).toBe(result)
  })
})

describe('helper lemmas', () => {
  const script =
    'intro n\nhave lem1 : ∀ x, f x = x := by\n  intro x\n  simp\nhave lem2 : ∀ x, g x = x := by\n  grind\nsimp_all'

  it('go out of the proof under names that nobody has', () => {
    const names = lemmaNames('foo_aux', (name) => name === 'foo_aux1')
    const { lemmas, script: rest } = extractLemmas(script, names)
    expect(lemmas.map(({ text }) => text)).toEqual([
      "theorem foo_aux1' : ∀ x, f x = x := by\n  intro x\n  simp",
      "theorem foo_aux2 : ∀ x, g x = x := by\n  have lem1 := @foo_aux1'\n  grind",
    ])
    expect(rest).toBe("intro n\nhave lem1 := @foo_aux1'\nhave lem2 := @foo_aux2\nsimp_all")
  })

  it('declare the universes that Lean named', () => {
    const stated = 'have lem1 : ∀ {α : Type u_1} (x : α) (u_2x : Type u), x = x := by\n  simp\nsimp'
    expect(extractLemmas(stated, () => 'foo_aux1').lemmas[0]?.text).toBe(
      'theorem foo_aux1.{u_1} : ∀ {α : Type u_1} (x : α) (u_2x : Type u), x = x := by\n  simp',
    )
  })

  it('are not made of other steps', () => {
    expect(extractLemmas('have h := foo\nhave k : p := by simp\nexact h', String)).toMatchObject({
      lemmas: [],
    })
  })

  it.each([
    ['@[simp] theorem Foo.bar (n : Nat) : p := by', 'Foo.bar'],
    ['private lemma «odd name» : p := by', '«odd name»'],
    ['instance : Inhabited α := ⟨sorry⟩', undefined],
    ["theorem t' {α : Type} : p", "t'"],
  ])('are named after %j', (command, name) => {
    expect(nameInText(command)).toBe(name)
  })
})

describe('a declaration', () => {
  it('says where its proof stands', () => {
    const command = 'theorem t (h : a := by decide) : -- := by\n    p := by\n  intro x\n  simp'
    expect(proofSpan(command)).toMatchObject({ script: 'intro x\nsimp', to: command.length })
    expect(proofSpan('theorem t : p := by simp\n')?.script).toBe('simp')
    expect(proofSpan('theorem t : p := foo')).toBeUndefined()
    expect(proofSpan('theorem t : p\n  | 0 => by simp')).toBeUndefined()
  })

  it('is a statement with what is put before it alone', () => {
    expect(statementText('open Nat in\nset_option foo true in\ntheorem t : p := sorry')).toEqual({
      front: ['open Nat', 'set_option foo true'],
      statement: 'theorem t : p := sorry',
    })
    expect(statementText('/-- doc -/\n@[simp] theorem t : p := sorry')?.front).toEqual([])
    expect(statementText('private theorem t : p := sorry')).toBeUndefined()
    expect(statementText('def f : Nat := sorry')).toBeUndefined()
  })
})

/** What each rule is good for: a proof, and one that it offers instead. */
const TIDY: Readonly<Record<string, readonly [string, string]>> = {
  'a procedure where something plain will do': ['omega', 'assumption'],
  'one of several alternatives': [
    'induction n <;> (first | grind [f] | (simp_all; done))',
    'induction n <;> grind [f]',
  ],
  'names as they are known where they stand': ['simp [Foo.f, Foo.Bar.g, XFoo.h]', 'simp [f, Bar.g, XFoo.h]'],
  'names that no list of rules needs': ['cases x\nsimp [f, g]\ngrind [g, h]', 'cases x\nsimp [f]\ngrind [h]'],
  'a second name for a lemma': ['have lem1 := @foo\nsimp\nrw [lem1]', 'simp\nrw [foo]'],
  'the same step for every case': ['cases x\nsimp\nsimp', 'cases x <;> simp'],
  'a bullet for each case that one step closes': [
    'intro x\ninduction x\nomega\nrename_i y\nsimp [f]',
    'intro x\ninduction x\n· omega\nrename_i y\n· simp [f]',
  ],
  'lines that only bring something into view': ['have lem1 := @foo\nsimp', 'simp'],
  'helper lemmas that nothing mentions': ['simp', 'simp'],
  'assumptions that are not asked for': ['apply foo <;> assumption', 'apply foo'],
  'intros before what introduces by itself': ['intros; rfl', 'rfl'],
  'trying what works': ['try simp only [f]\nrfl', 'simp only [f]\nrfl'],
  'lists of rules that are not needed': ['grind [f, g]', 'grind [g]'],
}

describe('tidying', () => {
  it('has an example for every rule', () => {
    expect(Object.keys(TIDY)).toEqual(TIDY_RULES.map(({ name }) => name))
  })

  it.each(TIDY_RULES)('offers $name', ({ name, ways }) => {
    const [script, tidier] = TIDY[name] ?? ['', '']
    const lemmas = [{ name: 'unused', text: 'theorem unused : p := trivial' }]
    const offered = ways({ script, lemmas }, ['Foo'])
    expect(offered.map((way) => way.script)).toContain(tidier)
    if (script === tidier) expect(offered).toEqual([{ script, lemmas: [] }])
  })

  it('takes names out of all lists at once: all, the later half, the earlier one, and so on', () => {
    const rule = TIDY_RULES.find(({ name }) => name === 'names that no list of rules needs')
    const script = 'simp_all [a, b] <;> grind (splits := 3) [b, c]'
    expect(rule?.ways({ script, lemmas: [] }, []).map((way) => way.script)).toEqual([
      'simp_all <;> grind (splits := 3)',
      'simp_all [a] <;> grind (splits := 3)',
      'simp_all [b] <;> grind (splits := 3) [b, c]',
      'simp_all [a, b] <;> grind (splits := 3) [b]',
      'simp_all [a] <;> grind (splits := 3) [c]',
      'simp_all [b] <;> grind (splits := 3) [b, c]',
    ])
  })

  it('knows alternatives that are a step of their own', () => {
    const rule = TIDY_RULES.find(({ name }) => name === 'one of several alternatives')
    const script = 'first | (apply foo <;> assumption) | (symm; apply foo)'
    expect(rule?.ways({ script, lemmas: [] }, []).map((way) => way.script)).toEqual([
      'apply foo <;> assumption',
      '(apply foo <;> assumption)',
      'symm; apply foo',
      '(symm; apply foo)',
    ])
  })

  it('then looks at every list by itself', () => {
    const rule = TIDY_RULES.find(({ name }) => name === 'lists of rules that are not needed')
    const script = 'simp_all [a, b] <;> grind (splits := 3) [e]'
    expect(rule?.ways({ script, lemmas: [] }, []).map((way) => way.script)).toEqual([
      'simp_all <;> grind (splits := 3) [e]',
      'simp_all [b] <;> grind (splits := 3) [e]',
      'simp_all [a] <;> grind (splits := 3) [e]',
      'simp_all [a, b] <;> grind (splits := 3)',
    ])
  })
})
