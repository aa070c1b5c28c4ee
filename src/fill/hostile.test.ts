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
      'Plain.lean': HOLE,
    })
    const project = openProject(files.root)
    const reports = await readProject(project, () => lean.pool, { timeoutMs: 15_000 })
    const wasWritten = existsSync(target)
    rmSync(target, { force: true })
    expect(wasWritten).toBe(false)
    const of = (name: string) => reports.find(({ module }) => module === name)
    expect(of('Write')?.holes).toHaveLength(1)
    expect(of('Plain')?.holes).toHaveLength(1)
    const loop = of('Loop')
    expect(loop?.failure ?? loop?.errors[0]?.text).toMatch(/./)
  })

  it('gets no proof accepted that rests on its axioms, its options or its words', async () => {
    const text = `axiom cheat : ∀ n : Nat, n = n + 1
set_option debug.skipKernelTC true
@[simp] theorem wrong (n : Nat) : n = n + 1 := cheat n
theorem claim : (1 : Nat) = 2 := by sorry
#eval IO.println "{\\"id\\":1,\\"ok\\":{\\"env\\":0,\\"messages\\":[],\\"holes\\":[],\\"plain\\":true}}"
theorem honest : (1 : Nat) + 1 = 2 := by sorry
`
    await using files = new TestProject({ 'A.lean': text })
    const result = await files.fill(lean, { apply: true })
    const outcomes = Object.fromEntries(result.outcomes.map(({ hole, kind }) => [hole.declaration, kind]))
    expect(outcomes.claim).not.toBe('proved')
    expect(files.read('A.lean')).toContain('theorem claim : (1 : Nat) = 2 := by sorry')
  })
})
