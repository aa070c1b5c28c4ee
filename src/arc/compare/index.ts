export { COMPARATOR_VERSION, type Comparison, compareOutputs, compareProgram, FEATURES } from './compare.ts'
export { programSize } from './program-size.ts'
