import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OrchError } from '../../errors.ts'
import { makeFolder, writeWhole } from '../../files/index.ts'
import type { ScoredCandidate, Trace } from '../trace/index.ts'

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

/** The facts of a task as they are stored. */
export function storedKeys(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)].sort())
}

/** A row that is looked up by how much its task is like another. */
export interface LikenessRow {
  readonly name: string
  readonly fact_keys: string
}

export interface ProgramRow extends LikenessRow {
  readonly program_blob: string
}

interface EpisodeRow extends LikenessRow {
  readonly status: string
  readonly best_score: number
}

interface CaseRow extends LikenessRow {
  readonly ops_signature: string
  readonly error_type: string
  readonly directive: string
  readonly uses: number
  readonly mean_delta: number
}

/** SQLite for what is searched, and a folder of content-addressed blobs for what is only fetched. */
export class MemoryStore {
  readonly namespace: string
  readonly #database: DatabaseSync
  readonly #blobs: string

  constructor(folder: string, namespace: string) {
    this.namespace = namespace
    this.#blobs = join(folder, 'blobs')
    try {
      makeFolder(this.#blobs)
      this.#database = new DatabaseSync(join(folder, 'memory.db'), { timeout: 10_000 })
      this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal')
      const row = this.#database.prepare('pragma user_version').get()
      if (Number(row?.user_version) > 1) throw new Error('it was written by a newer Orch')
      this.#database.exec(SCHEMA)
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
      hash.update(JSON.stringify(this.#select(query)))
    }
    return hash.digest('hex')
  }

  /** All that `learn` writes, or nothing of it. */
  transaction(learn: () => void): void {
    this.#database.exec('begin immediate')
    try {
      learn()
      this.#database.exec('commit')
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  /** One run of a task; false if it is known. */
  addEpisode(taskId: string, runKey: string, episode: Omit<EpisodeRow, 'name'>, traceBlob: string): boolean {
    const { status, best_score, fact_keys } = episode
    const values = [taskId, runKey, status, best_score, fact_keys, traceBlob]
    return this.#add('episodes', values, 'on conflict do nothing')
  }

  addAttempt(runKey: string, { task_id, comparator_version }: Trace, candidate: ScoredCandidate): void {
    const { candidate_id, iter_idx, source, program, verifier_score } = candidate
    const place = [task_id, runKey, candidate_id, iter_idx, source]
    this.#add('attempts', [...place, this.put(program), verifier_score, comparator_version])
  }

  /** Keeps the cheapest solution of a task; false if a known one is no dearer. */
  addSolution(taskId: string, programBlob: string, factKeys: string, cost: number): boolean {
    const cheaper = `on conflict (namespace, task_id) do update set program_blob = excluded.program_blob,
       fact_keys = excluded.fact_keys, cost = excluded.cost where excluded.cost < gold_solutions.cost`
    return this.#add('gold_solutions', [taskId, programBlob, factKeys, cost], cheaper)
  }

  addFragment(stepsBlob: string, factKeys: string): void {
    const again = 'on conflict (namespace, steps_blob) do update set uses = uses + 1'
    this.#add('fragments', [stepsBlob, factKeys, 1], again)
  }

  /** Counts a repair that helped; its directive is that of the largest gain so far. */
  addCase(repair: Omit<CaseRow, 'name' | 'uses'>, comparatorVersion: string): void {
    const { ops_signature, error_type, directive, mean_delta: delta, fact_keys } = repair
    const again = `on conflict (namespace, ops_signature, error_type) do update set
       mean_delta = (cases.mean_delta * cases.uses + excluded.mean_delta) / (cases.uses + 1),
       uses = cases.uses + 1,
       directive = case when excluded.best_delta > cases.best_delta then excluded.directive else cases.directive end,
       fact_keys = case when excluded.best_delta > cases.best_delta then excluded.fact_keys else cases.fact_keys end,
       best_delta = max(cases.best_delta, excluded.best_delta)`
    const values = [ops_signature, error_type, directive, 1, delta, delta, fact_keys, comparatorVersion]
    this.#add('cases', values, again)
  }

  /** Adds a row of this namespace; false if nothing had to change. */
  #add(table: string, values: readonly (string | number)[], otherwise = ''): boolean {
    const query = `insert into ${table} values (?${', ?'.repeat(values.length)}) ${otherwise}`
    return this.#database.prepare(query).run(this.namespace, ...values).changes !== 0
  }

  solutions(): readonly ProgramRow[] {
    return this.#select(
      'select task_id as name, fact_keys, program_blob from gold_solutions where namespace = ?',
    )
  }

  /** The best program of each task that no run has solved. */
  bestOfUnsolved(): readonly ProgramRow[] {
    return this.#select(
      `select e.task_id as name, e.fact_keys, a.program_blob, max(a.verifier_score) as score
       from episodes e join attempts a using (namespace, task_id, run_key)
       where e.namespace = ? and not exists
         (select 1 from gold_solutions g where g.namespace = e.namespace and g.task_id = e.task_id)
       group by e.task_id`,
    )
  }

  /** The traces of every run of one task, as it was then: with the same facts. The newest comes first. */
  tracesOf(taskId: string, factKeys: string): Trace[] {
    const query =
      'select trace_blob from episodes where namespace = ? and task_id = ? and fact_keys = ? order by rowid desc'
    const rows = this.#select<{ trace_blob: string }>(query, taskId, factKeys)
    return rows.map(({ trace_blob }) => JSON.parse(this.get(trace_blob)) as Trace)
  }

  /** Named after the blob of their steps. */
  fragments(): readonly LikenessRow[] {
    return this.#select('select steps_blob as name, fact_keys from fragments where namespace = ?')
  }

  cases(): readonly CaseRow[] {
    return this.#select(
      `select ops_signature || ' ' || error_type as name, fact_keys, ops_signature, error_type, directive, uses,
       mean_delta from cases where namespace = ?`,
    )
  }

  /** The best one of each task. */
  episodes(): readonly EpisodeRow[] {
    return this.#select(
      `select task_id as name, fact_keys, status, max(best_score) as best_score from episodes
       where namespace = ? group by task_id`,
    )
  }

  #select<T>(query: string, ...more: readonly string[]): T[] {
    return this.#database.prepare(query).all(this.namespace, ...more) as T[]
  }

  close(): void {
    this.#database.close()
  }
}
