export type {
  Arm,
  ArmFailure,
  ArmResult,
  ClaimedSolution,
  Prior,
  Problem,
  SolutionVerdict,
  Verify,
} from './arm.ts'
export { backoffDelay } from './backoff.ts'
export { type Clock, createManualClock, type ManualClock, systemClock } from './clock.ts'
export type { Lane, SchedulerEvents } from './events.ts'
export { createMachine, type Machine, type MachineReading } from './machine.ts'
export { type Belief, createMarginal, type MarginalOptions } from './marginal.ts'
export type { Choice, Observation, Policy } from './policy.ts'
export { createRandom, type Random } from './random.ts'
export { createScheduler } from './scheduler.ts'
export type { ProblemScheduler, ProblemSchedulerOptions } from './scheduler-options.ts'
export { onInterrupt } from './signals.ts'
export type { ArmSummary, Summary } from './tally.ts'
export { Throttle, type ThrottleOptions } from './throttle.ts'
export { createUcb, type UcbOptions, ucbScore } from './ucb.ts'
