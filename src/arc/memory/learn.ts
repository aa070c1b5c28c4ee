import { layersOf, type Program, parseProgram, printStep } from '../dsl/index.ts'
import { candidatesOf, type ScoredCandidate, type Trace } from '../trace/index.ts'
import { errorType, opsSignature } from './signature.ts'
import { type MemoryStore, storedKeys } from './store.ts'

/** An edit must gain more than this to count as an improvement. */
const STRICT = 1e-9

/**
 * Takes one finished task into memory. A trace holds train pairs' facts, programs and scores, and no test output, so
 * none can get in. Learning the same trace twice changes nothing.
 */
export function learnTrace(store: MemoryStore, trace: Trace, runKey: string): void {
  const byId = candidatesOf(trace)
  const candidates = [...byId.values()]
  const best = byId.get(trace.best_id)
  const facts = storedKeys(trace.facts.map((fact) => fact.key))
  store.transaction(() => {
    const episode = { status: trace.status, best_score: best?.verifier_score ?? 0, fact_keys: facts }
    if (!store.addEpisode(trace.task_id, runKey, episode, store.put(JSON.stringify(trace)))) return
    for (const candidate of candidates) store.addAttempt(runKey, trace, candidate)
    const solution = answered(trace, candidates) ?? best
    if (trace.status === 'solved' && solution !== undefined) learnSolution(store, trace, solution, facts)
    learnRepairs(store, trace, facts)
  })
}

/** What the task was answered by: of the programs that explain it, the one that the attempts trust most. */
function answered(trace: Trace, candidates: readonly ScoredCandidate[]): ScoredCandidate | undefined {
  return candidates.find(
    ({ program, pairs_solved }) =>
      program === trace.attempts[0]?.program_1 && pairs_solved === trace.train_pairs,
  )
}

function learnSolution(store: MemoryStore, trace: Trace, best: ScoredCandidate, facts: string): void {
  const isBetter = store.addSolution(trace.task_id, store.put(best.program), facts, best.cost)
  const parsed = parseProgram(best.program)
  if (!isBetter || parsed.kind === 'rejected') return
  for (const steps of fragmentsOf(parsed.program)) store.addFragment(store.put(steps), facts)
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
function learnRepairs(store: MemoryStore, trace: Trace, facts: string): void {
  const byId = candidatesOf(trace)
  for (const candidate of byId.values()) {
    const parent = byId.get(candidate.parent_id)
    if (parent === undefined || candidate.directive === null) continue
    const delta = candidate.verifier_score - parent.verifier_score
    const parsed = parseProgram(parent.program)
    if (delta <= STRICT || parsed.kind === 'rejected') continue
    const repair = {
      ops_signature: opsSignature(parsed.program),
      error_type: errorType(parent),
      directive: JSON.stringify(candidate.directive),
      mean_delta: delta,
      fact_keys: facts,
    }
    store.addCase(repair, trace.comparator_version)
  }
}
