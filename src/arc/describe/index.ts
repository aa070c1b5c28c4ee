export { describe } from './describe.ts'
export { type Evidence, type Fact, factKey, factSentence } from './fact.ts'
export { at, backgroundOf, colourCounts, inkOf, isSymmetric, paletteOf, periodOf } from './grids.ts'
