export { describe } from './describe.ts'
export { type Evidence, type Fact, factKey, factSentence } from './fact.ts'
export { AXES, colourCounts, isSymmetric, paletteOf, periodOf } from './grids.ts'
