import { z } from 'zod'
import { directiveSchema, type Trace } from '../trace/index.ts'
import { bounded, type CriticBundle, type RulerBundle } from './bundle.ts'
import { type LikenessRow, type MemoryStore, type ProgramRow, storedKeys } from './store.ts'

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

/** What earlier runs of a task left to begin with, and what they have tried. */
function earlierRuns(traces: readonly Trace[], count: number): Pick<RulerBundle, 'earlier' | 'edited'> {
  const candidates = traces.flatMap(({ iterations }) => iterations.flatMap((it) => it.candidates))
  const edited = new Map(
    traces.flatMap(({ iterations }) => {
      const seeds = new Set(iterations.flatMap((it) => it.seeds))
      const tried = iterations.flatMap((it) => it.candidates.filter((c) => seeds.has(c.candidate_id)))
      return tried.map(({ program, verifier_score }) => [program, verifier_score] as const)
    }),
  )
  // Both attempts of a run are there whatever else is: without the second, its place goes to something new.
  const answers = traces.slice(0, count).flatMap((trace) => trace.answers ?? [])
  const left = candidates
    .filter(({ source, program }) => source === 'edit' && !edited.has(program))
    .sort((a, b) => b.verifier_score - a.verifier_score)
  const counted = new Map(answers.map(({ program, cost, support }) => [program, { program, cost, support }]))
  for (const { program, cost, support } of left)
    if (counted.size < count && !counted.has(program)) counted.set(program, { program, cost, support })
  return {
    earlier: [...counted.values()],
    edited: [...edited].map(([program, score]) => ({ program, score })),
  }
}

export function retrieveForRuler(
  store: MemoryStore,
  taskId: string,
  factKeys: readonly string[],
  sizes: RetrievalSizes,
): RulerBundle {
  const facts = new Set(factKeys)
  const own = sizes.episodes === 0 ? [] : store.tracesOf(taskId, storedKeys(factKeys))
  const programs = (rows: readonly ProgramRow[], count: number) =>
    nearest(rows, facts, count).map(({ name, program_blob }) => ({
      task_id: name,
      program: store.get(program_blob),
    }))
  const bundle: RulerBundle = {
    solved_examples: programs(store.solutions(), sizes.solvedExamples),
    // Its own are among the earlier ones, as they were counted: by its text alone a table is shorter than it was.
    open_examples: programs(
      store.bestOfUnsolved().filter(({ name }) => name !== taskId),
      sizes.episodes,
    ),
    ...earlierRuns(own, sizes.episodes),
    searched: own.map(({ settings }) => settings.nodes),
    looked: own.filter(({ iterations }) => iterations.length > 1).map(({ settings }) => settings.nodes),
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
