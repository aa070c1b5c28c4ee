/** Everything the pages ask. */
import { type ArcStatus, api, type GoalSort, type GoalStatus, question, schemas } from './api.ts'

/** In an address; hono's client leaves this to its callers. */
const name = encodeURIComponent

export const stats = question(api.stats, {}, schemas.stats)
export const solved = question(api.solved, { query: {} }, schemas.solvedOverTime)
export const strategies = question(api.strategies, {}, schemas.strategies)
export const health = question(api.health, {}, schemas.health)
export const doctor = question(api.doctor, {}, schemas.doctor)
export const config = question(api.config, {}, schemas.config)
export const workers = question(api.workers, {}, schemas.workers)
export const logs = question(api.logs, {}, schemas.logs)
export const leanWords = question(api.playground.words, {}, schemas.leanWords)
export const blueprint = question(api.blueprint, {}, schemas.blueprint)
export const project = question(api.project, {}, schemas.project)
export const arcRuns = question(api.arc.runs, {}, schemas.arcRuns)
export const tickets = question(api.tickets, { query: { limit: '500' } }, schemas.ticketList)
export const latestRuns = question(api.runs, { query: { limit: '20' } }, schemas.runList)
export const manyRuns = question(api.runs, { query: { limit: '100' } }, schemas.runList)
export const latestAttempts = question(api.attempts, { query: { limit: '10' } }, schemas.attemptList)

export function machineHistory(minutes: number) {
  return question(api.machine.history, { query: { minutes: String(minutes) } }, schemas.machineHistory)
}

export interface GoalListQuery {
  readonly status?: GoalStatus | undefined
  readonly q?: string | undefined
  readonly strategy?: string | undefined
  readonly sort?: GoalSort | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

export function goals(filter: GoalListQuery, { limit, offset }: { limit: number; offset: number }) {
  const query = { ...filter, limit: String(limit), offset: String(offset) }
  return question(api.goals, { query }, schemas.goalList)
}

const ofGoal = (goal_hash: string) => ({ param: { goal_hash: name(goal_hash) } })

export function goal(key: string) {
  return question(api.goals[':goal_hash'], ofGoal(key), schemas.goalDetail)
}

export function attemptsOn(key: string) {
  const args = { ...ofGoal(key), query: { limit: '200' } }
  return question(api.goals[':goal_hash'].attempts, args, schemas.attemptList)
}

export function proofTree(key: string) {
  return question(api.goals[':goal_hash'].tree, ofGoal(key), schemas.proofTree)
}

export function proofSteps(key: string, replay: boolean) {
  const args = { ...ofGoal(key), query: { replay: replay ? ('true' as const) : ('false' as const) } }
  return question(api.goals[':goal_hash'].steps, args, schemas.proofSteps)
}

export function goalSearch(key: string) {
  return question(api.goals[':goal_hash'].search, ofGoal(key), schemas.goalSearch)
}

export function searchTrees(key: string) {
  return question(api.goals[':goal_hash'].states, ofGoal(key), schemas.searchTrees)
}

export function receipt(id: string) {
  return question(api.receipts[':receipt'], { param: { receipt: name(id) } }, schemas.receipt)
}

export function premises(statement: string) {
  return question(api.premises, { query: { goal: statement, limit: '12' } }, schemas.premises)
}

export function run(id: string) {
  return question(api.runs[':run_id'], { param: { run_id: name(id) } }, schemas.runDetail)
}

export function comparison(left: string, right: string) {
  return question(api.runs.compare, { query: { left, right } }, schemas.runComparison)
}

export function projectHoles(path: string) {
  return question(api.project.holes, { query: { path } }, schemas.projectHoles)
}

export interface ArcFilter {
  readonly status?: ArcStatus
  readonly q?: string
  readonly cursor?: string
}

export function arcTasks(runId: string, filter: ArcFilter) {
  const args = { param: { run_id: name(runId) }, query: { ...filter, limit: '60' } }
  return question(api.arc.runs[':run_id'].tasks, args, schemas.arcTaskList)
}

export function arcTask(runId: string, taskId: string) {
  const args = { param: { run_id: name(runId), task_id: name(taskId) } }
  return question(api.arc.runs[':run_id'].tasks[':task_id'], args, schemas.arcTaskDetail)
}

export function arcComparison(left: string, right: string) {
  return question(api.arc.compare, { query: { left, right } }, schemas.arcComparison)
}
