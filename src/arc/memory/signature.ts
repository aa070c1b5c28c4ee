import { layersOf, type Program } from '../dsl/index.ts'
import type { Directive, ScoredCandidate } from '../trace/index.ts'
import type { CriticBundle, RulerBundle } from './bundle.ts'

/** The verbs of a program in order, without arguments: programs of the same build have the same signature. */
export function opsSignature(program: Program): string {
  return program.stages
    .map((stage) => {
      if (stage.kind === 'repeat') return `repeat:${opsSignature({ ...program, stages: [stage.stage] })}`
      if (stage.kind === 'each') return `each:${stage.table.map((row) => row.action.name).join(',')}`
      return `${stage.kind}:${layersOf(stage)
        .map(({ steps }) => steps.map(({ op }) => op).join(','))
        .join(';')}`
    })
    .join('|')
}

/** What is wrong with a candidate, in one word: the first of these that it gets wrong. */
export function errorType(candidate: Pick<ScoredCandidate, 'feature_vec'>): string {
  const [exact, shape, , changed, unchanged] = candidate.feature_vec
  if (exact === 1) return 'none'
  if ((candidate.feature_vec[16] ?? 1) < 1) return 'nothing'
  if ((shape ?? 0) < 1) return 'size'
  if ((unchanged ?? 0) < 1) return 'overreach'
  return (changed ?? 0) < 1 ? 'underreach' : 'cells'
}

/** What memory tells a critic about one candidate. */
export interface Recall {
  /** The share of similar tasks that were solved. */
  readonly similarSolved: number
  /** How much repairs of programs of this build with this kind of error have gained before. */
  readonly repairGain: number
}

/** A case seen once counts half, one seen often almost in full. */
export function recallOf(
  { episodes, cases }: CriticBundle,
  program: Program,
  candidate: Pick<ScoredCandidate, 'feature_vec'>,
): Recall {
  const [signature, error] = [opsSignature(program), errorType(candidate)]
  const known = cases.find((seen) => seen.ops_signature === signature && seen.error_type === error)
  const solved = episodes.filter(({ status }) => status === 'solved').length
  return {
    similarSolved: episodes.length === 0 ? 0 : solved / episodes.length,
    repairGain: known ? (known.mean_delta * known.uses) / (known.uses + 1) : 0,
  }
}

/** Repairs to try, those first that helped programs of this build with this kind of error. */
export function repairsFor(
  { repair_cases }: RulerBundle,
  program: Program,
  candidate: Pick<ScoredCandidate, 'feature_vec'>,
): Directive[] {
  const [signature, error] = [opsSignature(program), errorType(candidate)]
  const isOwn = (c: (typeof repair_cases)[number]): boolean =>
    c.ops_signature === signature && c.error_type === error
  return [...repair_cases.filter(isOwn), ...repair_cases.filter((c) => !isOwn(c))].map((c) => c.directive)
}
