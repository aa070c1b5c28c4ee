export { type Analysis, analyse, proposeEdits } from './csa.ts'
export { editsAt } from './edits.ts'
export { candidateSetReport, round, violatedFacts } from './reports.ts'
export {
  CRITIC_FEATURES,
  CRITIC_FITS,
  CRITIC_VERSION,
  type Critic,
  criticOf,
  criticVector,
  deterministicCritic,
  learntCritic,
  type Ranker,
} from './score.ts'
