/**
 * The little of SQL access that the ledger needs, so that one set of queries serves SQLite and PostgreSQL.
 * Queries mark parameters with `?`.
 */
export type SqlValue = string | number | null

export interface SqlReader {
  all<T>(query: string, parameters?: readonly SqlValue[]): Promise<T[]>
}

export interface SqlTransaction extends SqlReader {
  /** Runs one statement and returns how many rows it changed. */
  run(statement: string, parameters?: readonly SqlValue[]): Promise<number>
  /** The same statement for many rows, as fast as the database allows. */
  runMany(statement: string, rows: readonly (readonly SqlValue[])[]): Promise<void>
}

export interface Sql extends SqlReader {
  readonly dialect: 'sqlite' | 'postgres'
  /** What to call this database when talking to people. */
  readonly place: string
  /**
   * One transaction: all of it or nothing, never interleaved with another one of this process.
   * With `survivePowerLoss` it returns only when the disk has it; otherwise a crash of Orch loses nothing, but
   * a power cut may lose the last moments.
   */
  write<T>(
    work: (transaction: SqlTransaction) => Promise<T>,
    options?: { readonly survivePowerLoss?: boolean },
  ): Promise<T>
  /** Inside a transaction: waits until no other process is in the same named section. */
  lock(transaction: SqlTransaction, section: string): Promise<void>
  close(): Promise<void>
}
