/** Routes about totals, strategies and this machine. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { ok } from './parts.ts'

export const getStats = createRoute({
  method: 'get',
  path: '/api/stats',
  summary: 'Totals of the ledger, and per strategy',
  tags: ['Overview'],
  responses: ok(schemas.stats),
})

export const getMarketplace = createRoute({
  method: 'get',
  path: '/api/marketplace',
  summary: 'Tickets by status, and those open now',
  tags: ['Overview'],
  responses: ok(schemas.marketplace),
})

export const getHealth = createRoute({
  method: 'get',
  path: '/api/health',
  summary: 'Whether the ledger can be read',
  tags: ['Overview'],
  responses: ok(schemas.health),
})

export const getStrategies = createRoute({
  method: 'get',
  path: '/api/strategies',
  summary: 'Strategies with the state of the bandit',
  tags: ['Overview'],
  responses: ok(schemas.strategies),
})

export const getSolvedOverTime = createRoute({
  method: 'get',
  path: '/api/solved',
  summary: 'Goals solved over time',
  tags: ['Overview'],
  request: { query: z.object({ bucket: z.coerce.number().int().min(1).max(86_400).optional() }) },
  responses: ok(schemas.solvedOverTime),
})

export const getMachineHistory = createRoute({
  method: 'get',
  path: '/api/machine/history',
  summary: 'CPU and memory of this machine',
  tags: ['System'],
  request: { query: z.object({ minutes: z.coerce.number().min(1).max(1440).default(60) }) },
  responses: ok(schemas.machineHistory),
})

export const getDoctor = createRoute({
  method: 'get',
  path: '/api/doctor',
  summary: 'What is here and what is missing',
  tags: ['System'],
  responses: ok(schemas.doctor),
})

export const getConfig = createRoute({
  method: 'get',
  path: '/api/config',
  summary: 'Every setting and where it comes from',
  tags: ['System'],
  responses: ok(schemas.config),
})

export const getLogs = createRoute({
  method: 'get',
  path: '/api/logs',
  summary: 'The last lines the server has logged',
  tags: ['System'],
  responses: ok(schemas.logs),
})

export const getWorkers = createRoute({
  method: 'get',
  path: '/api/workers',
  summary: 'Workers of all machines, waiting and dead jobs',
  tags: ['System'],
  responses: ok(schemas.workers),
})
