import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leanForTests } from '../strategies/test-lean.ts'
import { readProject } from './extract.ts'
import { openProject } from './project.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests({ threads: 4 })

const HOLE = 'theorem t : 2 + 2 = 4 := by sorry\n'

describe('a hostile project', () => {
  it('cannot write outside, nor hold up the rest by looping', async () => {
    const target = join(tmpdir(), `orch-hostile-${process.pid}`)
    await using files = new TestProject({
      'Write.lean': `#eval IO.FS.writeFile ${JSON.stringify(target)} "mine"\n${HOLE}`,
      'Loop.lean': `theorem long : (List.range 3000000).length = 3000000 := by decide +kernel\n${HOLE}`,
      // Code that is run, and never ends: its process goes, the others' work does not.
      'Spin.lean': `partial def spin (n : Nat) : IO Unit := spin (n + 1)\n#eval spin 0\n${HOLE}`,
      'Plain.lean': HOLE,
    })
    const project = openProject(files.root)
    const reports = await readProject(project, () => lean.pool, { timeoutMs: 6_000 })
    const wasWritten = existsSync(target)
    rmSync(target, { force: true })
    expect(wasWritten).toBe(false)
    const of = (name: string) => reports.find(({ module }) => module === name)
    expect(of('Write')?.holes).toHaveLength(1)
    expect(of('Plain')?.holes).toHaveLength(1)
    for (const name of ['Loop', 'Spin'])
      expect(of(name)?.failure ?? of(name)?.errors[0]?.text, name).toMatch(/./)
  })

  it('gets no proof accepted that rests on its axioms or on what it has Lean say', async () => {
    const forged = JSON.stringify(
      '{"id":1,"ok":{"env":0,"messages":[],"holes":[],"commands":[],"declarations":[]}}',
    )
    const text = `axiom cheat : ∀ n : Nat, n = n + 1
@[simp] theorem wrong (n : Nat) : n = n + 1 := cheat n
theorem claim : (1 : Nat) = 2 := by sorry
#eval IO.println ${forged}
#eval IO.eprintln ${forged}
theorem honest : (1 : Nat) + 1 = 2 := by sorry
`
    await using files = new TestProject({ 'A.lean': text })
    const result = await files.fill(lean, { apply: true })
    const outcomes = Object.fromEntries(result.outcomes.map(({ hole, kind }) => [hole.declaration, kind]))
    // Both are found: nothing that the file prints is taken for Lean's answer about it.
    expect(Object.keys(outcomes)).toEqual(['claim', 'honest'])
    expect(outcomes.claim).not.toBe('proved')
    expect(files.read('A.lean')).toContain('theorem claim : (1 : Nat) = 2 := by sorry')
  })

  it('is refused with options that have Lean check less', async () => {
    const text = `set_option debug.skipKernelTC true\n${HOLE}`
    await using files = new TestProject({ 'A.lean': text })
    const { outcomes, reports } = await files.fill(lean, { apply: true })
    expect(outcomes.filter(({ kind }) => kind === 'proved')).toEqual([])
    expect(reports[0]?.failure ?? reports[0]?.errors[0]?.text).toContain('debug.skipKernelTC')
    expect(files.read('A.lean')).toBe(text)
  })
})
