export { type AssistantOptions, type Assistants, openAssistants } from './assistants.ts'
export { fixNegation } from './fix-negation.ts'
export { negationOf } from './negation.ts'
export {
  BUILT_IN,
  loadStrategies,
  type Profile,
  strategiesByName,
} from './registry.ts'
export { type RemoteOptions, remoteStrategy, runLeanJob } from './remote.ts'
export type { RowCount } from './row-counts.ts'
export type {
  Availability,
  Onlooker,
  Strategy,
  StrategyGoal,
  StrategyResult,
  StrategyRun,
  StrategyTools,
  SuggestedTactic,
} from './strategy.ts'
export { suggestionsIn } from './suggestions.ts'
export { strategyGoal, strategyTools } from './tools.ts'
