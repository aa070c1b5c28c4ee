import { setTimeout as pause } from 'node:timers/promises'
import { Outage } from './outage.ts'
import { databaseError, hasCure, isPassing, refuseOldServer, withoutPassword } from './postgres-errors.ts'
import type { Sql, SqlReader, SqlTransaction, SqlValue } from './sql.ts'

const INT8 = 20
const NUMERIC = 1700
// The protocol allows 65,535 parameters in one statement.
const MOST_PARAMETERS = 60_000

interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>
}

export interface PostgresOptions {
  readonly connections?: number
  /** How long a server that went away is waited for before a query fails. */
  readonly outageMs?: number
}

const RETRY_MS = 250
/** A connection that says nothing for this long is given up: the cable may be cut. */
const SILENCE_MS = 60_000

/**
 * PostgreSQL through a pool of connections. Every commit is on disk when it returns, as the server is set up. A server
 * that goes away is waited for; a commit whose answer was lost is looked up, so that nothing is written twice.
 */
export async function openPostgres(
  url: string,
  { connections = 8, outageMs = 120_000 }: PostgresOptions = {},
): Promise<Sql> {
  const { default: pg } = await import('pg')
  const place = withoutPassword(url)
  const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
    // Counts and sums come as text, for they might exceed what a number holds; ours do not.
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: { getTypeParser },
    application_name: 'orch ledger',
    connectionTimeoutMillis: 10_000,
    query_timeout: SILENCE_MS,
    // So that what a lost connection had begun is decided before long.
    idle_in_transaction_session_timeout: SILENCE_MS,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; the next query tells if the server is gone.
  pool.on('error', () => {})
  try {
    const { rows } = await pool.query(`select current_setting('server_version_num') as version`)
    refuseOldServer(Number(rows[0].version), url)
  } catch (cause) {
    await pool.end()
    throw databaseError(url, cause)
  }

  async function outlast<T>(work: () => Promise<T>): Promise<T> {
    const outage = new Outage({ mostMs: outageMs, mostOfTryMs: SILENCE_MS })
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!isPassing(error) || pool.ending) throw hasCure(error) ? databaseError(url, error) : error
        if (outage.isGivenUp()) throw databaseError(url, error)
        await pause(RETRY_MS)
      }
    }
  }

  async function writeOnce<T>(work: (transaction: SqlTransaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    // A connection may break between two statements, where nobody listens for it.
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      await client.query('begin')
      const result = await work(transactionOf(client))
      const { rows } = await client.query('select pg_current_xact_id_if_assigned()::text as id')
      const id: string | null = rows[0].id
      try {
        await client.query('commit')
      } catch (error) {
        if (id === null || !isPassing(error) || !(await outlast(() => wasCommitted(id)))) throw error
        broken ??= error instanceof Error ? error : new Error(String(error))
      }
      return result
    } catch (error) {
      if (isPassing(error)) broken ??= error instanceof Error ? error : new Error(String(error))
      else await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  /** Asks until it is decided: the server may still be at it while its answer is lost. */
  async function wasCommitted(id: string): Promise<boolean> {
    for (;;) {
      const { rows } = await pool.query('select pg_xact_status($1::xid8) as status', [id])
      if (rows[0].status !== 'in progress') return rows[0].status === 'committed'
      await pause(RETRY_MS)
    }
  }

  const reader = readerOf(pool)
  return {
    dialect: 'postgres',
    place,
    all: (query, parameters) => outlast(() => reader.all(query, parameters)),
    write: (work) => outlast(() => writeOnce(work)),
    async lock(transaction, section) {
      await transaction.all('select pg_advisory_xact_lock(hashtext(?))', [`orch:${section}`])
    },
    close: () => pool.end(),
  }
}

function readerOf(source: Queryable): SqlReader {
  return {
    all: async <T>(query: string, parameters: readonly SqlValue[] = []) =>
      (await source.query(numbered(query), parameters.map(storable))).rows as T[],
  }
}

function transactionOf(client: Queryable): SqlTransaction {
  return {
    ...readerOf(client),
    run: async (statement, parameters = []) =>
      (await client.query(numbered(statement), parameters.map(storable))).rowCount ?? 0,
    async runMany(statement, rows) {
      const width = rows[0]?.length ?? 0
      const start = statement.indexOf('values (')
      const values = statement.slice(start, statement.indexOf(')', start) + 1)
      if (start < 0) {
        for (const row of rows) await client.query(numbered(statement), row.map(storable))
        return
      }
      const size = Math.max(1, Math.floor(MOST_PARAMETERS / Math.max(1, width)))
      for (let from = 0; from < rows.length; from += size) {
        const chunk = rows.slice(from, from + size)
        const row = values.slice('values '.length)
        const many = statement.replace(values, `values ${chunk.map(() => row).join(', ')}`)
        await client.query(numbered(many), chunk.flat().map(storable))
      }
    },
  }
}

/** PostgreSQL has no way to store the character zero; what Lean or a user wrote must not stop a run for that. */
function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value
}

function numbered(query: string): string {
  let position = 0
  return query.replace(/\?/g, () => {
    position += 1
    return `$${position}`
  })
}
