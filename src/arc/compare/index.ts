export {
  COMPARATOR_VERSION,
  type Comparison,
  compareOutputs,
  compareProgram,
  FEATURES,
  scoreOutputs,
  scoreProgram,
} from './compare.ts'
export { programSize } from './program-size.ts'
