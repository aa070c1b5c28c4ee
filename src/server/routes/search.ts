import * as routes from '../../api/routes/index.ts'
import { searchTrees } from '../../ledger/index.ts'
import { treeAnswer } from '../goal-search/tree-answer.ts'
import { ApiProblem } from '../problem.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

/** Searches on one goal, and what they went through. Proofs, attempts and receipts are where those of runs are. */
export function searchRoutes({ connection, searches }: ServerContext) {
  const existing = async (key: string) => {
    const goal = await (await connection.open()).goal(key)
    if (goal) return goal
    throw new ApiProblem(404, 'unknown-goal', `There is no goal ${key} in the ledger.`)
  }
  return createRoutes()
    .openapi(routes.getGoalSearch, async ({ req, json }) => {
      const { key } = await existing(req.valid('param').goal_hash)
      return json(searches.of(key), 200)
    })
    .openapi(routes.postGoalSearch, async ({ req, json }) => {
      const goal = await existing(req.valid('param').goal_hash)
      return json(searches.start(goal, req.valid('json')), 202)
    })
    .openapi(routes.postGoalSearchStop, async ({ req, json }) => {
      const { key } = await existing(req.valid('param').goal_hash)
      return json(searches.stop(key), 202)
    })
    .openapi(routes.listSearchTrees, async ({ req, json }) => {
      const { key } = await existing(req.valid('param').goal_hash)
      const live = searches.treesOf(key)
      const stored = await searchTrees(await connection.open(), key)
      const ended = stored
        .filter(({ strategy }) => !live.some((one) => one.strategy === strategy))
        .map((one) => treeAnswer(one, false))
      return json({ goal_hash: key, items: [...live, ...ended] }, 200)
    })
}
