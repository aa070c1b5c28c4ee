import { expect, it } from 'vitest'
import { lastEvents } from '../ledger/index.ts'
import type { Strategy } from '../strategies/index.ts'
import { leanForTests } from '../strategies/test-lean.ts'
import { Bench } from './bench.ts'
import { readProject } from './extract.ts'
import { FillMemory } from './fill-memory.ts'
import type { FillOptions } from './fill-options.ts'
import { FillRun } from './fill-project.ts'
import { StepProfile } from './profile.ts'
import { openProject } from './project.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests()

const luckless: Strategy = {
  name: 'luckless',
  version: 1,
  profile: 0,
  timeoutSeconds: 100,
  availability: async () => ({ available: true }),
  run: async (goal, tools, { signal }) => {
    await using dojo = await tools.openDojo(goal, signal)
    return { kind: 'failed', why: `nothing for ${dojo.root.goals.length} goal`, cpuSeconds: 0 }
  },
}

it('a hole that had its share of a run is left alone by the next one, unless that is longer or told to begin anew', async () => {
  await using files = new TestProject({ 'A.lean': 'theorem t (n : Nat) : n + 0 = n := by\n  sorry\n' })
  const project = openProject(files.root)
  const reports = await readProject(project, () => lean.pool)
  const holes = reports.flatMap((report) => report.holes)
  const stop = new AbortController()
  const shared = await files.options(lean)
  const profile = new StepProfile()
  const run = (more: Partial<FillOptions>) =>
    new FillRun({
      ...shared,
      bench: new Bench(project, reports),
      lean: async () => lean,
      strategies: [luckless],
      cpuTarget: 1,
      rounds: 2,
      timeoutSeconds: 60,
      memory: new FillMemory(files.cacheFolder),
      profile,
      ...more,
    })
  const first = run({
    signal: stop.signal,
    onEvent: ({ kind }) => {
      if (kind === 'ended') stop.abort()
    },
  })
  await first.add(holes)
  await first.run()
  first.close({ isOutOfTime: true })
  expect(first.outcomes()).toMatchObject([{ kind: 'open' }])
  // Whoever looks at the dashboard has seen the run begin and end.
  for (const type of ['run-started', 'run-ended'] as const)
    expect(await lastEvents(shared.ledger, { type, limit: 9 }), type).toHaveLength(1)
  // What it cost is known, for the hole and for the run.
  const [hole] = holes
  expect(profile.steps().map(([step]) => step)).toContain('search: luckless')
  expect(hole && profile.of(hole).get('opening')).toMatchObject({ times: 1 })

  const hasWork = async (more: Partial<FillOptions>) => {
    const again = run(more)
    await again.add(holes)
    return { hasWork: again.hasWork, outcomes: again.outcomes() }
  }
  expect(await hasWork({})).toMatchObject({
    hasWork: false,
    outcomes: [{ kind: 'failed', why: expect.stringContaining('--timeout') }],
  })
  expect(await hasWork({ timeoutSeconds: 30 })).toMatchObject({ hasWork: false })
  expect(await hasWork({ timeoutSeconds: 61 })).toMatchObject({ hasWork: true })
  expect(await hasWork({ timeoutSeconds: undefined })).toMatchObject({ hasWork: true })
  expect(await hasWork({ again: true })).toMatchObject({ hasWork: true })

  // A cache is a claim: what the ledger does not know as settled is searched.
  const bench = new Bench(project, reports)
  const forged = { kind: 'refuted', counterexample: 'n = 0', receipt: 'f'.repeat(64) } as const
  if (hole) new FillMemory(files.cacheFolder).remember(bench, hole, forged)
  expect(await hasWork({ bench })).toMatchObject({ hasWork: true, outcomes: [{ kind: 'open' }] })
})
