import { layersOf, type Program, parseProgram, printStep } from '../dsl/index.ts'
import type { ScoredCandidate, Trace } from '../trace/index.ts'
import { errorType, opsSignature } from './signature.ts'
import type { MemoryStore } from './store.ts'

/** An edit must gain more than this to count as an improvement. */
const STRICT = 1e-9

/**
 * Takes one finished task into memory. A trace holds train pairs' facts, programs and scores, and no test output, so
 * none can get in. Learning the same trace twice changes nothing.
 */
export function learnTrace(store: MemoryStore, trace: Trace, runKey: string): void {
  const { database: db, namespace } = store
  const candidates = trace.iterations.flatMap((iteration) => iteration.candidates)
  const best = candidates.find((candidate) => candidate.candidate_id === trace.best_id)
  const facts = JSON.stringify([...new Set(trace.facts.map((fact) => fact.key))].sort())
  const known = db
    .prepare('select 1 from episodes where namespace = ? and task_id = ? and run_key = ?')
    .get(namespace, trace.task_id, runKey)
  if (known !== undefined) return
  db.exec('begin immediate')
  try {
    db.prepare('insert into episodes values (?, ?, ?, ?, ?, ?, ?)').run(
      namespace,
      trace.task_id,
      runKey,
      trace.status,
      best?.verifier_score ?? 0,
      facts,
      store.put(JSON.stringify(trace)),
    )
    const attempt = db.prepare('insert into attempts values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    for (const c of candidates) {
      attempt.run(
        namespace,
        trace.task_id,
        runKey,
        c.candidate_id,
        c.iter_idx,
        c.source,
        store.put(c.program),
        c.verifier_score,
        trace.comparator_version,
      )
    }
    if (trace.status === 'solved' && best !== undefined) learnSolution(store, trace, best, facts)
    learnRepairs(store, trace, candidates, facts)
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

function learnSolution(store: MemoryStore, trace: Trace, best: ScoredCandidate, facts: string): void {
  const { database: db, namespace } = store
  const changed = db
    .prepare(
      `insert into gold_solutions values (?, ?, ?, ?, ?) on conflict (namespace, task_id) do update set
       program_blob = excluded.program_blob, fact_keys = excluded.fact_keys, cost = excluded.cost
       where excluded.cost < gold_solutions.cost`,
    )
    .run(namespace, trace.task_id, store.put(best.program), facts, best.cost).changes
  const parsed = parseProgram(best.program)
  if (changed === 0 || parsed.kind === 'rejected') return
  const fragment = db.prepare(
    `insert into fragments values (?, ?, ?, 1) on conflict (namespace, steps_blob) do update set uses = uses + 1`,
  )
  for (const steps of fragmentsOf(parsed.program)) fragment.run(namespace, store.put(steps), facts)
}

/** The pipelines of a program with at least two steps that stand on their own: text of steps, grid to grid. */
function fragmentsOf(program: Program): string[] {
  const pipelines = program.stages.flatMap((stage) =>
    stage.kind === 'cells' ? [] : layersOf(stage).map(({ steps }) => steps),
  )
  const texts = pipelines.filter((steps) => steps.length >= 2).map((steps) => steps.map(printStep).join(' '))
  return [...new Set(texts)]
}

/** Case statistics change only when an edit made its parent strictly better by the comparator. */
function learnRepairs(
  store: MemoryStore,
  trace: Trace,
  candidates: readonly ScoredCandidate[],
  facts: string,
): void {
  const byId = new Map(candidates.map((candidate) => [candidate.candidate_id, candidate]))
  const upsert = store.database.prepare(
    `insert into cases values (?, ?, ?, ?, 1, ?, ?, ?, ?) on conflict (namespace, ops_signature, error_type) do update set
     mean_delta = (cases.mean_delta * cases.uses + excluded.mean_delta) / (cases.uses + 1),
     uses = cases.uses + 1,
     directive = case when excluded.best_delta > cases.best_delta then excluded.directive else cases.directive end,
     fact_keys = case when excluded.best_delta > cases.best_delta then excluded.fact_keys else cases.fact_keys end,
     best_delta = max(cases.best_delta, excluded.best_delta)`,
  )
  for (const candidate of candidates) {
    const parent = candidate.parent_id === null ? undefined : byId.get(candidate.parent_id)
    if (parent === undefined || candidate.directive === null) continue
    const delta = candidate.verifier_score - parent.verifier_score
    const parsed = parseProgram(parent.program)
    if (delta <= STRICT || parsed.kind === 'rejected') continue
    upsert.run(
      store.namespace,
      opsSignature(parsed.program),
      errorType(parent),
      JSON.stringify(candidate.directive),
      delta,
      delta,
      facts,
      trace.comparator_version,
    )
  }
}
