import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tacticProofs } from '../goal/index.ts'
import { leanForTests } from '../lean/test-lean.ts'
import { type TracedTheorem, theoremNamed, traceFile } from './trace.ts'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'Steps.lean'), 'utf8')

const lean = leanForTests()

async function traced(file: string): Promise<TracedTheorem[]> {
  const theorems: TracedTheorem[] = []
  for await (const one of traceFile(lean.pool, file, new AbortController().signal)) theorems.push(one)
  return theorems
}

it('gives a row for every tactic, each from where the one before ended', async () => {
  const theorems = await traced(text)
  expect(theorems.map(({ name, why, rows }) => [name, why, rows.length])).toEqual([
    ['double_eq', undefined, 1],
    ['swap', undefined, 4],
  ])
  const rows = theorems[1]?.rows ?? []
  expect(rows[0]).toMatchObject({ step: 0, tactic: 'obtain ⟨hp, hq⟩ := h' })
  expect(rows[0]?.state[0]).toContain('h : p ∧ q')
  for (const [index, row] of rows.entries()) expect(row.next_state).toEqual(rows[index + 1]?.state ?? [])
})

it('says where a proof stops that does not hold', async () => {
  const wrong = 'theorem t (n : Nat) : n = n + 1 := by\n  cases n\n  rfl\n'
  const [theorem] = await traced(wrong)
  expect(theorem?.rows).toHaveLength(1)
  expect(theorem?.why).toContain('rfl')
})

it('proves theorems of the library again, over the library', async () => {
  // As a file of the library has it: declarations that every environment has already, scopes, `open … in`.
  const library = [
    'prelude',
    'import Init.Core',
    '/-! About `and`. -/',
    'namespace Nat',
    'variable {k : Nat}',
    'protected theorem add_zero (n : Nat) : n + 0 = n := by',
    '  rfl',
    'section Order',
    'open Nat in',
    'theorem le_of_eq {n m : Nat} (p : n = m) : n ≤ m := by',
    '  subst p',
    '  exact Nat.le_refl n',
    'end Order',
    'end Nat',
  ].join('\n')
  const theorems = await traced(library)
  expect(theorems.map(({ name, why, rows }) => [name, why, rows.length])).toEqual([
    ['add_zero', undefined, 1],
    ['le_of_eq', undefined, 2],
  ])
  expect(theorems[1]?.rows[0]?.state[0]).toContain('⊢ n ≤ m')
}, 60_000)

it('finds the proofs by tactics, and where each stands', () => {
  expect(tacticProofs(text).map(({ name, line }) => [name, line])).toEqual([
    ['double_eq', 8],
    ['swap', 15],
  ])
  expect(
    tacticProofs('theorem t (h : a := by b) : c := by\n  simp\n  rfl').map(({ script }) => script),
  ).toEqual(['simp\nrfl'])
  expect(tacticProofs('theorem t : c := by simp').map(({ script }) => script)).toEqual(['simp'])
})

it('finds a theorem by its name, with or without its namespace', () => {
  for (const name of ['term_proof', 'Steps.term_proof'])
    expect(theoremNamed(text, name)).toMatchObject({
      statement: 'theorem term_proof : 1 + 1 = 2',
      imports: [],
    })
  expect(theoremNamed(text, 'double')).toBeUndefined()
})
