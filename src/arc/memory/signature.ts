import type { Program } from '../dsl/index.ts'
import type { ScoredCandidate } from '../trace/index.ts'

/** The verbs of a program in order, without arguments: programs of the same build have the same signature. */
export function opsSignature(program: Program): string {
  return program.stages
    .map((stage) => {
      if (stage.kind === 'pipe') return `pipe:${stage.steps.map((step) => step.op).join(',')}`
      if (stage.kind === 'each') return `each:${stage.table.map((row) => row.action.deed).join(',')}`
      const layers = stage.kind === 'stack' ? stage.layers : stage.keys.map((plane) => plane.layer)
      return `${stage.kind}:${layers.map((layer) => layer.steps.map((step) => step.op).join(',')).join(';')}`
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
