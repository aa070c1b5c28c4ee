/** What becomes of a search tactic once it has found something. With the real Lean: tactic-talk.test.ts. */
import { describe, expect, it } from 'vitest'
import type { LeanMessage } from '../lean/index.ts'
import { withFindings } from './tactic-proof.ts'

const at = (column: number, length: number, line = 1) => ({
  start: { line, column },
  end: { line, column: column + length },
})

function proposing(text: string, column: number, length: number, line = 1): LeanMessage {
  return { severity: 'info', ...at(column, length, line), text }
}

describe('what a search tactic found', () => {
  it('stands in its place', () => {
    const found = [proposing('Try this:\n  [apply] exact Nat.add_comm a b', 0, 6)]
    expect(withFindings('exact?', found)).toBe('exact Nat.add_comm a b')
  })

  it('leaves what stands around it as it was', () => {
    const found = [proposing('Try this:\n  [apply] simp only [Nat.add_zero]', 13, 5)]
    expect(withFindings('constructor; simp? <;> rfl', found)).toBe(
      'constructor; simp only [Nat.add_zero] <;> rfl',
    )
  })

  it.each([
    ['simp? [f, g x] at h ⊢', 'simp only [f]'],
    ['simp? [f] <;> rfl', 'simp only [f] <;> rfl'],
    ['simp? [\n  f,\n  g]\nrfl', 'simp only [f]\nrfl'],
    ['simp? at h; rfl', 'simp only [f]; rfl'],
    ['simp? [f] -- as always', 'simp only [f] -- as always'],
  ])('takes the place of its arguments as well: %s', (tactic, expected) => {
    expect(withFindings(tactic, [proposing('Try this:\n  [apply] simp only [f]', 0, 5)])).toBe(expected)
    const inside = [proposing('Try this:\n  [apply] simp only [f]', 7, 5)]
    expect(withFindings('first |simp? [f] | (rfl)', inside)).toBe('first |simp only [f] | (rfl)')
    expect(withFindings('exact (simp? [f], g)', inside)).toBe('exact (simp only [f], g)')
  })

  it('is put in for each of several, on whichever lines they are', () => {
    const found = [
      proposing('Try this:\n  [apply] exact h.1', 2, 6, 2),
      proposing('Try this:\n  [apply] exact h.2', 2, 6, 3),
    ]
    expect(withFindings('constructor\n· exact?\n· exact?', found)).toBe(
      'constructor\n· exact h.1\n· exact h.2',
    )
  })

  it('is the first of several proposals', () => {
    const text = 'Try these:\n  [apply] rw [h]\n  [apply] rw [Nat.add_comm]'
    expect(withFindings('rw?', [proposing(text, 0, 3)])).toBe('rw [h]')
  })

  it('counts characters as Lean does, so that signs before it do not shift it', () => {
    const found = [proposing('Try this:\n  [apply] exact h', 10, 6)]
    expect(withFindings('intro 𝔸 ; exact?', found)).toBe('intro 𝔸 ; exact h')
  })

  it('is nothing where Lean says something else, or does not say where', () => {
    expect(withFindings('simp', [])).toBeUndefined()
    expect(withFindings('simp', [proposing('unused variable `x`', 0, 4)])).toBeUndefined()
    const nowhere: LeanMessage = {
      severity: 'info',
      start: { line: 1, column: 0 },
      end: null,
      text: 'Try this:\n  [apply] rfl',
    }
    expect(withFindings('exact?', [nowhere])).toBeUndefined()
  })
})
