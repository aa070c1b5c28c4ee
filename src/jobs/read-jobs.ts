/** What the shared queue holds, read from the tables of pg-boss. */
import { DEAD_QUEUE, readFailure, readPayload, SCHEMA } from './job-rows.ts'
import type { DeadJob, QueueCounts } from './queue.ts'

type Query = <T>(text: string, values: (string | number)[]) => Promise<T[]>

export async function readQueueCounts(all: Query): Promise<readonly QueueCounts[]> {
  const rows = await all<{ queue: string; waiting: string; active: string }>(
    `select name as queue, count(*) filter (where state < 'active') as waiting,
        count(*) filter (where state = 'active') as active
      from ${SCHEMA}.job where state <= 'active' and name <> $1 group by name order by name`,
    [DEAD_QUEUE],
  )
  return rows.map(({ queue, waiting, active }) => ({
    queue,
    waiting: Number(waiting),
    active: Number(active),
  }))
}

export async function countDeadJobs(all: Query): Promise<number> {
  const [row] = await all<{ n: string }>(
    `select count(*) as n from ${SCHEMA}.job where name = $1 and state < 'active'`,
    [DEAD_QUEUE],
  )
  return Number(row?.n ?? 0)
}

interface DeadRow {
  source_name: string | null
  data: unknown
  source_output: unknown
  created_on: Date
}

export async function readDeadJobs(all: Query, limit: number): Promise<readonly DeadJob[]> {
  const rows = await all<DeadRow>(
    `select source_name, data, source_output, created_on from ${SCHEMA}.job
      where name = $1 and state < 'active' order by created_on desc limit $2`,
    [DEAD_QUEUE, limit],
  )
  return rows.map(({ source_name, data, source_output, created_on }) => {
    const { group, key } = readPayload(data)
    return {
      queue: source_name ?? '',
      group,
      key,
      error: readFailure(source_output),
      diedAt: created_on.toISOString(),
    }
  })
}
