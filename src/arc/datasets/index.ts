export { type BuildOptions, buildDataset, DATASETS, type Dataset, savedTraces } from './build.ts'
export { operatorsOf, rankingPairs, transitions } from './rows.ts'
