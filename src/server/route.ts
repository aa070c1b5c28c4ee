/** What all routes share before and after their handlers. */
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
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

/** What is asked again and again may be kept if it is asked for first; what changes something is never kept. */
export function cacheRules(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    if (!headers.has('cache-control'))
      headers.set('cache-control', context.req.method === 'GET' ? 'no-cache' : 'no-store')
  }
}
