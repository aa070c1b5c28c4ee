import { expect, it } from 'vitest'
import { leanForTests } from '../strategies/test-lean.ts'
import { Bench } from './bench.ts'
import { readProject } from './extract.ts'
import { Feeding } from './feeding.ts'
import type { HoleProblem } from './hole-problem.ts'
import { HoleQueue } from './hole-queue.ts'
import { openProject } from './project.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests()

const TEXT = ['first', 'second', 'third'].map((name) => `theorem ${name} : 1 = 1 := by\n  sorry\n`).join('\n')

it('holes come to the scheduler in the order of the file, whichever is prepared first', async () => {
  await using files = new TestProject({ 'A.lean': TEXT })
  const project = openProject(files.root)
  const reports = await readProject(project, () => lean.pool)
  const queue = new HoleQueue(new Bench(project, reports), false)
  queue.add(reports.flatMap((report) => report.holes))
  const begun: (string | null)[] = []
  const handedOver: (string | null)[] = []
  const second = Promise.withResolvers<void>()
  const scheduler = {
    enqueue({ hole }: HoleProblem) {
      handedOver.push(hole.declaration)
      feeding.done(hole)
      return true
    },
  }
  const feeding: Feeding = new Feeding(scheduler, queue, async (hole) => {
    begun.push(hole.declaration)
    if (hole.declaration === 'first') await second.promise
    if (hole.declaration === 'second') second.resolve()
    return { hole } as HoleProblem
  })
  await feeding.until(new AbortController().signal, new Promise(() => {}))
  expect(begun.slice(0, 2)).toEqual(['first', 'second'])
  expect(handedOver).toEqual(['first', 'second', 'third'])
})
