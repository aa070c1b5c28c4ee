export { builtInStrategies } from './built-in.ts'
export { type ProveOptions, type ProveResult, prove } from './prove.ts'
export type {
  Availability,
  Strategy,
  StrategyGoal,
  StrategyResult,
  StrategyRun,
  StrategyTools,
} from './strategy.ts'
