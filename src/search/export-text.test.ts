import { describe, expect, it } from 'vitest'
import { makeGoal } from '../goal/index.ts'
import { type ExportEntry, renderFile } from './export-text.ts'

function entry(id: string, more: Partial<ExportEntry> = {}): ExportEntry {
  const stored = {
    key: `lean:${id}`,
    status: 'proved',
    solvedBy: 'micro',
    tactics: ['rfl'],
    script: 'rfl',
    receipt: 'r',
    provedType: undefined,
  } as const
  return {
    goal: { ...makeGoal({ id, text: '1 = 1' }), ...stored },
    preamble: '',
    statement: '1 = 1',
    imports: [],
    proof: { script: 'rfl' },
    header: 'theorem orch_name : 1 = 1',
    ...more,
  }
}

describe('an exported file', () => {
  it('says where each theorem stands, and asks behind it what it stands on', () => {
    const { text, placed } = renderFile([entry('one'), entry('two')], { asking: true })
    const lines = text.split('\n')
    for (const { entry: given, first, question } of placed) {
      expect(lines[first - 1]).toBe(`/-- ${given.goal.id} -/`)
      expect(lines[first]).toContain(`theorem ${given.goal.id} : 1 = 1`)
      expect(lines[question - 1]).toBe(`#print axioms ${given.goal.id}`)
    }
    expect(placed).toHaveLength(2)
    expect(renderFile([entry('one')]).text).not.toContain('#print')
  })

  it('gives every theorem a name that Lean takes, and none twice', () => {
    const ids = ['a b', 'a-b', '1st', '日本', '++']
    const { text } = renderFile(ids.map((id) => entry(id)))
    const names = [...text.matchAll(/^theorem (\S+)/gm)].map(([, name]) => name)
    expect(names).toEqual(['a_b', 'a_b_2', 'goal_1st', '日本', '_'])
  })

  it('does not let a name end the comment it stands in', () => {
    const { text } = renderFile([entry('x -/ axiom bad : False /- y')])
    expect(text.match(/-\//g)).toHaveLength(1)
    expect(text.match(/\/-/g)).toHaveLength(1)
  })

  it('keeps theorems over different definitions apart, those without any first', () => {
    const over = (preamble: string, id: string) => entry(id, { preamble })
    const { text } = renderFile([
      over('def x := 1', 'b'),
      entry('a'),
      over('def x := 2', 'c'),
      over('def x := 1', 'd'),
    ])
    const spaces = [...text.matchAll(/^namespace (\S+)/gm)].map(([, name]) => name)
    expect(spaces).toHaveLength(3)
    expect(spaces[0]).toBe('Orch')
    expect(new Set(spaces).size).toBe(3)
    expect(text.match(/^def x := 1$/gm)).toHaveLength(1)
    expect(text.match(/^end \S+/gm)).toHaveLength(3)
  })

  it('imports each module once, ends what a preamble leaves open, and knows ℕ only where it is used', () => {
    const preamble = 'namespace Deep\nsection\ndef y : ℕ := 1'
    const { text } = renderFile([
      entry('a', { imports: ['B', 'A'] }),
      entry('b', { imports: ['A'], preamble }),
    ])
    expect(text.startsWith('import A\nimport B\nmacro')).toBe(true)
    expect(text).toContain('"ℕ" : term')
    expect(text).not.toContain('"ℤ"')
    expect(text).toContain('end\n\nend Deep\n\nend Orch.Over_')
    expect(renderFile([entry('a')]).text).not.toContain('macro')
  })

  it('has a lemma that two proofs stand on once', () => {
    const proof = { script: 'rfl', lemmas: 'theorem h : 2 = 2 := rfl' }
    const { text } = renderFile([entry('a', { proof }), entry('b', { proof })])
    expect(text.match(/theorem h/g)).toHaveLength(1)
  })
})
