export type { Candidate } from './candidate.ts'
export {
  announcementsOf,
  learntPrior,
  logSoftmax,
  type PriorWeights,
  primitiveScores,
  priorWeightsSchema,
} from './learnt-prior.ts'
export { LOOK_AGAIN, RULER_NAMES } from './plan.ts'
export {
  type Announcements,
  announcedPrior,
  type OperatorPrior,
  symbolicPrior,
} from './prior.ts'
export { rank } from './rank.ts'
export { type Repair, repairsOf } from './repairs.ts'
export { solve, type TeacherOptions } from './teacher.ts'
