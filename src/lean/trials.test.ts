/** Computing instead of proving: counterexamples, conjectures that fail, equations that seem to hold. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { chooseToolchain, Dojo, LeanPool } from './index.ts'

let pool: LeanPool
beforeAll(async () => {
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
  await pool.warm()
})
afterAll(() => pool.close())

const LISTS = `inductive Chain (α : Type) where
  | nil
  | cons (x : α) (rest : Chain α)
def join {α : Type} : Chain α → Chain α → Chain α
  | .nil, b => b
  | .cons x a, b => .cons x (join a b)
def turn {α : Type} : Chain α → Chain α
  | .nil => .nil
  | .cons x a => join (turn a) (.cons x .nil)
def size {α : Type} : Chain α → Nat
  | .nil => 0
  | .cons _ a => size a + 1
def rising : Chain Nat → Bool
  | .nil => true
  | .cons _ .nil => true
  | .cons x (.cons y a) => decide (x < y) && rising (.cons y a)`

const open = (statement: string, preamble = LISTS) => Dojo.open(pool, { statement, preamble })

describe('a counterexample', () => {
  it('is found though a condition rules out all small values', async () => {
    await using dojo = await open('∀ a : Chain Nat, rising a = true → size a < 4')
    const trial = await dojo.counterexample(dojo.root, { timeoutMs: 60_000 })
    const text = 'Chain.cons 0 (Chain.cons 1 (Chain.cons 2 (Chain.cons 3 Chain.nil)))'
    expect(trial?.counterexample).toEqual([{ kind: 'data', name: 'a', text }, { kind: 'proof' }])
  })

  it('is looked for no longer than the CPU time it may take', async () => {
    await using dojo = await open('∀ a b : Chain Nat, size (turn (join a b)) = size (join b a)')
    const brief = await dojo.counterexample(dojo.root, { cpuMillis: 1, limit: 300, timeoutMs: 60_000 })
    const long = await dojo.counterexample(dojo.root, { cpuMillis: 60_000, limit: 300, timeoutMs: 60_000 })
    expect(brief).toMatchObject({ counterexample: null })
    expect(brief?.tried).toBeLessThan(long?.tried ?? 0)
  })

  it('comes with what both sides come to', async () => {
    const preamble = `inductive Shape where
  | tip
  | fork (l r : Shape)
def Shape.forks : Shape → Nat
  | .tip => 0
  | .fork l r => l.forks + r.forks + 1
def Shape.full : Shape → Bool
  | .tip => true
  | .fork l r => l.full && r.full && l.forks == r.forks`
    await using dojo = await open('∀ t : Shape, t.full = true → t.forks ≠ 3', preamble)
    const trial = await dojo.counterexample(dojo.root, { timeoutMs: 60_000 })
    expect(trial?.sides).toEqual(['3', '3'])
    expect(trial?.counterexample?.[0]).toMatchObject({ kind: 'data', name: 't' })
  })

  it('is found where functions recurse on a measure, types are mutual, and values carry proofs', async () => {
    const preamble = `def half (n : Nat) : Nat := if n < 2 then 0 else half (n - 2) + 1
termination_by n
def quarter (n : Nat) : Nat := half (half n)
mutual
inductive Stm where
  | inc
  | both (b : Block)
inductive Block where
  | nil
  | cons (s : Stm) (b : Block)
end
mutual
def Stm.run (n : Nat) : Stm → Nat
  | .inc => n + 1
  | .both b => b.run n
def Block.run (n : Nat) : Block → Nat
  | .nil => n
  | .cons s b => b.run (s.run n)
end`
    const found = async (statement: string) => {
      await using dojo = await open(statement, preamble)
      const trial = await dojo.counterexample(dojo.root, { timeoutMs: 60_000 })
      return trial?.counterexample?.map((given) => (given.kind === 'data' ? given.text : given.kind))
    }
    expect(await found('∀ n : Nat, quarter n < 2')).toEqual(['8'])
    expect(await found('∀ s : Stm, s.run 0 ≤ 1')).toEqual([expect.stringMatching(/both .*cons.*cons/)])
    expect(await found('∀ i : Fin 4, i.val < 3')).toEqual(['⟨3, orch_proof⟩'])
  })

  it('gives types and instances a value too', async () => {
    await using dojo = await open('∀ (α : Type) [DecidableEq α] (a b : Chain α), join a b = join b a')
    const trial = await dojo.counterexample(dojo.root, { timeoutMs: 60_000 })
    expect(trial?.counterexample?.slice(0, 2)).toEqual([
      { kind: 'fixed', text: 'Nat' },
      { kind: 'fixed', text: 'inferInstance' },
    ])
  })

  it('is not there for a true statement', async () => {
    await using dojo = await open('∀ (α : Type) (a : Chain α), turn (turn a) = a')
    expect(await dojo.counterexample(dojo.root, { limit: 50, timeoutMs: 60_000 })).toMatchObject({
      unknown: 0,
      counterexample: null,
    })
  })

  it('is unknown where nothing can be computed', async () => {
    await using dojo = await open('∀ n : Nat, secret n = n', 'opaque secret : Nat → Nat')
    const trial = await dojo.counterexample(dojo.root, { timeoutMs: 60_000 })
    expect(trial).toMatchObject({ counterexample: null })
    expect(trial?.unknown).toBe(trial?.tried)
  })
})

describe('a variable that stands in several places', () => {
  const apart = async (intros: string, statement: string) => {
    await using dojo = await open(statement)
    const opened = await dojo.runTactic(dojo.root, intros)
    if (opened.kind !== 'open') throw new Error('cannot introduce')
    return (await dojo.occurrences(opened.state, { most: 2, timeoutMs: 60_000 })).laws
  }

  it('is told apart on each side where what the goal says then still holds', async () => {
    const goal = '∀ (p : Type) (a b : Chain p), join (join a a) b = join a (join a b)'
    expect(await apart('intro p a b', goal)).toEqual([
      { variable: 'a', other: "a'", law: "∀ (a' : Chain p), join (join a a') b = join a (join a' b)" },
    ])
  })

  it('stays as it is where small values deny that, or the goal is no plain equation', async () => {
    expect(await apart('intro a', '∀ a : Chain Nat, join a (turn a) = turn (join a (turn a))')).toEqual([])
    expect(await apart('intro a', '∀ a : Chain Nat, join a a = a → a = a')).toEqual([])
    expect(await apart('intro a b', '∀ a b : Chain Nat, join a b = join a b')).toEqual([])
  })
})

it('finds the laws of the functions behind a goal', async () => {
  await using dojo = await open('∀ (α : Type) (a b : Chain α), size (turn (join a b)) = size a + size b')
  const opened = await dojo.runTactic(dojo.root, 'intro α a b')
  if (opened.kind !== 'open') throw new Error('cannot introduce')
  const { equations } = await dojo.explore(opened.state, { timeoutMs: 60_000 })
  const laws = equations.map(({ statement }) => statement)
  expect(laws).toEqual(
    expect.arrayContaining([
      '∀ (x1 : Chain α), join x1 Chain.nil = x1',
      '∀ (x1 : Chain α), turn (turn x1) = x1',
      '∀ (x1 : Chain α), size (turn x1) = size x1',
    ]),
  )
  const [unit] = equations.filter(({ statement }) => statement.endsWith('join x1 Chain.nil = x1'))
  expect(unit).toMatchObject({ names: ['x1'], data: ['x1'], conditional: false, instance: null })
})

it('names the lemmas that a proof does not use', async () => {
  await using dojo = await open('∀ n : Nat, n + 0 = n', '')
  const script = `intro n
have lem1 : 1 = 1 := by rfl
have lem2 : ∀ m : Nat, m + 0 = m := by intro m; rfl
have lem3 : 1 = 1 ∧ True := by exact ⟨lem1, trivial⟩
exact lem2 n`
  const done = await dojo.runTactic(dojo.root, script)
  if (done.kind !== 'closed') throw new Error('not proved')
  expect(await dojo.unusedLemmas(done.state)).toEqual(['lem1', 'lem3'])
})
