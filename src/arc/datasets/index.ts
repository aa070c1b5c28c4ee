export {
  type BuildOptions,
  buildDataset,
  DATASETS,
  type Dataset,
  readTraces,
} from './build.ts'
export { chainsOf, operatorsOf, rankingPairs, rankingPairsOf, transitions } from './rows.ts'
