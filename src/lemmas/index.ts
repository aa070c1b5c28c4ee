export { type Conjectures, conjecturesFor } from './conjectures.ts'
export { type Conjecture, frontsOf, law, stepsOf } from './law.ts'
export { operationsIn } from './operations.ts'
