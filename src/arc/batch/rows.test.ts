import { expect, it } from 'vitest'
import { openParts, runTask } from '../loop/index.ts'
import { NO_MEMORY } from '../memory/index.ts'
import { FLIP } from '../test-tasks.ts'
import { metricsOf } from './rows.ts'

it('counts for an iteration only the tasks that it solved, not those it found solved', async () => {
  const parts = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
  const settings = {
    seed: 0,
    nodes: 300,
    loopIters: 1,
    candidateK: 1,
    editK: 0,
    editTopM: 1,
    analyse: false,
  }
  const trace = await runTask(FLIP.task, settings, parts, NO_MEMORY)
  const [solved] = trace.iterations
  if (!solved?.solved) throw new Error('the task is solved at once')
  const open = { ...solved, solved: false }
  const traces = [
    { ...trace, iterations: [solved, { ...solved, iter_idx: 1 }] },
    { ...trace, iterations: [open, { ...solved, iter_idx: 1 }] },
  ]
  const { iterations } = metricsOf([], traces, { skipped: 0, seed: 0, checkpoints: {} })
  expect(iterations.map(({ tasks, solved }) => [tasks, solved])).toEqual([
    [2, 1],
    [2, 1],
  ])
})
