/** Routes for whoever writes Lean on a page. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { jsonBody, ok } from './parts.ts'

const tags = ['Playground']

export const postPlaygroundRead = createRoute({
  method: 'post',
  path: '/api/playground/read',
  summary: 'What Lean says of a text: messages, the goals before and after each tactic, its holes',
  tags,
  request: { body: jsonBody(schemas.playgroundText) },
  responses: ok(schemas.playgroundRead),
})

export const postGoalCheck = createRoute({
  method: 'post',
  path: '/api/playground/goal',
  summary: 'What Lean says of a goal before it is submitted, with the place of an error',
  tags,
  request: { body: jsonBody(schemas.submitGoal) },
  responses: ok(schemas.goalCheck),
})

export const postPlaygroundTry = createRoute({
  method: 'post',
  path: '/api/playground/try',
  summary: 'Try tactics at a hole of a text, given ones or what the engine would try',
  tags,
  request: { body: jsonBody(schemas.playgroundTry) },
  responses: ok(schemas.playgroundTried),
})

export const getLeanWords = createRoute({
  method: 'get',
  path: '/api/playground/words',
  summary: 'Signs of Lean with the names they are typed by',
  tags,
  responses: ok(schemas.leanWords),
})

export const getLeanNames = createRoute({
  method: 'get',
  path: '/api/playground/names',
  summary: 'Theorems of the library whose names, or the last parts of them, begin like this',
  tags,
  request: {
    query: z.object({
      beginning: z.string().min(1).max(200),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
  },
  responses: ok(schemas.leanNames),
})
