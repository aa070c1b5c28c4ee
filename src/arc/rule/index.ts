export type { Candidate } from './candidate.ts'
export {
  learntPrior,
  logSoftmax,
  type PriorWeights,
  primitiveScores,
  priorWeightsSchema,
} from './learnt-prior.ts'
export { type OperatorPrior, symbolicPrior } from './prior.ts'
export { rank } from './rank.ts'
export { solve, type TeacherOptions } from './teacher.ts'
