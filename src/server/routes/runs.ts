import type * as schemas from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import { appendEvents, controlRun, type Ledger } from '../../ledger/index.ts'
import { Comparisons } from '../data/comparison.ts'
import { findRunAnswer, runDetail, runPage } from '../data/runs.ts'
import { arcSolves } from '../data/solves.ts'
import { arcTotals } from '../data/tally.ts'
import { ApiProblem } from '../problem.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

/** Commands whose runs look every second whether they are wanted. */
const CONTROLLABLE: ReadonlySet<string> = new Set(['bank', 'bg', 'fill', 'arc run'])
const WANTED = { pause: 'pause', resume: 'run', stop: 'stop' } as const

export function runRoutes({ connection, tallies, starter }: ServerContext) {
  const comparisons = new Comparisons()
  const detail = async (ledger: Ledger, runId: string): Promise<schemas.RunDetail> => {
    const run = await existing(ledger, runId)
    if (run.command === 'arc run') {
      const tasks = await ledger.arcAttempts(runId)
      return runDetail(run, arcTotals(tasks), arcSolves(tasks))
    }
    return runDetail(run, await tallies.ofRun(ledger, runId), await tallies.solvesOf(ledger, runId))
  }

  return createRoutes()
    .openapi(routes.listRuns, async ({ req, json }) =>
      json(await runPage(await connection.open(), req.valid('query')), 200),
    )
    .openapi(routes.postRun, async ({ req, json }) =>
      json(await starter.start(await connection.open(), req.valid('json')), 202),
    )
    .openapi(routes.compareRuns, async ({ req, json }) => {
      const { left, right } = req.valid('query')
      const ledger = await connection.open()
      const [one, other] = [await detail(ledger, left), await detail(ledger, right)]
      // Their tasks are no goals of the ledger: it would say that they have nothing in common.
      if ([one, other].some(({ command }) => command === 'arc run'))
        throw new ApiProblem(409, 'arc-run', 'An ARC run has tasks, not goals.', 'Ask /api/arc/compare.')
      const differences = await comparisons.between(
        ledger,
        { runId: left, settled: await tallies.settledBy(ledger, left) },
        { runId: right, settled: await tallies.settledBy(ledger, right) },
      )
      return json({ left: one, right: other, ...differences }, 200)
    })
    .openapi(routes.getRun, async ({ req, json }) =>
      json(await detail(await connection.open(), req.valid('param').run_id), 200),
    )
    .openapi(routes.postRunControl, async ({ req, json }) => {
      const { run_id } = req.valid('param')
      const { action, cpu_target } = req.valid('json')
      if (action === undefined && cpu_target === undefined)
        throw new ApiProblem(400, 'bad-request', 'Say what to do: an action, a cpu_target, or both.')
      const ledger = await connection.open()
      const { state, command } = await existing(ledger, run_id)
      if (state !== 'running' && state !== 'paused')
        throw new ApiProblem(
          409,
          'not-running',
          `The run ${run_id} is ${state}; there is nothing to control.`,
        )
      if (!CONTROLLABLE.has(command))
        throw new ApiProblem(409, 'not-controllable', `A run of "orch ${command}" cannot be controlled.`)
      const { wanted, cpuTarget } = await controlRun(ledger, run_id, {
        ...(action !== undefined && { wanted: WANTED[action] }),
        ...(cpu_target !== undefined && { cpuTarget: cpu_target }),
      })
      const answer = { run_id, wanted, cpu_target: cpuTarget ?? null }
      await appendEvents(ledger, [{ type: 'run-changed', runId: run_id, data: answer }])
      return json(answer, 200)
    })
}

async function existing(ledger: Ledger, runId: string): Promise<schemas.RunAnswer> {
  const run = await findRunAnswer(ledger, runId)
  if (run) return run
  throw new ApiProblem(404, 'unknown-run', `There is no run ${runId} in the ledger.`)
}
