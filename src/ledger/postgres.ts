import { OrchError } from '../errors.ts'
import type { Sql, SqlReader, SqlTransaction, SqlValue } from './sql.ts'

const INT8 = 20
const NUMERIC = 1700
// The protocol allows 65,535 parameters in one statement.
const MOST_PARAMETERS = 60_000

interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>
}

/** PostgreSQL through a pool of connections. Every commit is on disk when it returns, as the server is set up. */
export async function openPostgres(
  url: string,
  { connections = 8 }: { connections?: number } = {},
): Promise<Sql> {
  const { default: pg } = await import('pg')
  const place = withoutPassword(url)
  const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
    // Counts and sums come as text, for they might exceed what a number holds; ours do not.
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
  const pool = new pg.Pool({ connectionString: url, max: connections, types: { getTypeParser } })
  // An idle connection that breaks is replaced by the pool; the next query tells if the server is gone.
  pool.on('error', () => {})
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new OrchError('ledger-unreachable', `The PostgreSQL ledger at ${place} does not answer.`, {
      hint: 'Check ORCH_DATABASE_URL and that the server runs, or unset it to use SQLite.',
      cause,
    })
  }
  return {
    dialect: 'postgres',
    place,
    ...readerOf(pool),
    async write(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(transactionOf(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
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

function withoutPassword(url: string): string {
  const start = url.indexOf('//') + 2
  const at = url.lastIndexOf('@')
  const colon = url.indexOf(':', start)
  return colon >= 0 && colon < at ? url.slice(0, colon) + url.slice(at) : url
}
