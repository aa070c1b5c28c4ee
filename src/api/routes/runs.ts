/** Routes about runs. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { accepted, jsonBody, name, ok, pageQuery } from './parts.ts'

const RunParams = z.object({ run_id: name })

export const listRuns = createRoute({
  method: 'get',
  path: '/api/runs',
  summary: 'Runs, newest first',
  tags: ['Runs'],
  request: { query: z.object(pageQuery) },
  responses: ok(schemas.runList),
})

export const postRun = createRoute({
  method: 'post',
  path: '/api/runs',
  summary: 'Start orch bank or orch bg',
  tags: ['Runs'],
  request: { body: jsonBody(schemas.startRun) },
  responses: accepted(schemas.started),
})

export const compareRuns = createRoute({
  method: 'get',
  path: '/api/runs/compare',
  summary: 'Two runs side by side',
  tags: ['Runs'],
  request: { query: z.object({ left: name, right: name }) },
  responses: ok(schemas.runComparison),
})

export const getRun = createRoute({
  method: 'get',
  path: '/api/runs/{run_id}',
  summary: 'One run with its strategies and its solves over time',
  tags: ['Runs'],
  request: { params: RunParams },
  responses: ok(schemas.runDetail),
})

export const postRunControl = createRoute({
  method: 'post',
  path: '/api/runs/{run_id}/control',
  summary: 'Pause, resume or stop a run, or change its CPU target',
  tags: ['Runs'],
  request: { params: RunParams, body: jsonBody(schemas.controlRun) },
  responses: ok(schemas.controlled),
})
