/**
 * Copies one ledger into another, in pieces that are each one transaction with the note how far it has come: a copy
 * that is killed goes on from there and nothing comes twice. Then every row is read again on both sides and compared.
 *
 * Attempts have no key but their number, so the target keeps a block of numbers free for them: attempt n of the source
 * is attempt `first_id + n` of the target, and others may write there meanwhile.
 */
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Ledger } from './ledger.ts'
import type { Sql, SqlTransaction, SqlValue } from './sql.ts'

export interface TableCopy {
  readonly table: string
  /** In the source. */
  readonly rows: number
  /** By this invocation. */
  readonly copied: number
  readonly equal: number
  /** The target has a row of that key with other contents: it is kept. */
  readonly differing: number
  /** Of the source's rows; that of the target is the same if nothing differs. */
  readonly hash: string
}

interface TableShape {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Rows are numbered, and get other numbers in the target. */
  readonly numbered?: boolean
}

type Row = Readonly<Record<string, SqlValue>>

const TABLES: readonly TableShape[] = [
  {
    name: 'runs',
    key: ['run_id'],
    columns: ['run_id', 'command', 'config', 'seed', 'started_at', 'ended_at', 'summary', 'host', 'pid'],
  },
  { name: 'receipts', key: ['receipt'], columns: ['receipt', 'goal_hash', 'body', 'created_at'] },
  { name: 'denied_receipts', key: ['receipt'], columns: ['receipt', 'why', 'denied_at'] },
  {
    name: 'goals',
    key: ['goal_hash'],
    columns: [
      'goal_hash',
      'goal_id',
      'goal_text',
      'context',
      'imports',
      'preamble',
      'difficulty',
      'priority',
      'status',
      'solved_by',
      'tactics',
      'receipt',
      'created_at',
      'solved_at',
      'metadata',
      'text_key',
      'script',
    ],
  },
  { name: 'search_index', key: ['kind', 'ref'], columns: ['kind', 'ref', 'words'] },
  {
    name: 'attempts',
    key: ['id'],
    numbered: true,
    columns: [
      'id',
      'goal_hash',
      'goal_text',
      'strategy',
      'success',
      'time_seconds',
      'tactics',
      'timestamp',
      'outcome',
      'cpu_seconds',
      'strategy_version',
      'budget',
      'run_id',
      'receipt',
      'error',
      'worker',
      'cache_hit',
      'counterexample',
      'lemma_set',
      'premises',
      'script',
    ],
  },
  {
    name: 'arc_attempts',
    key: ['id'],
    numbered: true,
    columns: [
      'id',
      'task_hash',
      'task',
      'strategy',
      'settings',
      'outcome',
      'program',
      'time_seconds',
      'cpu_seconds',
      'timestamp',
      'run_id',
      'receipt',
      'error',
      'worker',
    ],
  },
  {
    name: 'tactic_cache',
    key: ['goal_hash', 'tactics'],
    columns: ['goal_hash', 'tactics', 'strategy', 'success_rate', 'avg_time', 'use_count', 'last_used'],
  },
  {
    name: 'premise_cache',
    key: ['goal_hash', 'source'],
    columns: ['goal_hash', 'source', 'premises', 'updated_at'],
  },
  {
    name: 'unfinished',
    key: ['goal_hash', 'strategy'],
    columns: ['goal_hash', 'strategy', 'strategy_version', 'scripts', 'run_id', 'updated_at'],
  },
  {
    name: 'search_trees',
    key: ['goal_hash', 'strategy'],
    columns: ['goal_hash', 'strategy', 'run_id', 'updated_at', 'tree'],
  },
  {
    name: 'proof_states',
    key: ['goal_hash', 'script_hash'],
    columns: ['goal_hash', 'script_hash', 'updated_at', 'states'],
  },
  { name: 'bandit_state', key: ['policy'], columns: ['policy', 'state', 'updated_at'] },
  {
    name: 'tickets',
    key: ['ticket_id'],
    columns: [
      'ticket_id',
      'goal_hash',
      'goal',
      'context',
      'suggested_name',
      'constraints',
      'priority',
      'status',
      'claimed_by',
      'lease_expires_at',
      'completed_by',
      'completed_proof',
      'receipt',
      'created_at',
      'updated_at',
      'wanted',
    ],
  },
  { name: 'ticket_deps', key: ['ticket_id', 'depends_on'], columns: ['ticket_id', 'depends_on'] },
  { name: 'ticket_waiters', key: ['ticket_id', 'goal_hash'], columns: ['ticket_id', 'goal_hash'] },
]

const CHUNK = 1_000

export async function copyLedger(
  source: Pick<Ledger, 'sql' | 'place'>,
  target: Pick<Ledger, 'sql'>,
  onProgress: (table: string, rows: number) => void = () => {},
): Promise<readonly TableCopy[]> {
  const name = `${hostname()}:${source.place}`
  const copies: TableCopy[] = []
  for (const shape of TABLES) {
    const copied = await copyTable(source.sql, target.sql, name, shape, onProgress)
    copies.push({ ...(await compare(source.sql, target.sql, name, shape)), table: shape.name, copied })
  }
  return copies
}

interface Progress {
  readonly lastKey: SqlValue[] | undefined
  readonly firstId: number
  readonly rows: number
}

async function copyTable(
  source: Sql,
  target: Sql,
  name: string,
  shape: TableShape,
  onProgress: (table: string, rows: number) => void,
): Promise<number> {
  let progress = (await readProgress(target, name, shape)) ?? (await begin(source, target, name, shape))
  let copied = 0
  for (;;) {
    const rows = await readRows(source, shape, progress.lastKey)
    const last = rows.at(-1)
    if (last === undefined) return copied
    const { firstId } = progress
    const lastKey = shape.key.map((column) => last[column] ?? null)
    const done = progress.rows + rows.length
    await target.write(async (transaction) => {
      await insert(
        target,
        transaction,
        shape,
        rows.map((row) => renumbered(shape, row, firstId)),
      )
      await transaction.run(
        'update ledger_copies set last_key = ?, rows_copied = ?, updated_at = ? where source = ? and table_name = ?',
        [JSON.stringify(lastKey), done, new Date().toISOString(), name, shape.name],
      )
    })
    progress = { lastKey, firstId, rows: done }
    copied += rows.length
    onProgress(shape.name, done)
  }
}

async function readProgress(
  target: Sql,
  name: string,
  { name: tableName }: TableShape,
): Promise<Progress | undefined> {
  const [row] = await target.all<{ last_key: string; first_id: number; rows_copied: number }>(
    'select last_key, first_id, rows_copied from ledger_copies where source = ? and table_name = ?',
    [name, tableName],
  )
  if (!row) return undefined
  const lastKey = JSON.parse(row.last_key) as SqlValue[]
  return { lastKey: lastKey.length === 0 ? undefined : lastKey, firstId: row.first_id, rows: row.rows_copied }
}

/** Keeps the numbers free that the source may still use for a while: it may be copied again when it has grown. */
async function begin(source: Sql, target: Sql, name: string, shape: TableShape): Promise<Progress> {
  const [row] = shape.numbered
    ? await source.all<{ most: number | null }>(`select max(id) as most from ${shape.name}`)
    : []
  const wanted = 2 * (row?.most ?? 0) + 1_000_000
  return target.write(async (transaction) => {
    await target.lock(transaction, 'copy')
    let firstId = 0
    if (shape.numbered) {
      const [found] = await transaction.all<{ first: number }>(
        target.dialect === 'postgres'
          ? `select setval(pg_get_serial_sequence('${shape.name}', 'id'), nextval(pg_get_serial_sequence('${shape.name}', 'id')) + ${wanted}) - ${wanted} as first`
          : `select coalesce(max(id), 0) as first from ${shape.name}`,
      )
      firstId = found?.first ?? 0
    }
    await transaction.run(
      `insert into ledger_copies (source, table_name, last_key, first_id, rows_copied, updated_at)
        values (?, ?, '[]', ?, 0, ?)`,
      [name, shape.name, firstId, new Date().toISOString()],
    )
    return { lastKey: undefined, firstId, rows: 0 }
  })
}

async function readRows(
  sql: Sql,
  { name, key, columns }: TableShape,
  after: readonly SqlValue[] | undefined,
): Promise<Row[]> {
  const where = after ? `where (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : ''
  return sql.all<Row>(
    `select ${columns.join(', ')} from ${name} ${where} order by ${key.join(', ')} limit ?`,
    [...(after ?? []), CHUNK],
  )
}

async function insert(
  target: Sql,
  transaction: SqlTransaction,
  shape: TableShape,
  rows: readonly Row[],
): Promise<void> {
  const { name, columns } = shape
  // A goal that is open there and settled here is settled there from now on; tickets are one per goal.
  const conflict =
    name === 'goals'
      ? `on conflict (goal_hash) do update set status = excluded.status, solved_by = excluded.solved_by,
          tactics = excluded.tactics, script = excluded.script, receipt = excluded.receipt, solved_at = excluded.solved_at,
          goal_text = excluded.goal_text, context = excluded.context, imports = excluded.imports,
          preamble = excluded.preamble, text_key = excluded.text_key where goals.status = 'open' and excluded.status <> 'open'`
      : name === 'search_index' && target.dialect === 'sqlite'
        ? ''
        : 'on conflict do nothing'
  await transaction.runMany(
    `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${conflict}`,
    rows.map((row) => columns.map((column) => row[column] ?? null)),
  )
}

function renumbered({ numbered }: TableShape, row: Row, firstId: number): Row {
  return numbered ? { ...row, id: Number(row.id) + firstId } : row
}

/** Reads both sides again, piece by piece. */
async function compare(
  source: Sql,
  target: Sql,
  name: string,
  shape: TableShape,
): Promise<Omit<TableCopy, 'table' | 'copied'>> {
  const { firstId } = (await readProgress(target, name, shape)) ?? { firstId: 0 }
  const hash = createHash('sha256')
  let [rows, equal, differing] = [0, 0, 0]
  let after: SqlValue[] | undefined
  for (;;) {
    const chunk = await readRows(source, shape, after)
    const last = chunk.at(-1)
    if (last === undefined) return { rows, equal, differing, hash: hash.digest('hex') }
    after = shape.key.map((column) => last[column] ?? null)
    const expected = chunk.map((row) => renumbered(shape, row, firstId))
    const found = new Map(
      (await readByKey(target, shape, expected)).map((row) => [keyOf(shape, row), textOf(shape, row)]),
    )
    for (const row of expected) {
      const text = textOf(shape, row)
      hash.update(`${textOf(shape, shape.numbered ? { ...row, id: Number(row.id) - firstId } : row)}\n`)
      rows += 1
      if (found.get(keyOf(shape, row)) === text) equal += 1
      else differing += 1
    }
  }
}

async function readByKey(sql: Sql, shape: TableShape, rows: readonly Row[]): Promise<Row[]> {
  const { name, key, columns } = shape
  const one = `(${key.map(() => '?').join(', ')})`
  // A list of pairs is text to PostgreSQL, which ours are; a single key has the type of its column.
  const list = key.length === 1 ? rows.map(() => '?').join(', ') : `values ${rows.map(() => one).join(', ')}`
  return sql.all<Row>(
    `select ${columns.join(', ')} from ${name} where (${key.join(', ')}) in (${list})`,
    rows.flatMap((row) => key.map((column) => row[column] ?? null)),
  )
}

function keyOf({ key }: TableShape, row: Row): string {
  return JSON.stringify(key.map((column) => plain(row[column] ?? null)))
}

function textOf({ columns }: TableShape, row: Row): string {
  return JSON.stringify(columns.map((column) => plain(row[column] ?? null)))
}

/** As PostgreSQL can hold it. */
function plain(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value
}
