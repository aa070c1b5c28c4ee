/** What the descriptions of all routes share. */
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { problem } from '../api/index.ts'
import { ApiProblem } from './problem.ts'

const PLACES = { query: 'query', param: 'path', json: 'body' } as const

/** Routes whose requests are checked by their schemas before a handler sees them. */
export function createRoutes(): OpenAPIHono {
  return new OpenAPIHono({
    defaultHook: (result) => {
      if (result.success) return
      const [issue] = result.error.issues
      const place = `the ${PLACES[result.target as keyof typeof PLACES] ?? result.target}`
      const field = issue?.path.join('.') ?? ''
      const subject = field === '' ? place.replace('t', 'T') : `${field} in ${place}`
      throw new ApiProblem(400, 'bad-request', `${subject} cannot be used: ${issue?.message ?? 'invalid'}.`)
    },
  })
}

const WHY_NOT = {
  description: 'Why not',
  content: { 'application/problem+json': { schema: problem } },
} as const

function json<A extends z.ZodType>(schema: A) {
  return { description: 'OK', content: { 'application/json': { schema } } } as const
}

export const ok = <A extends z.ZodType>(schema: A) => ({ 200: json(schema), default: WHY_NOT }) as const
export const created = <A extends z.ZodType>(schema: A) => ({ 201: json(schema), default: WHY_NOT }) as const
export const accepted = <A extends z.ZodType>(schema: A) => ({ 202: json(schema), default: WHY_NOT }) as const

export function jsonBody<B extends z.ZodType>(schema: B) {
  return { required: true, content: { 'application/json': { schema } } } as const
}

/** A name in an address: of a goal, a run, a ticket. */
export const name = z.string().min(1).max(200)

/** What is asked again and again may be kept if it is asked for first; what changes something is never kept. */
export function cacheRules(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    if (!headers.has('cache-control'))
      headers.set('cache-control', context.req.method === 'GET' ? 'no-cache' : 'no-store')
  }
}
