export {
  type BuildOptions,
  buildDataset,
  DATASETS,
  type Dataset,
  readTraces,
} from './build.ts'
export { operatorsOf, rankingPairs, rankingPairsOf, transitions } from './rows.ts'
