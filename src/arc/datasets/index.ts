export { type BuildOptions, buildDataset, DATASETS, type Dataset } from './build.ts'
export { chainsOf, operatorsOf, rankingPairs, transitions } from './rows.ts'
