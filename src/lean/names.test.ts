/** Names that a survey hands out for lists of rules: each means the user's constant, whatever else has its name. */
import { describe, expect, it } from 'vitest'
import { Dojo } from './dojo.ts'
import { leanForTests } from './test-lean.ts'

const lean = leanForTests()

interface Named {
  readonly definitions: readonly string[]
  readonly theorems: readonly string[]
  /** Whether Lean takes them all as rules. */
  readonly areRules: boolean
}

async function namesIn(preamble: string, statement: string, intro: string): Promise<Named> {
  await using dojo = await Dojo.open(lean.pool, { preamble, statement })
  const opened = await dojo.runTactic(dojo.root, intro)
  if (opened.kind !== 'open') throw new Error(`the goal does not open: ${JSON.stringify(opened)}`)
  const survey = await dojo.survey(opened.state)
  const definitions = survey?.definitions.map(({ name }) => name) ?? []
  const theorems = survey?.theorems ?? []
  const rules = [...definitions, ...theorems].join(', ')
  const used = await dojo.runTactic(opened.state, `have : True := by grind only [${rules}]`)
  const unfolded = await dojo.runTactic(opened.state, `have : True := by simp [${rules}]`)
  return { definitions, theorems, areRules: used.kind === 'open' && unfolded.kind === 'open' }
}

const recursive = (name: string): string =>
  `def ${name} : Nat → Nat → Nat\n  | 0, y => y\n  | x + 1, y => ${name} x y + 1`

describe('names', () => {
  it.each([
    ['an exported name of the library', recursive('max'), '_root_.max'],
    ['another one', recursive('min'), '_root_.min'],
    ['one that is not exported', recursive('append'), 'append'],
    ['a name in an open namespace', `${recursive('A.f')}\n${recursive('f')}\nopen A`, '_root_.f'],
    ['a name in the namespace of the goal', `${recursive('g')}\nnamespace A\n${recursive('g')}`, '_root_.g'],
  ])('are unique beside %s', async (_, preamble, expected) => {
    const found = await namesIn(preamble, `∀ x y : Nat, ${expected} x y = x + y`, 'intro x y')
    expect(found).toEqual({ definitions: [expected], theorems: [], areRules: true })
  })

  it('are not those of hypotheses', async () => {
    const preamble = `${recursive('xs')}\n${recursive('x.f')}`
    const found = await namesIn(preamble, '∀ x y : Nat, _root_.xs x y = _root_.x.f x y', 'intro x xs')
    expect([found.definitions.toSorted(), found.areRules]).toEqual([['_root_.x.f', '_root_.xs'], true])
  })

  it('are all that the user has written, however Lean names what it makes', async () => {
    const preamble = `inductive N where | zero | next (n : N)
def N.elim : N → N | .zero => .zero | .next n => .next n.elim
def N.go : N → N | .zero => .zero | .next n => .next n.go
def below : N → N | .zero => .zero | .next n => .next (below n)
private def match_1 : N → N | .zero => .zero | .next n => .next (match_1 n)
theorem N.eq (n : N) : n.elim = n := by induction n <;> simp_all [N.elim]
theorem N.inj (n : N) : n.go = n := by induction n <;> simp_all [N.go]`
    const statement = '∀ n : N, n.elim = below (match_1 n.go)'
    const found = await namesIn(preamble, statement, 'intro n')
    expect(found.definitions.toSorted()).toEqual(['N.elim', 'N.go', 'below', 'match_1'])
    expect(found.theorems.toSorted()).toEqual(['N.eq', 'N.inj'])
    expect(found.areRules).toBe(true)
  })
})
