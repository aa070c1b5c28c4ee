/**
 * The wire contract: everything that a client can send or receive, as schemas. The server, MCP, the command line and
 * the browser use the same ones. Imports nothing but zod, so that the browser can have all of it.
 * Fields are snake_case as in the files Orch writes; times are ISO 8601 in UTC; shares and rates go from 0 to 1.
 */
export * from './arc.ts'
export * from './attempts.ts'
export * from './blueprint.ts'
export * from './events.ts'
export * from './goals.ts'
export * from './problem.ts'
export * from './project.ts'
export * from './requests.ts'
export * from './runs.ts'
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
