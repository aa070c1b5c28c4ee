import type { Context, MiddlewareHandler } from 'hono'
import { RecentlyUsed } from '../recently-used.ts'
import { problemResponse } from './problem.ts'

export interface RateLimits {
  /** Requests per second that are sustained, and how many may come at once. */
  readonly reads: { readonly perSecond: number; readonly burst: number }
  readonly writes: { readonly perSecond: number; readonly burst: number }
}

export const RATE_LIMITS: RateLimits = {
  reads: { perSecond: 200, burst: 1_000 },
  writes: { perSecond: 10, burst: 50 },
}

interface Bucket {
  tokens: number
  at: number
}

const MOST_CLIENTS = 10_000

/** A bucket of permits per client address and kind of request, refilled steadily. */
export function rateLimit(
  limits: RateLimits,
  addressOf: (context: Context) => string,
  now: () => number = () => performance.now(),
): MiddlewareHandler {
  const buckets = new RecentlyUsed<string, Bucket>(MOST_CLIENTS)
  return async (context, next) => {
    const kind = context.req.method === 'GET' || context.req.method === 'HEAD' ? 'reads' : 'writes'
    const { perSecond, burst } = limits[kind]
    const key = `${kind} ${addressOf(context)}`
    const at = now()
    const before = buckets.get(key) ?? { tokens: burst, at }
    const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond)
    buckets.set(key, { tokens: Math.max(0, tokens - 1), at })
    if (tokens < 1) {
      const seconds = Math.ceil((1 - tokens) / perSecond)
      return problemResponse(
        429,
        {
          code: 'too-many-requests',
          message: `At most ${perSecond} requests a second are answered.`,
          hint: 'Wait a moment; or follow /api/events instead of asking again and again.',
        },
        { 'retry-after': String(seconds) },
      )
    }
    await next()
    return undefined
  }
}
