import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DojoGoal, DojoState } from '../lean/index.ts'
import { forTerminal } from './output.ts'
import { exporter } from './tactic-helpers.ts'
import type { ProofNode } from './tactic-proof.ts'
import { shownFailure, shownGoals, shownTree } from './tactic-view.ts'

// Without colours what is shown is its text.
beforeEach(() => vi.stubEnv('NO_COLOR', '1'))

const goal = (text: string) => ({ text }) as DojoGoal
const plain = (text: string) => forTerminal(text)

describe('goals', () => {
  it('are shown as Lean prints them, and counted when there are several', () => {
    expect(plain(shownGoals([goal('n : Nat\n⊢ n = n')]))).toBe('n : Nat\n⊢ n = n')
    expect(plain(shownGoals([goal('⊢ p'), goal('⊢ q')]))).toBe('2 goals\n⊢ p\n\n⊢ q')
  })

  it('are none when the proof is done', () => {
    expect(shownGoals([])).toBe('')
  })

  it('show what others wrote into them as what it is', () => {
    expect(plain(shownGoals([goal('h\u202E : p\n⊢ \u001b[31mq')]))).toBe('h\\u{202e} : p\n⊢ \\u{1b}[31mq')
  })
})

describe('a refused tactic', () => {
  it('is shown with its line and a caret under what is wrong', () => {
    const failure = { kind: 'lean' as const, message: 'unknown identifier', position: { line: 2, column: 6 } }
    expect(plain(shownFailure(failure, 'intro n\nexact foo', 'Did you mean `bar`?'))).toBe(
      'error: unknown identifier\n  2 | exact foo\n    |       ^^^\nhint: Did you mean `bar`?',
    )
  })

  it('without a position is one sentence', () => {
    expect(plain(shownFailure({ kind: 'lean', message: 'no goals', position: null }, 'rfl'))).toBe(
      'error: no goals',
    )
  })

  it('whose position is beyond its lines has no frame', () => {
    const failure = { kind: 'lean' as const, message: 'odd', position: { line: 9, column: 0 } }
    expect(plain(shownFailure(failure, 'rfl'))).toBe('error: odd')
  })
})

describe('the tree of what was tried', () => {
  let count = 0
  function node(parent: ProofNode | undefined, tactic: string, goals: string[]): ProofNode {
    const state = { goals: goals.map(goal) } as unknown as DojoState
    const made: ProofNode = { number: count, parent, tactic, state, around: undefined, children: [] }
    count += 1
    parent?.children.push(made)
    return made
  }
  const tree = () => {
    count = 0
    const root = node(undefined, '', ['n : Nat\n⊢ n = n'])
    const cases = node(root, 'cases n', ['⊢ a', '⊢ b'])
    const left = node(cases, 'rfl', ['⊢ b'])
    const right = node(cases, 'simp\n  all', [])
    return { root, cases, left, right }
  }

  it('numbers the states in the order in which they were reached, and moves only branches to the right', () => {
    const { root, left } = tree()
    expect(plain(shownTree(root, left, 80)).split('\n')).toEqual([
      '0 n : Nat ⊢ n = n',
      '1 cases n (2 goals)',
      '├─ 2 rfl ← here',
      '└─ 3 simp all (closed)',
    ])
  })

  it('fits a narrow terminal', () => {
    const { root } = tree()
    node(root.children[0], `exact ${'h '.repeat(50)}`, [])
    for (const line of plain(shownTree(root, root, 30)).split('\n'))
      expect(line.length).toBeLessThanOrEqual(30)
  })
})

describe(':export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orch-export-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes over what it wrote itself, and over nothing else', () => {
    const save = exporter()
    const [own, other] = [join(folder, 'Own.lean'), join(folder, 'Other.lean')]
    writeFileSync(other, 'mine')
    expect(save(own, 'theorem t : p := by\n  sorry\n  sorry\n')).toBe(`wrote ${own}, with 2 sorry`)
    expect(save(own, 'theorem t : p := by\n  rfl\n')).toBe(`wrote ${own}`)
    expect(save(other, 'theirs')).toBe(`${other} is there already: give another name`)
    expect(readFileSync(other, 'utf8')).toBe('mine')
  })

  it('says why a file could not be written', () => {
    const file = join(folder, 'no', 'such', 'T.lean')
    expect(exporter()(file, 'x')).toMatch(/T\.lean could not be written: ENOENT/)
  })
})
