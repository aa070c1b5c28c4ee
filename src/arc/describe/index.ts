export { describe, shapesOf } from './describe.ts'
export { type Evidence, type Fact, factKey, factSentence } from './fact.ts'
export { AXES, backgroundOf, colourCounts, isSymmetric, paletteOf, periodOf } from './grids.ts'
