/** The workers of all machines, what waits for them, and what broke every one of them. */
import * as routes from '../../api/routes/index.ts'
import { ALIVE_SECONDS, listWorkers, queueOverview } from '../../jobs/index.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

const MOST_DEAD = 50

export function workerRoutes({ connection }: ServerContext) {
  return createRoutes().openapi(routes.getWorkers, async ({ json }) => {
    const ledger = await connection.open()
    const overview = await queueOverview(ledger, MOST_DEAD)
    const workers = await listWorkers(ledger)
    return json(
      {
        shared: ledger.dialect === 'postgres',
        workers: workers.map(({ worker, host, lanes, upSeconds, silentSeconds, running }) => ({
          worker,
          host,
          alive: silentSeconds < ALIVE_SECONDS,
          lanes,
          up_seconds: Math.round(upSeconds),
          silent_seconds: Math.round(silentSeconds),
          running: [...running],
        })),
        queues: [...(overview?.queues ?? [])],
        dead: overview?.dead ?? 0,
        dead_jobs: (overview?.deadJobs ?? []).map(({ queue, group, key, error, diedAt }) => ({
          queue,
          run: group,
          key,
          error,
          died_at: diedAt,
        })),
      },
      200,
    )
  })
}
