/** Routes about the blueprint. */
import { createRoute } from '@hono/zod-openapi'
import * as schemas from '../index.ts'
import { ok } from './parts.ts'

export const getBlueprint = createRoute({
  method: 'get',
  path: '/api/blueprint',
  summary: 'The blueprint of the project in the folder of the dashboard, judged by receipts',
  tags: ['Blueprint'],
  responses: ok(schemas.blueprint),
})
