import { COMPARATOR_VERSION } from '../compare/index.ts'
import { CRITIC_VERSION } from '../critic/index.ts'
import type { Metrics, TaskRow, Trace } from '../trace/index.ts'

/** What became of one task: a trace, or the sentence that says why there is none. */
export type TaskResult =
  | { readonly kind: 'trace'; readonly trace: Trace }
  | { readonly kind: 'error'; readonly task_id: string; readonly message: string; readonly tests: number }

const NO_ATTEMPT = {
  attempt_1: null,
  attempt_2: null,
  program_1: null,
  program_2: null,
  confidence_1: 0,
  confidence_2: 0,
}

export function taskRow(result: TaskResult, seed: number): TaskRow {
  const trace = result.kind === 'trace' ? result.trace : undefined
  const candidates = trace?.iterations.flatMap((iteration) => iteration.candidates) ?? []
  const best = candidates.find(({ candidate_id }) => candidate_id === trace?.best_id)
  const tests = result.kind === 'error' ? result.tests : 0
  return {
    task_id: result.kind === 'error' ? result.task_id : result.trace.task_id,
    status: trace?.status ?? 'error',
    error: result.kind === 'error' ? result.message : null,
    seed: trace?.seed ?? seed,
    comparator_version: trace?.comparator_version ?? COMPARATOR_VERSION,
    iterations: trace?.iterations.length ?? 0,
    candidates: candidates.length,
    program: best?.program ?? null,
    source: best?.source ?? null,
    pairs_solved: best?.pairs_solved ?? 0,
    train_pairs: trace?.train_pairs ?? 0,
    verifier_score: best?.verifier_score ?? 0,
    critic_score: best?.critic_score ?? 0,
    feature_vec: best?.feature_vec ?? [],
    attempts: trace?.attempts ?? Array.from({ length: tests }, () => NO_ATTEMPT),
  }
}

/** Counts over a batch. No times and no test scores: the same inputs give the same file. */
export function metricsOf(
  rows: readonly TaskRow[],
  traces: readonly Trace[],
  run: {
    readonly skipped: number
    readonly seed: number
    readonly checkpoints: Readonly<Record<string, string>>
  },
): Metrics {
  const solved = rows.filter((row) => row.status === 'solved')
  const solvedBy: Record<string, number> = {}
  for (const row of solved) if (row.source !== null) solvedBy[row.source] = (solvedBy[row.source] ?? 0) + 1
  const candidates = traces.flatMap((trace) =>
    trace.iterations.flatMap((it) => it.candidates.map((c) => ({ trace, c }))),
  )
  const edits = candidates.filter(({ c }) => c.source === 'edit')
  const improving = edits.filter(({ trace, c }) => {
    const parent = trace.iterations.flatMap((it) => it.candidates).find((p) => p.candidate_id === c.parent_id)
    return parent !== undefined && c.verifier_score > parent.verifier_score
  })
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : Math.round((values.reduce((a, b) => a + b, 0) / values.length) * 1e6) / 1e6
  return {
    tasks: rows.length,
    solved: solved.length,
    unsolved: rows.filter((row) => row.status === 'unsolved').length,
    errors: rows.filter((row) => row.status === 'error').length,
    skipped: run.skipped,
    stopped_by_time: traces.filter((trace) => trace.stopped_by_time).length,
    nodes: traces.reduce((sum, trace) => sum + trace.nodes, 0),
    mean_verifier_score: mean(rows.map((row) => row.verifier_score)),
    mean_iterations: mean(rows.map((row) => row.iterations)),
    candidates: candidates.length,
    edits: edits.length,
    improving_edits: improving.length,
    iterations: iterationsOf(traces),
    rejected: traces.reduce((sum, t) => sum + t.iterations.reduce((n, it) => n + it.rejected.length, 0), 0),
    solved_by: Object.fromEntries(Object.entries(solvedBy).sort()),
    comparator_version: COMPARATOR_VERSION,
    critic_version: CRITIC_VERSION,
    seed: run.seed,
    checkpoints: { ...run.checkpoints },
  }
}

/** What each iteration brought: how many tasks it reached, improved, and solved that were not solved before it. */
function iterationsOf(traces: readonly Trace[]): Metrics['iterations'] {
  const most = Math.max(0, ...traces.map((trace) => trace.iterations.length))
  return Array.from({ length: most }, (_, iter_idx) => {
    const reached = traces.flatMap(({ iterations }) => {
      const own = iterations[iter_idx]
      return own ? [{ ...own, isNew: own.solved && iterations[iter_idx - 1]?.solved !== true }] : []
    })
    return {
      iter_idx,
      tasks: reached.length,
      improved: reached.filter(({ improved }) => improved).length,
      solved: reached.filter(({ isNew }) => isNew).length,
    }
  })
}
