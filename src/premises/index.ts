export { type BuildStep, buildIndex, type IndexedLibrary, indexFile, openIndex } from './build.ts'
export {
  type DenseSource,
  type FinderOptions,
  type FindOptions,
  PremiseFinder,
  type PremiseSource,
} from './finder.ts'
export { NameList } from './names.ts'
export { kindOfQuery, type LookedUp, lookUp, type QueryKind } from './query.ts'
export {
  type NamedRankings,
  RANK_FEATURES,
  RANK_WEIGHTS,
  type RankWeights,
  rankBy,
  rankFeatures,
} from './ranker.ts'
export { removeIndexes } from './remove.ts'
export {
  type IndexedTheorem,
  PremiseIndex,
  type PremiseScope,
  writeIndex,
} from './store.ts'
export { augmentedState, premiseText } from './texts.ts'
export { buildVectors, denseSource, type Embedder } from './vectors.ts'
export { type WordField, type Words, wordsOfGoal, wordsOfQuery } from './words.ts'
