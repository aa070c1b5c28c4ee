/** Routes about the search on one goal. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { accepted, jsonBody, name, ok } from './parts.ts'

const GoalParams = z.object({ goal_hash: name })
const tags = ['Search']

export const getGoalSearch = createRoute({
  method: 'get',
  path: '/api/goals/{goal_hash}/search',
  summary: 'The search on a goal that was asked for here: what it waits for, its attempts, how it ended',
  tags,
  request: { params: GoalParams },
  responses: ok(schemas.goalSearch),
})

export const postGoalSearch = createRoute({
  method: 'post',
  path: '/api/goals/{goal_hash}/search',
  summary: 'Search for a proof of a goal now, or for a counterexample',
  tags,
  request: { params: GoalParams, body: jsonBody(schemas.startGoalSearch) },
  responses: accepted(schemas.goalSearch),
})

export const postGoalSearchStop = createRoute({
  method: 'post',
  path: '/api/goals/{goal_hash}/search/stop',
  summary: 'Stop the search on a goal',
  tags,
  request: { params: GoalParams, body: jsonBody(z.object({})) },
  responses: accepted(schemas.goalSearch),
})

export const listSearchTrees = createRoute({
  method: 'get',
  path: '/api/goals/{goal_hash}/states',
  summary: 'The states that searches on a goal went through, as a tree for each strategy',
  tags,
  request: { params: GoalParams },
  responses: ok(schemas.searchTrees),
})
