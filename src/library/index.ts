export type { GoalResult } from './goal-result.ts'
export { Marketplace } from './marketplace.ts'
export { type RunOptions, Scheduler, type SchedulerOptions } from './scheduler.ts'
