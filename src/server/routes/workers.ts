/** The workers of all machines, what waits for them, and what broke every one of them. */
import { ALIVE_SECONDS, listWorkers, queueOverview } from '../../jobs/index.ts'
import type { ServerParts } from '../parts.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

const MOST_DEAD = 50

export function addWorkers(router: ApiRouter, { door }: ServerParts): void {
  router.get(
    '/api/workers',
    { summary: 'Workers of all machines, waiting and dead jobs', tag: 'System', answer: schemas.workers },
    async () => {
      const ledger = await door.open()
      const overview = await queueOverview(ledger, MOST_DEAD)
      const workers = await listWorkers(ledger)
      return {
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
      }
    },
  )
}
