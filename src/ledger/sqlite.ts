import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { InputError, OrchError } from '../errors.ts'
import { makeFolder } from '../files/index.ts'
import type { Sql, SqlTransaction, SqlValue } from './sql.ts'

const BUSY = 5
const NOT_A_DATABASE = 26
const RETRY_MS = 20

/**
 * One connection writes, another one reads, so that reads see only what is committed and never wait.
 * A database locked by another process is waited for without blocking the event loop.
 */
export function openSqlite(path: string, { lockWaitMs = 10_000 }: { lockWaitMs?: number } = {}): Sql {
  const { writer, reader } = connect(path, lockWaitMs)
  const statements = new Map<string, StatementSync>()
  const reads = new Map<string, StatementSync>()
  let last: Promise<unknown> = Promise.resolve()

  const transaction: SqlTransaction = {
    all: async <T>(query: string, parameters: readonly SqlValue[] = []) =>
      prepared(writer, statements, query).all(...parameters) as T[],
    run: async (statement, parameters = []) =>
      Number(prepared(writer, statements, statement).run(...parameters).changes),
    runMany: async (statement, rows) => {
      const ready = prepared(writer, statements, statement)
      for (const row of rows) ready.run(...row)
    },
  }

  async function begin(): Promise<void> {
    const giveUpAt = performance.now() + lockWaitMs
    for (;;) {
      try {
        writer.exec('begin immediate')
        return
      } catch (error) {
        if (errorCode(error) !== BUSY) throw error
        if (performance.now() > giveUpAt) throw locked(path, error)
        await pause(RETRY_MS)
      }
    }
  }

  async function inTransaction<T>(
    work: (tx: SqlTransaction) => Promise<T>,
    survivePowerLoss: boolean,
  ): Promise<T> {
    if (survivePowerLoss) writer.exec('pragma synchronous = full')
    try {
      await begin()
      try {
        const result = await work(transaction)
        writer.exec('commit')
        return result
      } catch (error) {
        if (writer.isTransaction) writer.exec('rollback')
        throw error
      }
    } finally {
      if (survivePowerLoss) writer.exec('pragma synchronous = normal')
    }
  }

  return {
    dialect: 'sqlite',
    place: path,
    all: async <T>(query: string, parameters: readonly SqlValue[] = []) =>
      prepared(reader, reads, query).all(...parameters) as T[],
    write(work, { survivePowerLoss = false } = {}) {
      const turn = last.then(() => inTransaction(work, survivePowerLoss))
      last = turn.catch(() => {})
      return turn
    },
    // `begin immediate` has locked out every other writer already.
    lock: async () => {},
    async close() {
      await last
      reader.close()
      writer.close()
    },
  }
}

function connect(path: string, lockWaitMs: number): { writer: DatabaseSync; reader: DatabaseSync } {
  let writer: DatabaseSync | undefined
  try {
    makeFolder(dirname(path))
    writer = new DatabaseSync(path, { timeout: lockWaitMs })
    writer.exec('pragma journal_mode = wal')
    writer.exec('pragma synchronous = normal')
    // Goal keys are scattered over their index: without room for it every insert would read from disk.
    writer.exec('pragma cache_size = -65536')
    // Larger, rarer checkpoints: a page changed by many commits is copied into the database once.
    writer.exec('pragma wal_autocheckpoint = 8000')
    // From here on waiting is asynchronous.
    writer.exec('pragma busy_timeout = 0')
    const reader = new DatabaseSync(path, { timeout: lockWaitMs, readOnly: true })
    return { writer, reader }
  } catch (error) {
    writer?.close()
    if (errorCode(error) === BUSY) throw locked(path, error)
    if (errorCode(error) === NOT_A_DATABASE) {
      throw new InputError('ledger-unreadable', `The file ${path} is not a SQLite database.`, {
        hint: 'Move it away, or set ORCH_HOME to another folder.',
        cause: error,
      })
    }
    throw new OrchError('ledger-unreachable', `The ledger ${path} cannot be opened: ${messageOf(error)}.`, {
      hint: 'Check that the folder exists and may be written, or set ORCH_HOME to another one.',
      cause: error,
    })
  }
}

function prepared(database: DatabaseSync, cache: Map<string, StatementSync>, query: string): StatementSync {
  const known = cache.get(query)
  if (known) return known
  const statement = database.prepare(query)
  cache.set(query, statement)
  return statement
}

function locked(path: string, cause: unknown): OrchError {
  return new OrchError('ledger-locked', `The ledger ${path} is locked by another program.`, {
    hint: 'Close the program that holds it (often a sqlite3 shell with an open transaction) and try again.',
    cause,
  })
}

function errorCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  // Extended codes carry the plain one in their lowest byte.
  return error.errcode & 0xff
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
