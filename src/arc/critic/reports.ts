import { describe, factKey } from '../describe/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Pair, Task } from '../io/index.ts'
import type { CandidateSetReport, ScoredCandidate } from '../trace/index.ts'

/**
 * Which facts of the train pairs a prediction breaks: those that no longer hold when the test inputs with their
 * predicted outputs are looked at as further pairs.
 */
export function violatedFacts(
  task: Task,
  known: readonly string[],
  outputs: readonly (Grid | undefined)[],
): string[] {
  const guessed = task.tests.flatMap((input, i): Pair[] => {
    const output = outputs[i]
    return output === undefined ? [] : [{ input, output }]
  })
  if (guessed.length === 0) return []
  const holding = new Set(describe({ train: [...task.train, ...guessed] }).map(factKey))
  return [...new Set(known)].filter((key) => !holding.has(key))
}

/** How the candidates of one iteration stand to each other. */
export function candidateSetReport(
  candidates: readonly ScoredCandidate[],
  pairs: number,
): CandidateSetReport {
  const groups = new Map<string, number>()
  for (const candidate of candidates) {
    const key = JSON.stringify(candidate.outputs)
    groups.set(key, (groups.get(key) ?? 0) + 1)
  }
  const covered = Array.from({ length: pairs }, (_, i) => candidates.some((c) => c.solved[i] === true))
  const scores = candidates.map((candidate) => candidate.verifier_score)
  const pairsCovered = covered.filter(Boolean).length
  return {
    candidates: candidates.length,
    distinct_outputs: groups.size,
    largest_group: Math.max(0, ...groups.values()),
    pairs_covered: pairsCovered,
    pairs_open: pairs - pairsCovered,
    score_spread: scores.length === 0 ? 0 : round(Math.max(...scores) - Math.min(...scores)),
  }
}

export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
