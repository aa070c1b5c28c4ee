export { type ArmContext, toArm } from './arms.ts'
export { runBackground } from './background.ts'
export { readBank } from './bank-file.ts'
export { type BankRun, runBank } from './bank-run.ts'
export { GLANCE_SECONDS } from './beliefs.ts'
export { makeRoom, type Room } from './capacity.ts'
export { chooseStrategies } from './choose-strategies.ts'
export { exportProofs } from './export.ts'
export { Fleet, leanCapability, leanQueue, leanVersions } from './fleet.ts'
export { missingEnds } from './open-scopes.ts'
export { createPolicy, HEAD_START_MS, strategyTimeouts } from './policy.ts'
export { fixGoal, prepareGoal } from './prepare.ts'
export { type Evidence, type GoalProblem, toInput } from './problem.ts'
export {
  type ProveOptions,
  type ProvePhase,
  type ProveResult,
  prove,
  type TriedStrategy,
} from './prove.ts'
export { type GoalReport, RunReport } from './report.ts'
export { RunLink } from './run-link.ts'
export { RunMemory } from './run-memory.ts'
export { beginRun } from './run-record.ts'
export { Search } from './search.ts'
export { createCompletionCheck, goalOfTicket, offeredProof } from './tickets.ts'
export { learntTactics, openTools } from './tools.ts'
export { judge, keepIn } from './verify.ts'
