import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OrchError } from '../../errors.ts'
import { makeFolder, writeWhole } from '../../files/index.ts'

const SCHEMA = `
create table if not exists episodes (
  namespace text not null, task_id text not null, run_key text not null, status text not null,
  best_score real not null, fact_keys text not null, trace_blob text not null,
  primary key (namespace, task_id, run_key)) strict;
create table if not exists attempts (
  namespace text not null, task_id text not null, run_key text not null, candidate_id text not null,
  iter_idx integer not null, source text not null, program_blob text not null, verifier_score real not null,
  comparator_version text not null, primary key (namespace, task_id, run_key, candidate_id)) strict;
create table if not exists gold_solutions (
  namespace text not null, task_id text not null, program_blob text not null, fact_keys text not null,
  cost real not null, primary key (namespace, task_id)) strict;
create table if not exists fragments (
  namespace text not null, steps_blob text not null, fact_keys text not null, uses integer not null,
  primary key (namespace, steps_blob)) strict;
create table if not exists cases (
  namespace text not null, ops_signature text not null, error_type text not null, directive text not null,
  uses integer not null, mean_delta real not null, best_delta real not null, fact_keys text not null,
  comparator_version text not null, primary key (namespace, ops_signature, error_type)) strict;
pragma user_version = 1;
`

/** SQLite for what is searched, and a folder of content-addressed blobs for what is only fetched. */
export class MemoryStore {
  readonly namespace: string
  readonly database: DatabaseSync
  readonly #blobs: string

  constructor(folder: string, namespace: string) {
    this.namespace = namespace
    this.#blobs = join(folder, 'blobs')
    try {
      makeFolder(this.#blobs)
      this.database = new DatabaseSync(join(folder, 'memory.db'), { timeout: 10_000 })
      this.database.exec('pragma journal_mode = wal; pragma synchronous = normal')
      const row = this.database.prepare('pragma user_version').get()
      if (Number(row?.user_version) > 1) throw new Error('it was written by a newer Orch')
      this.database.exec(SCHEMA)
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new OrchError('arc_memory_unusable', `The memory in ${folder} cannot be opened: ${why}.`, {
        hint: 'Set ARC_V3_MEMORY_DIR to another folder, or unset it to run without memory.',
        cause,
      })
    }
  }

  /** Stores a text under its hash; the same text is stored once. */
  put(text: string): string {
    const hash = createHash('sha256').update(text).digest('hex')
    const path = this.#pathOf(hash)
    if (!existsSync(path)) writeWhole([{ path, text: [text] }])
    return hash
  }

  get(hash: string): string {
    return readFileSync(this.#pathOf(hash), 'utf8')
  }

  #pathOf(hash: string): string {
    return join(this.#blobs, hash.slice(0, 2), hash)
  }

  /** Changes whenever a run could be told something else by this namespace. */
  revision(): string {
    const hash = createHash('sha256')
    for (const query of [
      'select task_id, program_blob, fact_keys from gold_solutions where namespace = ? order by task_id',
      'select steps_blob, uses, fact_keys from fragments where namespace = ? order by steps_blob',
      'select ops_signature, error_type, directive, uses, mean_delta from cases where namespace = ? order by 1, 2',
      'select task_id, run_key, status, best_score from episodes where namespace = ? order by 1, 2',
    ]) {
      hash.update(JSON.stringify(this.database.prepare(query).all(this.namespace)))
    }
    return hash.digest('hex')
  }

  close(): void {
    this.database.close()
  }
}
