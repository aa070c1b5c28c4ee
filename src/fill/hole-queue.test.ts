import { expect, it } from 'vitest'
import { leanForTests } from '../strategies/test-lean.ts'
import { Bench } from './bench.ts'
import { readProject } from './extract.ts'
import { HoleQueue } from './hole-queue.ts'
import { openProject } from './project.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests()

const TEXT = `mutual
  theorem even (n : Nat) : 0 ≤ n := by
    cases n with
    | zero => sorry
    | succ n => have := odd n; omega
  theorem odd (n : Nat) : 0 ≤ n := by
    cases n with
    | zero => sorry
    | succ n => have := even n; omega
end

theorem both (n : Nat) : 0 ≤ n ∧ 0 ≤ n := by
  have := even n
  sorry
`

it('declarations that rest on each other do not wait for each other, and who rests on them waits for both', async () => {
  await using files = new TestProject({ 'A.lean': TEXT })
  const project = openProject(files.root)
  const reports = await readProject(project, () => lean.pool)
  const bench = new Bench(project, reports)
  const holes = reports.flatMap((report) => report.holes)
  const names = (some: typeof holes) => some.map(({ declaration }) => declaration)
  expect(names(holes)).toEqual(['even', 'odd', 'both'])
  expect(bench.standsOn('even')).toEqual(['odd'])
  const queue = new HoleQueue(bench, true)
  queue.add(holes)
  const first = queue.take()
  expect(names(first)).toEqual(['even', 'odd'])
  for (const hole of first) {
    expect(queue.take()).toEqual([])
    queue.seen(hole)
  }
  expect(names(queue.take())).toEqual(['both'])
})
