import { applyProgram } from '../apply/index.ts'
import { compareOutputs } from '../compare/index.ts'
import { type Critic, criticVector, round, violatedFacts } from '../critic/index.ts'
import { rowsOf, type Task } from '../io/index.ts'
import { type CriticBundle, NO_MEMORY, recallOf } from '../memory/index.ts'
import type { Directive, ScoredCandidate } from '../trace/index.ts'
import type { Draft } from './drafts.ts'

export interface Place {
  readonly id: string
  readonly iteration: number
  readonly parent: string | null
  readonly directive: Directive | null
}

/** Verifier, comparator, constraints and critic on one draft. */
export function scoreDraft(
  task: Task,
  draft: Draft,
  place: Place,
  factKeys: readonly string[],
  critic: Critic,
  memory: CriticBundle = NO_MEMORY.critic,
): ScoredCandidate {
  const made = task.train.map((pair) => applyProgram(draft.program, pair.input))
  const comparison = compareOutputs(task, draft.program, made, draft.outputs)
  const violated = violatedFacts(task, factKeys, draft.outputs)
  const merits = {
    pairsSolved: draft.pairsSolved,
    pairs: task.train.length,
    cost: draft.cost,
    support: draft.support,
  }
  const recall = recallOf(memory, draft.program, { feature_vec: [...comparison.feature_vec] })
  const vector = criticVector(task, draft.program, draft.outputs, comparison, merits, violated.length, recall)
  return {
    candidate_id: place.id,
    iter_idx: place.iteration,
    source: draft.source,
    parent_id: place.parent,
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
