import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type GuardOptions, guard, securityHeaders } from './guard.ts'
import type { ServerParts } from './parts.ts'
import { ApiProblem, answerError, problemResponse } from './problem.ts'
import { RATE_LIMITS, type RateLimits, rateLimit } from './rate-limit.ts'
import { ApiRouter } from './router.ts'
import { addArc } from './routes/arc.ts'
import { addBlueprint } from './routes/blueprint.ts'
import { addCertificates } from './routes/certificates.ts'
import { addDocs } from './routes/docs.ts'
import { addEvents } from './routes/events.ts'
import { addGoals } from './routes/goals.ts'
import { addMetrics } from './routes/metrics.ts'
import { addOverview } from './routes/overview.ts'
import { addRuns } from './routes/runs.ts'
import { addTickets } from './routes/tickets.ts'
import { addWorkers } from './routes/workers.ts'
import { serveStatic } from './static.ts'

export interface AppOptions {
  readonly parts: ServerParts
  readonly guard: GuardOptions
  readonly limits?: RateLimits
  /** Who sent a request, for the rate limit. */
  readonly addressOf?: (context: Context) => string
}

const MOST_BODY_BYTES = 1024 * 1024

/** The whole HTTP application, without a port: tests ask it directly. */
export function createApp({
  parts,
  guard: guarded,
  limits = RATE_LIMITS,
  addressOf = () => '',
}: AppOptions): OpenAPIHono {
  const router = new ApiRouter()
  const { app } = router
  app.onError((error, context) => answerError(error, context, (cause) => parts.log.error(cause)))
  app.use(securityHeaders())
  app.use(guard(guarded))
  app.use(rateLimit(limits, addressOf))
  app.use(
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: () => {
        throw new ApiProblem(413, 'too-large', 'A request may have at most 1 MB.')
      },
    }),
  )
  addOverview(router, parts)
  addWorkers(router, parts)
  addGoals(router, parts)
  addRuns(router, parts)
  addTickets(router, parts)
  addBlueprint(router, parts)
  addArc(router, parts)
  addCertificates(app, parts)
  addEvents(app, parts)
  addMetrics(app, parts)
  addDocs(app, parts.version)
  app.get('*', async (context) => {
    if (context.req.path === '/api' || context.req.path.startsWith('/api/')) return unknownRoute()
    return serveStatic(context, parts.webFolder)
  })
  app.notFound(() => unknownRoute())
  return app
}

function unknownRoute(): Response {
  return problemResponse(404, {
    code: 'unknown-route',
    message: 'There is nothing at this address.',
    hint: 'See /api/docs.',
  })
}
