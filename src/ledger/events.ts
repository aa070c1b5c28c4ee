/**
 * What happened, for whoever watches from another process. Attempts are not in here: the table of attempts is its own
 * record. Old events are forgotten; nothing that counts is kept in them alone.
 */
import type { Ledger } from './ledger.ts'
import type { SqlReader, SqlTransaction } from './sql.ts'

export const EVENT_TYPES = ['run-started', 'run-ended', 'run-changed', 'pulse', 'goal', 'ticket'] as const

export type EventType = (typeof EVENT_TYPES)[number]

export interface NewEvent {
  readonly type: EventType
  readonly runId?: string
  readonly data: object
}

export interface StoredEvent {
  readonly id: number
  readonly at: string
  readonly runId: string | undefined
  readonly type: string
  readonly data: unknown
}

interface EventRow {
  id: number
  at: string
  run_id: string | null
  type: string
  data: string
}

const KEPT = 100_000
const FORGET_EVERY = 500

export async function appendEvents({ sql }: Ledger, events: readonly NewEvent[]): Promise<void> {
  await sql.write(async (transaction) => {
    // In one order for everybody: an event never becomes visible after one with a higher id.
    await sql.lock(transaction, 'events')
    const at = new Date().toISOString()
    await transaction.runMany(
      'insert into events (at, run_id, type, data) values (?, ?, ?, ?)',
      events.map(({ type, runId, data }) => [at, runId ?? null, type, JSON.stringify(data)]),
    )
    await forget(transaction, events.length)
  })
}

async function forget(transaction: SqlTransaction, added: number): Promise<void> {
  const last = await lastId(transaction)
  const isTime = Math.floor(last / FORGET_EVERY) > Math.floor((last - added) / FORGET_EVERY)
  if (last > KEPT && isTime) await transaction.run('delete from events where id <= ?', [last - KEPT])
}

export function lastEventId({ sql }: Ledger): Promise<number> {
  return lastId(sql)
}

async function lastId(reader: SqlReader): Promise<number> {
  const [row] = await reader.all<{ id: number | null }>('select max(id) as id from events')
  return row?.id ?? 0
}

export async function readEvents({ sql }: Ledger, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await sql.all<EventRow>('select * from events where id > ? order by id limit ?', [
    after,
    limit,
  ])
  return rows.map(toEvent)
}

/** The newest events of one type, newest first. */
export async function lastEvents(
  { sql }: Ledger,
  { type, runId, limit }: { type: EventType; runId?: string; limit: number },
): Promise<StoredEvent[]> {
  const [condition, parameters] = runId === undefined ? ['', []] : ['and run_id = ?', [runId]]
  const rows = await sql.all<EventRow>(
    `select * from events where type = ? ${condition} order by id desc limit ?`,
    [type, ...parameters, limit],
  )
  return rows.map(toEvent)
}

function toEvent({ id, at, run_id, type, data }: EventRow): StoredEvent {
  return { id, at, runId: run_id ?? undefined, type, data: JSON.parse(data) }
}
