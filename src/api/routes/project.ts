/** Routes about the Lean project in the folder of the dashboard. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { accepted, jsonBody, ok } from './parts.ts'

const tags = ['Project']

export const getProject = createRoute({
  method: 'get',
  path: '/api/project',
  summary:
    'The Lean files of the project with counts of their holes; a first look, or one after a change, reads them',
  tags,
  responses: ok(schemas.project),
})

export const listProjectHoles = createRoute({
  method: 'get',
  path: '/api/project/holes',
  summary: 'The holes of one file, with what was found for each and the diff of each proposed proof',
  tags,
  request: { query: z.object({ path: z.string().min(1).max(2000) }) },
  responses: ok(schemas.projectHoles),
})

export const postProjectRead = createRoute({
  method: 'post',
  path: '/api/project/read',
  summary: 'Read the project again',
  tags,
  request: { body: jsonBody(z.object({})) },
  responses: accepted(schemas.projectActivity),
})

export const postProjectSearch = createRoute({
  method: 'post',
  path: '/api/project/search',
  summary: 'Search one hole, the holes of a file, or all of them, as orch fill does; nothing is written',
  tags,
  request: { body: jsonBody(schemas.searchProject) },
  responses: accepted(schemas.projectActivity),
})

export const postProjectStop = createRoute({
  method: 'post',
  path: '/api/project/stop',
  summary: 'Stop the search',
  tags,
  request: { body: jsonBody(z.object({})) },
  responses: accepted(schemas.projectActivity),
})

export const postProjectApply = createRoute({
  method: 'post',
  path: '/api/project/apply',
  summary:
    'Write proposed proofs into the files, each file checked as a whole first, as orch fill --apply does',
  tags,
  request: { body: jsonBody(schemas.applyProject) },
  responses: ok(schemas.appliedProject),
})
