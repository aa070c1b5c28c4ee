import { expect, it } from 'vitest'
import { leanForTests } from '../strategies/test-lean.ts'
import { Bench } from './bench.ts'
import { readProject } from './extract.ts'
import type { Hole } from './hole.ts'
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

/** The names of holes as they come out of a queue, in turns: what one turn gave is looked at before the next. */
function turns(bench: Bench, holes: readonly Hole[]): (string | null)[][] {
  const queue = new HoleQueue(bench, true)
  queue.add(holes)
  const all: (string | null)[][] = []
  for (let some = queue.take(); some.length > 0; some = queue.take()) {
    all.push(some.map(({ declaration }) => declaration))
    for (const hole of some) queue.seen(hole)
  }
  return all
}

it('every hole of a mutual block comes out of the queue, and who rests on the block waits for it', async () => {
  await using files = new TestProject({ 'A.lean': TEXT })
  const project = openProject(files.root)
  const reports = await readProject(project, () => lean.pool)
  const holes = reports.flatMap((report) => report.holes)
  expect(turns(new Bench(project, reports), holes).flat().toSorted()).toEqual(['both', 'even', 'odd'])
  // Lean tells of the block's declarations by what it made of them; told as they are written, each rests on the other.
  const uses: Readonly<Record<string, string>> = { even: 'odd', odd: 'even' }
  const written = reports.map((report) => ({
    ...report,
    declarations: report.declarations.map((one) => {
      const other = uses[one.name]
      return other === undefined ? one : { ...one, hasSorry: true, uses: [...one.uses, other] }
    }),
  }))
  const bench = new Bench(project, written)
  expect(bench.standsOn('even')).toEqual(['odd'])
  expect(bench.standsOn('odd')).toEqual(['even'])
  expect(turns(bench, holes)).toEqual([['even', 'odd'], ['both']])
})

it('what two files call by one name is two things', async () => {
  await using files = new TestProject({
    'A.lean': 'theorem t : 1 = 2 := by sorry\ntheorem u : 1 = 2 := by\n  have := t\n  sorry\n',
    'B.lean': 'theorem t : 1 = 1 := by sorry\ntheorem u : 1 = 1 := by\n  have := t\n  sorry\n',
    'C.lean': 'import B\ntheorem v : 1 = 1 := by\n  have := u\n  sorry\n',
  })
  const project = openProject(files.root)
  const reports = await readProject(project, () => lean.pool)
  const bench = new Bench(project, reports)
  const hole = (id: string) => {
    const found = reports.flatMap(({ holes }) => holes).find((one) => one.id === id)
    if (!found) throw new RangeError(id)
    return found
  }
  const [wrong, right] = [hole('A/t/1'), hole('B/t/1')]
  bench.refuted.set(wrong.id, '')
  expect(bench.restsOnRefuted(hole('A/u/1'))).toBe('t')
  expect(bench.restsOnRefuted(hole('B/u/1'))).toBeUndefined()
  expect(bench.givenFor(hole('C/v/1'))).toEqual(['t', 'u'])
  expect([bench.dependants(wrong), bench.dependants(right)]).toEqual([1, 2])
  const proof = {
    strategy: 'micro',
    script: 'rfl',
    lemmas: [],
    edits: [],
    uses: [],
    receipt: '',
    judged: 'goal',
  }
  bench.accept({ ...proof, hole: right, judged: 'declaration' })
  expect([bench.given('A'), bench.given('B'), bench.given('C')]).toEqual([[], ['t'], ['t']])
  expect(bench.givenFor(hole('C/v/1'))).toEqual(['u'])
})
