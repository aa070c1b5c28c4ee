export { type Ability, type Conformance, checkConformance } from './conformance.ts'
export type { DoctorAnswer } from './question.ts'
export { examine } from './questions.ts'
export type { Finding } from './strategies.ts'
