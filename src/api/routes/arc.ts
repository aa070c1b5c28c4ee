/** Routes about runs of the ARC pipeline. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { jsonBody, name, ok, pageQuery } from './parts.ts'

const RunParams = z.object({ run_id: name })
const TaskParams = RunParams.extend({ task_id: name })

export const listArcRuns = createRoute({
  method: 'get',
  path: '/api/arc/runs',
  summary: 'Runs of orch arc run, newest first',
  tags: ['ARC'],
  responses: ok(schemas.arcRuns),
})

export const listArcTasks = createRoute({
  method: 'get',
  path: '/api/arc/runs/{run_id}/tasks',
  summary: 'The tasks of a run',
  tags: ['ARC'],
  request: {
    params: RunParams,
    query: z.object({
      status: schemas.arcStatus.optional(),
      q: z.string().max(200).optional(),
      ...pageQuery,
    }),
  },
  responses: ok(schemas.arcTaskList),
})

export const getArcTask = createRoute({
  method: 'get',
  path: '/api/arc/runs/{run_id}/tasks/{task_id}',
  summary: 'One task: pairs, attempts, candidates per iteration, facts',
  tags: ['ARC'],
  request: { params: TaskParams },
  responses: ok(schemas.arcTaskDetail),
})

export const getArcTrace = createRoute({
  method: 'get',
  path: '/api/arc/runs/{run_id}/tasks/{task_id}/trace',
  summary: 'The whole trace of a task',
  tags: ['ARC'],
  request: { params: TaskParams },
  responses: ok(schemas.arcTrace),
})

export const compareArcRuns = createRoute({
  method: 'get',
  path: '/api/arc/compare',
  summary: 'Two ARC runs, task by task',
  tags: ['ARC'],
  request: { query: z.object({ left: name, right: name }) },
  responses: ok(schemas.arcComparison),
})

export const postArcApply = createRoute({
  method: 'post',
  path: '/api/arc/apply',
  summary: 'Apply a program to a grid',
  tags: ['ARC'],
  request: { body: jsonBody(schemas.arcApply) },
  responses: ok(schemas.arcApplied),
})
