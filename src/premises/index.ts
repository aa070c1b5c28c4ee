export { type BuildStep, buildIndex, indexFile, type Library, openIndex } from './build.ts'
export {
  type DenseSource,
  type FinderOptions,
  type FindOptions,
  PremiseFinder,
  SOURCE_WEIGHTS,
  SOURCES,
  type Source,
  weighted,
} from './finder.ts'
export { fuse, type Ranking } from './fusion.ts'
export { removeIndexes } from './remove.ts'
export {
  FIELD_WEIGHTS,
  type FieldWeights,
  type IndexedTheorem,
  PremiseIndex,
  type Scope,
  writeIndex,
} from './store.ts'
export { augmentedState, premiseText } from './texts.ts'
export { buildVectors, denseSource, type Embedder } from './vectors.ts'
export { type Field, type Words, wordsOfGoal, wordsOfQuery } from './words.ts'
