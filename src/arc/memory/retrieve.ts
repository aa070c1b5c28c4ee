import { z } from 'zod'
import { directiveSchema } from '../trace/index.ts'
import { bounded, type CriticBundle, type RulerBundle } from './bundle.ts'
import type { LikenessRow, MemoryStore, ProgramRow } from './store.ts'

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

/** The rows most like a task, by facts; ties by what the row is called, so that the order is fixed. */
function nearest<T extends LikenessRow>(rows: readonly T[], facts: ReadonlySet<string>, count: number): T[] {
  return rows
    .map((row) => ({ row, score: likeness(facts, row.fact_keys) }))
    .sort((a, b) => b.score - a.score || (a.row.name < b.row.name ? -1 : 1))
    .slice(0, count)
    .map(({ row }) => row)
}

export function retrieveForRuler(
  store: MemoryStore,
  factKeys: readonly string[],
  sizes: RetrievalSizes,
): RulerBundle {
  const facts = new Set(factKeys)
  const programs = (rows: readonly ProgramRow[], count: number) =>
    nearest(rows, facts, count).map(({ name, program_blob }) => ({
      task_id: name,
      program: store.get(program_blob),
    }))
  const bundle: RulerBundle = {
    solved_examples: programs(store.solutions(), sizes.solvedExamples),
    open_examples: programs(store.bestOfUnsolved(), sizes.episodes),
    fragments: nearest(store.fragments(), facts, 2 * sizes.solvedExamples).map(({ name }) => store.get(name)),
    repair_cases: nearest(store.cases(), facts, sizes.repairCases).map(
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
  const episodes = store.episodes()
  const bundle: CriticBundle = {
    summary: nearest(episodes, facts, sizes.summary).map(
      ({ name, status, best_score }) => `${name} was ${status} with a best score of ${best_score}`,
    ),
    episodes: nearest(episodes, facts, sizes.episodes).map(({ name, status, best_score }) => ({
      task_id: name,
      status,
      best_score,
    })),
    cases: nearest(store.cases(), facts, sizes.cases).map(
      ({ ops_signature, error_type, uses, mean_delta }) => ({ ops_signature, error_type, uses, mean_delta }),
    ),
  }
  return bounded(bundle, sizes.maxBytes)
}
