export { COMPARATOR_VERSION, type Comparison, compareOutputs, compareProgram, FEATURES } from './compare.ts'
export type { PairComparison } from './pair.ts'
export { type ProgramSize, programSize } from './program-size.ts'
