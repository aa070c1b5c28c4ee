import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { DojoState, LeanFailure } from '../lean/index.ts'
import type { TacticCompleter } from './tactic-complete.ts'
import { exporter, hintOn } from './tactic-helpers.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-tactic-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

describe(':export', () => {
  it('writes a file, and over it again as the proof goes on', () => {
    const save = exporter()
    expect(save(at('T.lean'), 'theorem t : p := by\n  sorry\n')).toBe(`wrote ${at('T.lean')}, with 1 sorry`)
    expect(save(at('T.lean'), 'theorem t : p := by\n  simp\n')).toBe(`wrote ${at('T.lean')}`)
    expect(readFileSync(at('T.lean'), 'utf8')).toContain('simp')
  })

  it('does not touch a file that somebody else has written', () => {
    writeFileSync(at('Mine.lean'), 'mine')
    expect(exporter()(at('Mine.lean'), 'theirs')).toBe(
      `${at('Mine.lean')} is there already: give another name`,
    )
    expect(readFileSync(at('Mine.lean'), 'utf8')).toBe('mine')
  })

  it('counts holes by the word, not by its letters', () => {
    expect(exporter()(at('S.lean'), 'theorem sorry_free : p := h -- notsorry')).toBe(`wrote ${at('S.lean')}`)
  })

  it('says that a file cannot be written and goes on', () => {
    const save = exporter()
    const text = save(join(at('Mine.lean'), 'below.lean'), 'x')
    expect(text).toContain('could not be written: ')
    expect(save(at('Other.lean'), 'x')).toBe(`wrote ${at('Other.lean')}`)
  })
})

describe('the hint on a refused tactic', () => {
  const state = {} as DojoState
  const completer = {
    meant: async (word: string) => (word === 'Nat.add_com' ? 'Nat.add_comm' : undefined),
    meantTactic: async (word: string) => (word === 'smip' ? 'simp' : undefined),
  } as unknown as TacticCompleter
  const failure = (message: string, column = 0, line = 1): LeanFailure => ({
    kind: 'lean',
    message,
    position: { line, column },
  })

  it('is the name that was meant', async () => {
    const said = failure('Unknown identifier `Nat.add_com`', 4)
    expect(await hintOn(completer, said, 'rw [Nat.add_com]', state)).toBe('Did you mean `Nat.add_comm`?')
  })

  it('is the tactic that was meant, on whichever line and behind whatever signs', async () => {
    const said = failure('<tactic>:2:4: unknown tactic', 4, 2)
    expect(await hintOn(completer, said, 'intro h\n· ∀ smip', state)).toBe('Did you mean `simp`?')
  })

  it('is nothing where nothing is near and Lean says all there is', async () => {
    const hint = await hintOn(completer, failure('Unknown identifier `zzz`'), 'exact zzz', state)
    expect(hint ?? '').not.toContain('Did you mean')
    expect(await hintOn(completer, { ...failure('type mismatch'), position: null }, 'rfl', state)).toBe(
      undefined,
    )
  })
})
