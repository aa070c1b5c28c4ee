import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { encode, positionOf } from '../feed-reader.ts'
import { SECURITY_HEADERS } from '../guard.ts'
import { ApiProblem } from '../problem.ts'
import type { ServerContext } from '../server-context.ts'

const MOST_CLIENTS = 1_000
const GREETING = encode('retry: 2000\n: orch\n\n')
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/**
 * Server-sent events, written straight to the connection: a stream object in between would cost more for each client
 * than everything else together.
 */
export function addEvents(app: OpenAPIHono, { feed, connection }: ServerContext): void {
  app.get('/api/events', async (context) => {
    if (feed.clients >= MOST_CLIENTS)
      throw new ApiProblem(503, 'too-many-clients', `${MOST_CLIENTS} clients are following already.`)
    // A ledger that cannot be read is told as a problem, not as a stream that stays silent.
    await connection.open()
    const { req } = context
    if (req.method === 'HEAD') return new Response(null, { headers: HEADERS })
    const after = positionOf(req.header('last-event-id') ?? req.query('after'))
    const { outgoing } = (context as Context<{ Bindings: HttpBindings }>).env
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
    greet(outgoing)
    const following = feed.follow(
      {
        write: (bytes) => outgoing.write(bytes),
        end: () => outgoing.end(),
      },
      after,
    )
    outgoing.on('drain', following.drained).once('close', following.leave)
    return RESPONSE_ALREADY_SENT
  })
}

function greet(outgoing: ServerResponse): void {
  // The stream ends when its connection does, so its pieces need no frames of their own.
  outgoing.removeHeader('transfer-encoding')
  outgoing.writeHead(200, { ...SECURITY_HEADERS, ...HEADERS })
  outgoing.write(GREETING)
}
