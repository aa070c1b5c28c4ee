export type { Candidate } from './candidate.ts'
export {
  announcementsOf,
  FIRST,
  learntPrior,
  logSoftmax,
  type PriorWeights,
  primitiveScores,
  priorWeightsSchema,
} from './learnt-prior.ts'
export {
  type Announcements,
  announcedPrior,
  type OperatorPrior,
  type OperatorWeights,
  symbolicPrior,
} from './prior.ts'
export { rank } from './rank.ts'
export { solve, type TeacherOptions } from './teacher.ts'
