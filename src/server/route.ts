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

/**
 * Answers that only read may be kept by the browser and are checked with the server each time (`no-cache`); others
 * are not kept.
 */
export function cacheRules(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    if (!headers.has('cache-control'))
      headers.set('cache-control', context.req.method === 'GET' ? 'no-cache' : 'no-store')
  }
}
