/** What the server's routes take and answer: all that the browser has of the contract. */
export * from './arc.ts'
export * from './attempts.ts'
export * from './blueprint.ts'
export * from './events.ts'
export * from './goals.ts'
export * from './playground.ts'
export * from './problem.ts'
export * from './project.ts'
export * from './requests.ts'
export * from './runs.ts'
export * from './search.ts'
export * from './strategies.ts'
export * from './system.ts'
export * from './tickets.ts'
export {
  type GoalSort,
  type GoalStatus,
  goalSort,
  goalStatus,
  lane,
  outcome,
  runState,
  ticketStatus,
} from './words.ts'
