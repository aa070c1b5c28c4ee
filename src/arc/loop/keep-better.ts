import { rowsOf, type Task } from '../io/index.ts'
import type { ScoredCandidate } from '../trace/index.ts'
import { type Draft, draftOf } from './drafts.ts'
import type { EditTrial } from './tried.ts'

/** Scores are rounded to six places; anything nearer is no improvement. */
export const STRICT = 1e-9

/** Programs that score alike and predict the same are one idea in several wordings: editing one of them is enough. */
const outcomeOf = (score: number, outputs: ScoredCandidate['outputs']): string =>
  `${score} ${JSON.stringify(outputs)}`

/**
 * Of the edits that were tried, the best that are strictly better than the program they came from, each outcome once.
 * Among explanations of every pair a shorter one for a known prediction is better, too.
 */
export function betterOf(
  task: Task,
  tried: readonly EditTrial[],
  scored: readonly ScoredCandidate[],
  most: number,
): { readonly trial: EditTrial; readonly draft: Draft }[] {
  const before = new Map(scored.map((c) => [c.candidate_id, c.verifier_score]))
  const outcomes = new Map<string, number>()
  const note = (outcome: string, cost: number): unknown =>
    outcomes.set(outcome, Math.min(cost, outcomes.get(outcome) ?? cost))
  for (const c of scored) note(outcomeOf(c.verifier_score, c.outputs), c.cost)
  const kept: { trial: EditTrial; draft: Draft }[] = []
  for (const trial of tried.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === most) break
    if (trial.score < 1 && trial.score <= (before.get(trial.parent) ?? 1) + STRICT) continue
    const why = `${trial.directive.edit} at ${trial.directive.locus}`
    const draft = { ...draftOf(task, trial.program, 'edit', why), ...trial.found }
    const outcome = outcomeOf(trial.score, draft.outputs.map(rowsOf))
    const known = outcomes.get(outcome)
    if (known !== undefined && (trial.score < 1 || draft.cost >= known)) continue
    note(outcome, draft.cost)
    kept.push({ trial, draft })
  }
  return kept
}
