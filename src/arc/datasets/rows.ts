import { COMPARATOR_VERSION } from '../compare/index.ts'
import { CRITIC_VERSION } from '../critic/index.ts'
import { layersOf, parseProgram, type Step } from '../dsl/index.ts'
import type {
  BlameRow,
  DirectivePreference,
  RankingPair,
  ScoredCandidate,
  Trace,
  Transition,
} from '../trace/index.ts'

/** Scores are rounded to six places; anything nearer is a tie. */
const TIE = 1e-9

const scored = ({ candidate_id, program, feature_vec, critic_vec, verifier_score }: ScoredCandidate) => ({
  candidate_id,
  program,
  feature_vec,
  critic_vec,
  verifier_score,
})

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Labelled pairs of two lists of candidates of one task and iteration, the better one first, ties dropped. */
export function* rankingPairsOf(
  task_id: string,
  iter_idx: number,
  some: readonly ScoredCandidate[],
  others: readonly ScoredCandidate[],
): Generator<RankingPair> {
  for (const a of some) {
    for (const b of others) {
      const [better, worse] = a.verifier_score >= b.verifier_score ? [a, b] : [b, a]
      const delta = better.verifier_score - worse.verifier_score
      if (delta <= TIE) continue
      yield {
        task_id,
        iter_idx,
        comparator_version: COMPARATOR_VERSION,
        critic_version: CRITIC_VERSION,
        better: scored(better),
        worse: scored(worse),
        delta: rounded(delta),
      }
    }
  }
}

/** All labelled pairs of a trace: within one iteration only. */
export function* rankingPairs(trace: Trace): Generator<RankingPair> {
  for (const { iter_idx, candidates } of trace.iterations) {
    for (const [i, candidate] of candidates.entries())
      yield* rankingPairsOf(trace.task_id, iter_idx, [candidate], candidates.slice(i + 1))
  }
}

/** One row per analysed candidate: its places with their sensitivities, and the blamed one. Tied blame is dropped. */
export function* blameRows(trace: Trace): Generator<BlameRow> {
  for (const { iter_idx, csa, candidates } of trace.iterations) {
    for (const report of csa) {
      const candidate = candidates.find(({ candidate_id }) => candidate_id === report.candidate_id)
      const [first, second] = report.loci.map((locus) => locus.best_delta).sort((a, b) => b - a)
      const tied = first === undefined || (second !== undefined && first - second <= TIE)
      if (candidate === undefined || report.blame === null || tied) continue
      yield {
        task_id: trace.task_id,
        iter_idx,
        comparator_version: trace.comparator_version,
        candidate_id: report.candidate_id,
        program: candidate.program,
        feature_vec: candidate.feature_vec,
        base_score: report.base_score,
        blame_locus: report.blame,
        loci: report.loci,
      }
    }
  }
}

export interface PreferenceOptions {
  readonly seeds: number
  readonly edits: number
  readonly deltaThreshold: number
}

/** Which of two edits of the same seed, in the same iteration, did more good. */
export function* directivePreferences(
  trace: Trace,
  options: PreferenceOptions,
): Generator<DirectivePreference> {
  const all = new Map(trace.iterations.flatMap((it) => it.candidates).map((c) => [c.candidate_id, c]))
  for (const { iter_idx, seeds, tried } of trace.iterations) {
    for (const seedId of seeds.slice(0, options.seeds)) {
      const seed = all.get(seedId)
      if (seed === undefined) continue
      const own = tried.filter((edit) => edit.parent_id === seedId)
      const edits = [...own.filter((e) => e.kept_as !== null), ...own.filter((e) => e.kept_as === null)]
      const considered = edits.slice(0, options.edits).map(({ directive, verifier_score }) => ({
        directive,
        verifier_score,
        delta: rounded(verifier_score - seed.verifier_score),
      }))
      for (const [i, a] of considered.entries()) {
        for (const b of considered.slice(i + 1)) {
          const [better, worse] = a.verifier_score >= b.verifier_score ? [a, b] : [b, a]
          const delta = better.verifier_score - worse.verifier_score
          if (delta <= Math.max(TIE, options.deltaThreshold)) continue
          yield {
            task_id: trace.task_id,
            iter_idx,
            comparator_version: trace.comparator_version,
            seed_id: seedId,
            seed_program: seed.program,
            feature_vec: seed.feature_vec,
            seed_score: seed.verifier_score,
            better,
            worse,
            delta: rounded(delta),
          }
        }
      }
    }
  }
}

/** Every candidate as a step from what was there before it. */
export function* transitions(trace: Trace): Generator<Transition> {
  const all = new Map(trace.iterations.flatMap((it) => it.candidates).map((c) => [c.candidate_id, c]))
  const fact_keys = trace.facts.map((fact) => fact.key)
  for (const candidate of all.values()) {
    const parent = candidate.parent_id === null ? undefined : all.get(candidate.parent_id)
    const score_before = parent?.verifier_score ?? 0
    yield {
      task_id: trace.task_id,
      iter_idx: candidate.iter_idx,
      comparator_version: trace.comparator_version,
      source: candidate.source,
      fact_keys,
      before: parent?.program ?? null,
      directive: candidate.directive,
      after: candidate.program,
      operators: operatorsOf(candidate.program),
      score_before,
      score_after: candidate.verifier_score,
      delta: rounded(candidate.verifier_score - score_before),
      solved: candidate.pairs_solved === trace.train_pairs,
    }
  }
}

/** The operators a program uses, by name, in order, as often as they stand there. */
export function operatorsOf(text: string): string[] {
  const parsed = parseProgram(text)
  if (parsed.kind === 'rejected') return []
  const steps = parsed.program.stages.flatMap((stage): readonly Step[] => {
    const isSized = stage.kind === 'stack' || stage.kind === 'cells'
    const size = isSized && stage.size.kind === 'of' ? stage.size.steps : []
    return [...size, ...layersOf(stage).flatMap((layer) => layer.steps)]
  })
  return steps.map(({ op, argument }) => (argument === '' ? op : `${op} ${argument}`))
}
