import * as z from 'zod'
import { appendEvents, controlRun, type Ledger } from '../../ledger/index.ts'
import { pageQuery } from '../cursor.ts'
import { Comparisons } from '../data/comparison.ts'
import { findRun, runDetail, runPage } from '../data/runs.ts'
import { arcSolves } from '../data/solves.ts'
import { arcTotals } from '../data/tally.ts'
import type { ServerParts } from '../parts.ts'
import { ApiProblem } from '../problem.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

const RunParams = z.object({ run_id: z.string().min(1).max(200) })
const WANTED = { pause: 'pause', resume: 'run', stop: 'stop' } as const

export function addRuns(router: ApiRouter, { door, tallies, starter }: ServerParts): void {
  const comparisons = new Comparisons()
  const detail = async (ledger: Ledger, runId: string): Promise<schemas.RunDetail> => {
    const run = await existing(ledger, runId)
    if (run.command === 'arc run') {
      const tasks = await ledger.arcAttempts(runId)
      return runDetail(run, arcTotals(tasks), arcSolves(tasks))
    }
    return runDetail(run, await tallies.ofRun(ledger, runId), await tallies.solvesOf(ledger, runId))
  }

  router.get(
    '/api/runs',
    {
      summary: 'Runs, newest first',
      tag: 'Runs',
      request: { query: z.object(pageQuery) },
      answer: schemas.runPage,
    },
    async ({ query }) => runPage(await door.open(), query),
  )

  router.post(
    '/api/runs',
    {
      summary: 'Start orch bank or orch bg',
      tag: 'Runs',
      request: { body: schemas.startRun },
      answer: schemas.started,
      status: 202,
    },
    async ({ body }) => starter.start(await door.open(), body),
  )

  router.get(
    '/api/runs/compare',
    {
      summary: 'Two runs side by side',
      tag: 'Runs',
      request: { query: z.object({ left: z.string().min(1).max(200), right: z.string().min(1).max(200) }) },
      answer: schemas.runComparison,
    },
    async ({ query: { left, right } }) => {
      const ledger = await door.open()
      const [one, other] = [await detail(ledger, left), await detail(ledger, right)]
      const differences = await comparisons.between(
        ledger,
        { runId: left, proved: await tallies.provedBy(ledger, left) },
        { runId: right, proved: await tallies.provedBy(ledger, right) },
      )
      return { left: one, right: other, ...differences }
    },
  )

  router.get(
    '/api/runs/{run_id}',
    {
      summary: 'One run with its strategies and its solves over time',
      tag: 'Runs',
      request: { params: RunParams },
      answer: schemas.runDetail,
    },
    async ({ params }) => detail(await door.open(), params.run_id),
  )

  router.post(
    '/api/runs/{run_id}/control',
    {
      summary: 'Pause, resume or stop a run, or change its CPU target',
      tag: 'Runs',
      request: { params: RunParams, body: schemas.controlRun },
      answer: schemas.controlled,
    },
    async ({ params: { run_id }, body: { action, cpu_target } }) => {
      if (action === undefined && cpu_target === undefined)
        throw new ApiProblem(400, 'bad-request', 'Say what to do: an action, a cpu_target, or both.')
      const ledger = await door.open()
      const { state, command } = await existing(ledger, run_id)
      if (state !== 'running' && state !== 'paused')
        throw new ApiProblem(
          409,
          'not-running',
          `The run ${run_id} is ${state}; there is nothing to control.`,
        )
      if (command !== 'bank' && command !== 'bg')
        throw new ApiProblem(409, 'not-controllable', `A run of "orch ${command}" cannot be controlled.`)
      const { wanted, cpuTarget } = await controlRun(ledger, run_id, {
        ...(action !== undefined && { wanted: WANTED[action] }),
        ...(cpu_target !== undefined && { cpuTarget: cpu_target }),
      })
      const answer = { run_id, wanted, cpu_target: cpuTarget ?? null }
      await appendEvents(ledger, [{ type: 'run-changed', runId: run_id, data: answer }])
      return answer
    },
  )
}

async function existing(ledger: Ledger, runId: string): Promise<schemas.Run> {
  const run = await findRun(ledger, runId)
  if (run) return run
  throw new ApiProblem(404, 'unknown-run', `There is no run ${runId} in the ledger.`)
}
