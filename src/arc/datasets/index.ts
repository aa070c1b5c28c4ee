export * from './rows.ts'
export { operatorsOf, rankingPairs, rankingPairsOf, transitions } from './rows.ts'
