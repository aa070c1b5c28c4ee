import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import { type GuardOptions, guard, securityHeaders } from './guard.ts'
import { ApiProblem, answerError, problemResponse } from './problem.ts'
import { RATE_LIMITS, type RateLimits, rateLimit } from './rate-limit.ts'
import { cacheRules, createRoutes } from './route.ts'
import { arcRoutes } from './routes/arc.ts'
import { blueprintRoutes } from './routes/blueprint.ts'
import { addCertificates } from './routes/certificates.ts'
import { addDocs } from './routes/docs.ts'
import { addEvents } from './routes/events.ts'
import { goalRoutes } from './routes/goals.ts'
import { addMetrics } from './routes/metrics.ts'
import { overviewRoutes } from './routes/overview.ts'
import { playgroundRoutes } from './routes/playground.ts'
import { projectRoutes } from './routes/project.ts'
import { runRoutes } from './routes/runs.ts'
import { searchRoutes } from './routes/search.ts'
import { ticketRoutes } from './routes/tickets.ts'
import { workerRoutes } from './routes/workers.ts'
import type { ServerContext } from './server-context.ts'
import { serveStatic } from './static.ts'

export interface AppOptions {
  readonly parts: ServerContext
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
  const app = createRoutes()
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
  // Registered before the rules for caching, which an event stream must not get.
  addEvents(app, parts)
  addCertificates(app, parts)
  addMetrics(app, parts)
  // Those who ask again and again are told in a few bytes that nothing has changed.
  app.use('/api/*', cacheRules(), etag())
  app.route('/', apiRoutes(parts))
  addDocs(app, parts.version)
  app.get('*', async (context) => {
    if (context.req.path === '/api' || context.req.path.startsWith('/api/')) return unknownRoute()
    return serveStatic(context, parts.webFolder)
  })
  app.notFound(() => unknownRoute())
  return app
}

/** All routes that take and give JSON. */
function apiRoutes(parts: ServerContext) {
  return createRoutes()
    .route('/', overviewRoutes(parts))
    .route('/', workerRoutes(parts))
    .route('/', goalRoutes(parts))
    .route('/', searchRoutes(parts))
    .route('/', playgroundRoutes(parts))
    .route('/', runRoutes(parts))
    .route('/', ticketRoutes(parts))
    .route('/', projectRoutes(parts))
    .route('/', blueprintRoutes(parts))
    .route('/', arcRoutes(parts))
}

function unknownRoute(): Response {
  return problemResponse(404, {
    code: 'unknown-route',
    message: 'There is nothing at this address.',
    hint: 'See /api/docs.',
  })
}
