import { z } from 'zod'
import { directiveSchema } from '../trace/index.ts'
import { bounded, type CriticBundle, type RulerBundle } from './bundle.ts'
import type { MemoryStore } from './store.ts'

/** How much is fetched. */
export interface RetrievalSizes {
  readonly summary: number
  readonly episodes: number
  readonly cases: number
  readonly solvedExamples: number
  readonly repairCases: number
  readonly maxBytes: number
}

const keysSchema = z.array(z.string())

/** Share of facts that two tasks have in common. */
function likeness(a: ReadonlySet<string>, stored: string): number {
  const b = new Set(keysSchema.parse(JSON.parse(stored)))
  const shared = [...b].filter((key) => a.has(key)).length
  return shared / Math.max(1, a.size + b.size - shared)
}

interface Row {
  readonly name: string
  readonly fact_keys: string
}

/** The rows most like a task, by facts; ties by what the row is called, so that the order is fixed. */
function nearest<T extends Row>(rows: readonly T[], facts: ReadonlySet<string>, count: number): T[] {
  return rows
    .map((row) => ({ row, score: likeness(facts, row.fact_keys) }))
    .sort((a, b) => b.score - a.score || (a.row.name < b.row.name ? -1 : 1))
    .slice(0, count)
    .map(({ row }) => row)
}

function select<T>(store: MemoryStore, query: string): T[] {
  return store.database.prepare(query).all(store.namespace) as T[]
}

const CASES = `select ops_signature || ' ' || error_type as name, fact_keys, ops_signature, error_type, directive, uses,
  mean_delta from cases where namespace = ?`

interface Case extends Row {
  readonly ops_signature: string
  readonly error_type: string
  readonly directive: string
  readonly uses: number
  readonly mean_delta: number
}

export function retrieveForRuler(
  store: MemoryStore,
  factKeys: readonly string[],
  sizes: RetrievalSizes,
): RulerBundle {
  const facts = new Set(factKeys)
  const programs = (query: string, count: number) =>
    nearest(select<Row & { program_blob: string }>(store, query), facts, count).map(
      ({ name, program_blob }) => ({ task_id: name, program: store.get(program_blob) }),
    )
  const fragments = select<Row>(
    store,
    'select steps_blob as name, fact_keys from fragments where namespace = ?',
  )
  const bundle: RulerBundle = {
    solved_examples: programs(
      'select task_id as name, fact_keys, program_blob from gold_solutions where namespace = ?',
      sizes.solvedExamples,
    ),
    open_examples: programs(
      `select e.task_id as name, e.fact_keys, a.program_blob, max(a.verifier_score) as score
       from episodes e join attempts a using (namespace, task_id, run_key)
       where e.namespace = ? and not exists
         (select 1 from gold_solutions g where g.namespace = e.namespace and g.task_id = e.task_id)
       group by e.task_id`,
      sizes.episodes,
    ),
    fragments: nearest(fragments, facts, 2 * sizes.solvedExamples).map(({ name }) => store.get(name)),
    repair_cases: nearest(select<Case>(store, CASES), facts, sizes.repairCases).map(
      ({ ops_signature, error_type, directive }) => ({
        ops_signature,
        error_type,
        directive: directiveSchema.parse(JSON.parse(directive)),
      }),
    ),
  }
  return bounded(bundle, sizes.maxBytes)
}

export function retrieveForCritic(
  store: MemoryStore,
  factKeys: readonly string[],
  sizes: RetrievalSizes,
): CriticBundle {
  const facts = new Set(factKeys)
  const episodes = select<Row & { status: string; best_score: number }>(
    store,
    'select task_id as name, fact_keys, status, max(best_score) as best_score from episodes where namespace = ? group by task_id',
  )
  const bundle: CriticBundle = {
    summary: nearest(episodes, facts, sizes.summary).map(
      ({ name, status, best_score }) => `${name} was ${status} with a best score of ${best_score}`,
    ),
    episodes: nearest(episodes, facts, sizes.episodes).map(({ name, status, best_score }) => ({
      task_id: name,
      status,
      best_score,
    })),
    cases: nearest(select<Case>(store, CASES), facts, sizes.cases).map(
      ({ ops_signature, error_type, uses, mean_delta }) => ({ ops_signature, error_type, uses, mean_delta }),
    ),
  }
  return bounded(bundle, sizes.maxBytes)
}
