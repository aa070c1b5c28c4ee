export { type Analysis, analyse } from './csa.ts'
export { proposeEdits } from './directives.ts'
export { editsAt } from './edits.ts'
export { candidateSetReport, outputsKey, round, violatedFacts } from './reports.ts'
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
