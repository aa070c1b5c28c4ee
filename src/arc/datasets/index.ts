export { type BuildOptions, buildDataset, DATASETS, type Dataset } from './build.ts'
export { operatorsOf, rankingPairs, transitions } from './rows.ts'
