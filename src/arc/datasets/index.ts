export { type BuildOptions, type BuiltDataset, buildDataset, DATASETS, type Dataset } from './build.ts'
export { chainsOf, operatorsOf, rankingPairs, transitions } from './rows.ts'
