import type { OpenAPIHono } from '@hono/zod-openapi'
import { positionOf } from '../feed.ts'
import type { ServerParts } from '../parts.ts'
import { ApiProblem } from '../problem.ts'

const HEARTBEAT_MS = 15_000
const MOST_CLIENTS = 1_000
const HEARTBEAT = new TextEncoder().encode(': still here\n\n')
const GREETING = new TextEncoder().encode('retry: 2000\n: orch\n\n')

/** Server-sent events. The stream is pulled by the connection, so a client that does not read is not written to. */
export function addEvents(app: OpenAPIHono, { feed, door }: ServerParts): void {
  app.get('/api/events', async (context) => {
    if (feed.clients >= MOST_CLIENTS)
      throw new ApiProblem(503, 'too-many-clients', `${MOST_CLIENTS} clients are following already.`)
    // A ledger that cannot be read is told as a problem, not as a stream that stays silent.
    await door.open()
    const { req } = context
    const after = positionOf(req.header('last-event-id') ?? req.query('after'))
    const over = new AbortController()
    const signal = AbortSignal.any([req.raw.signal, over.signal])
    const events = feed.follow(after, signal)
    let next: Promise<IteratorResult<Uint8Array>> | undefined
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(GREETING),
      async pull(controller) {
        next ??= events.next()
        const beat = Promise.withResolvers<'beat'>()
        const timer = setTimeout(beat.resolve, HEARTBEAT_MS, 'beat')
        const result = await Promise.race([next, beat.promise]).finally(() => clearTimeout(timer))
        if (result === 'beat') {
          controller.enqueue(HEARTBEAT)
          return
        }
        next = undefined
        if (result.done) controller.close()
        else controller.enqueue(result.value)
      },
      async cancel() {
        over.abort()
        await events.return(undefined)
      },
    })
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    })
  })
}
