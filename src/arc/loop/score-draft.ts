import { compareOutputs, round } from '../compare/index.ts'
import { type Critic, criticVector, violatedFacts } from '../critic/index.ts'
import { rowsOf, type Task } from '../io/index.ts'
import { type CriticBundle, NO_MEMORY, recallOf } from '../memory/index.ts'
import type { ScoredCandidate } from '../trace/index.ts'
import type { Draft } from './drafts.ts'

/** Where a candidate stands in its task, and where it came from. */
export type Place = Pick<ScoredCandidate, 'candidate_id' | 'iter_idx' | 'parent_id' | 'directive'>

/** Verifier, comparator, constraints and critic on one draft. */
export function scoreDraft(
  task: Task,
  draft: Draft,
  place: Place,
  factKeys: readonly string[],
  critic: Critic,
  memory: CriticBundle = NO_MEMORY.critic,
): ScoredCandidate {
  const comparison = compareOutputs(task, draft.program, draft.made, draft.outputs)
  const violated = violatedFacts(task, factKeys, draft.outputs)
  const merits = { ...draft, pairs: task.train.length }
  const recall = recallOf(memory, draft.program, { feature_vec: [...comparison.feature_vec] })
  const vector = criticVector(task, draft.program, draft.outputs, comparison, merits, violated.length, recall)
  return {
    candidate_id: place.candidate_id,
    iter_idx: place.iter_idx,
    source: draft.source,
    parent_id: place.parent_id,
    directive: place.directive,
    program: draft.text,
    why: draft.why,
    solved: [...draft.solved],
    pairs_solved: draft.pairsSolved,
    cost: round(draft.cost),
    support: draft.support,
    nodes: draft.nodes,
    outputs: draft.outputs.map(rowsOf),
    feature_vec: [...comparison.feature_vec],
    verifier_score: comparison.verifier_score,
    critic_vec: [...vector],
    critic_score: round(critic(vector, merits)),
    violated,
  }
}
