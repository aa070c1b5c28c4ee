import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Receipt, ShownStatement } from '../lean/index.ts'
import { kernelsOf, showEvidence, showProved, showReason } from './shown-statement.ts'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.stubEnv('NO_COLOR', '1')
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const shown = (part: Partial<ShownStatement> = {}): ShownStatement => ({
  type: '∀ (n : Nat), n = n',
  explicit: null,
  own: [],
  ...part,
})

describe('what was proved', () => {
  it('is the type alone where it was written like that', () => {
    showProved('confirmed', 't', shown(), '∀ (n : Nat),\n  n = n')
    expect(printed).toBe('confirmed: t proves\n  ∀ (n : Nat), n = n\n')
  })

  it('is shown beside what was written where the two differ', () => {
    showProved('confirmed', 't', shown(), '∀ n, n = n')
    expect(printed).toContain('as it was written:\n  ∀ n, n = n\n')
  })

  it('has every argument where that says more', () => {
    showProved('accepted', 't', shown({ explicit: '∀ (n : Nat), @Eq Nat n n' }), '∀ (n : Nat), n = n')
    expect(printed).toContain('with every argument:\n  ∀ (n : Nat), @Eq Nat n n\n')
    printed = ''
    showProved('accepted', 't', shown({ explicit: shown().type }), '∀ (n : Nat), n = n')
    expect(printed).not.toContain('with every argument')
  })

  it('names the declarations it speaks of, and leaves out what comes with a type', () => {
    const own = [
      { kind: 'inductive', name: 'Tree' },
      { kind: 'constructor', name: 'Tree.leaf' },
      { kind: 'recursor', name: 'Tree.rec' },
    ] as ShownStatement['own']
    showProved('accepted', 't', shown({ own }), shown().type)
    expect(printed).toContain(
      'It speaks of one declaration of its own:\n  Tree (--explain shows what they say)\n',
    )
  })

  it('says what they mean where that is asked for', () => {
    const own = [
      { kind: 'definition', name: 'double', type: 'Nat → Nat', value: 'fun n => n + n' },
      { kind: 'definition', name: 'huge', type: null, value: null },
    ] as unknown as ShownStatement['own']
    showProved('accepted', 't', shown({ own }), shown().type)
    expect(printed).toContain('It speaks of 2 declarations of its own:')
    expect(printed).toContain('  definition double : Nat → Nat :=\n    fun n => n + n\n')
    expect(printed).toContain('definition huge : (too large to be printed)')
  })

  it('never lets text of others begin a line', () => {
    showProved('confirmed', 't\nconfirmed: u proves', shown({ type: 'p\nconfirmed: q' }), 'p\nconfirmed: q')
    expect(printed.match(/^confirmed/gm)).toHaveLength(1)
    printed = ''
    showReason('denied', 'because\nconfirmed: everything')
    expect(printed).toBe('denied: because\n  confirmed: everything\n')
  })
})

describe('the evidence', () => {
  const receipt = (part: object = {}) =>
    ({
      axioms: ['propext'],
      axioms_complete: true,
      declarations: 3,
      toolchain: { kind: 'embedded', lean: '4.28.0', githash: '0123456789abcdef' },
      kernels: [{ name: 'lean', version: '4.28.0', seconds: 0.1 }],
      ...part,
    }) as unknown as Receipt

  it('lists the axioms, who checked, and with what', () => {
    showEvidence(receipt())
    expect(printed).toBe(
      'axioms: propext; declarations checked by the kernel: 3\nchecked with embedded Lean 4.28.0 (0123456789ab)\n',
    )
  })

  it('says that the axioms of library proofs are not listed where they are not', () => {
    showEvidence(receipt({ axioms: [], axioms_complete: false }))
    expect(printed).toContain('axioms: none of its own (those inside library proofs are not listed)')
  })

  it('tells what the second kernel did, or why it did not', () => {
    const ts = { name: 'ts', version: '1', seconds: 0.5, assumptions: 12 }
    showEvidence(receipt({ kernels: [ts] }))
    expect(printed).toContain('and by the second kernel in 0.50 s, on 12 library theorems without bodies')
    printed = ''
    showEvidence(receipt({ kernels: [{ ...ts, declined: 'too large' }] }))
    expect(printed).toContain('the second kernel declined: too large')
    expect(printed).not.toContain('and by the second kernel')
  })

  it('names the kernels in a few words, and none that declined', () => {
    const ts = { name: 'ts', version: '1', seconds: 0.5, assumptions: 12 }
    expect(kernelsOf(receipt())).toBe('the Lean 4.28.0 kernel')
    expect(kernelsOf(receipt({ kernels: [ts] }))).toBe('the Lean 4.28.0 kernel and the second one')
    expect(kernelsOf(receipt({ kernels: [{ ...ts, declined: 'x' }] }))).toBe('the Lean 4.28.0 kernel')
  })
})
