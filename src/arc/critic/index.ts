export { type Analysis, analyse, editsAt, proposeEdits, randomFor } from './csa.ts'
export { candidateSetReport, violatedFacts } from './reports.ts'
export * from './score.ts'
