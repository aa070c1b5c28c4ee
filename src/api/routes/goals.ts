/** Routes about goals, attempts, proofs and receipts. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { created, jsonBody, name, ok, pageQuery } from './parts.ts'

const GoalParams = z.object({ goal_hash: name })

export const listGoals = createRoute({
  method: 'get',
  path: '/api/goals',
  summary: 'Goals, filtered, sorted and searched',
  tags: ['Goals'],
  request: {
    query: z.object({
      status: schemas.goalStatus.optional(),
      q: z.string().max(1000).optional(),
      strategy: z.string().max(100).optional(),
      sort: schemas.goalSort.default('created'),
      order: z.enum(['asc', 'desc']).default('asc'),
      offset: z.coerce.number().int().min(0).max(100_000_000).optional(),
      ...pageQuery,
    }),
  },
  responses: ok(schemas.goalList),
})

export const postGoal = createRoute({
  method: 'post',
  path: '/api/goals',
  summary: 'Submit a goal; a running search takes it up',
  tags: ['Goals'],
  request: { body: jsonBody(schemas.submitGoal) },
  responses: created(schemas.goal),
})

export const getGoal = createRoute({
  method: 'get',
  path: '/api/goals/{goal_hash}',
  summary: 'One goal with its proof',
  tags: ['Goals'],
  request: { params: GoalParams },
  responses: ok(schemas.goalDetail),
})

export const listAttemptsOnGoal = createRoute({
  method: 'get',
  path: '/api/goals/{goal_hash}/attempts',
  summary: 'Attempts on a goal, newest first',
  tags: ['Goals'],
  request: { params: GoalParams, query: z.object(pageQuery) },
  responses: ok(schemas.attemptList),
})

export const getProofTree = createRoute({
  method: 'get',
  path: '/api/goals/{goal_hash}/tree',
  summary: 'The search on a goal as a tree',
  tags: ['Goals'],
  request: { params: GoalParams },
  responses: ok(schemas.proofTree),
})

export const getProofSteps = createRoute({
  method: 'get',
  path: '/api/goals/{goal_hash}/steps',
  summary: 'The proof with the goals after each step: as it was found, or else replayed by Lean',
  tags: ['Goals'],
  request: {
    params: GoalParams,
    /** `false`: only what is stored already, at once; 404 where Lean would have to replay it. */
    query: z.object({ replay: z.enum(['true', 'false']).default('true') }),
  },
  responses: ok(schemas.proofSteps),
})

export const listAttempts = createRoute({
  method: 'get',
  path: '/api/attempts',
  summary: 'Attempts, newest first',
  tags: ['Goals'],
  request: {
    query: z.object({
      goal: z.string().max(200).optional(),
      strategy: z.string().max(100).optional(),
      outcome: schemas.outcome.optional(),
      run: z.string().max(200).optional(),
      ...pageQuery,
    }),
  },
  responses: ok(schemas.attemptList),
})

export const listReceipts = createRoute({
  method: 'get',
  path: '/api/receipts',
  summary: 'Receipts, newest first',
  tags: ['Goals'],
  request: { query: z.object(pageQuery) },
  responses: ok(schemas.receiptList),
})

export const getReceipt = createRoute({
  method: 'get',
  path: '/api/receipts/{receipt}',
  summary: 'One receipt, as orch verify takes it',
  tags: ['Goals'],
  request: { params: z.object({ receipt: name }) },
  responses: ok(schemas.receipt),
})

export const searchPremises = createRoute({
  method: 'get',
  path: '/api/premises',
  summary: 'Lemmas that may help with a statement',
  tags: ['Goals'],
  request: {
    query: z.object({
      goal: z.string().min(1).max(20_000),
      limit: z.coerce.number().int().min(1).max(64).default(16),
    }),
  },
  responses: ok(schemas.premises),
})
