import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type * as z from 'zod'
import { ApiProblem } from './problem.ts'
import { problem } from './schemas.ts'

interface Shape {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

type Parsed<S extends Shape> = {
  readonly [K in keyof Shape]-?: S[K] extends z.ZodType ? z.infer<S[K]> : undefined
} & { readonly signal: AbortSignal }

interface RouteOptions<S extends Shape, A extends z.ZodType> {
  readonly summary: string
  readonly tag: string
  readonly request?: S
  readonly answer: A
  readonly status?: 200 | 201 | 202
}

/** Routes that take and give JSON, checked by their schemas and listed in the OpenAPI document. */
export class ApiRouter {
  readonly app = new OpenAPIHono()

  get<S extends Shape, A extends z.ZodType>(
    path: string,
    options: RouteOptions<S, A>,
    handle: (parsed: Parsed<S>) => Promise<z.input<A>>,
  ): void {
    this.#describe('get', path, options)
    this.app.get(honoPath(path), async (context) => {
      const answer = await handle(await parse(context, options.request))
      return withEtag(context, JSON.stringify(answer))
    })
  }

  post<S extends Shape, A extends z.ZodType>(
    path: string,
    options: RouteOptions<S, A>,
    handle: (parsed: Parsed<S>) => Promise<z.input<A>>,
  ): void {
    this.#describe('post', path, options)
    this.app.post(honoPath(path), async (context) => {
      const answer = await handle(await parse(context, options.request))
      return context.body(JSON.stringify(answer), options.status ?? 200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
    })
  }

  #describe<S extends Shape, A extends z.ZodType>(
    method: 'get' | 'post',
    path: string,
    { summary, tag, request = {} as S, answer, status = 200 }: RouteOptions<S, A>,
  ): void {
    this.app.openAPIRegistry.registerPath({
      method,
      path,
      summary,
      tags: [tag],
      request: {
        ...(request.params && { params: request.params }),
        ...(request.query && { query: request.query }),
        ...(request.body && { body: { content: { 'application/json': { schema: request.body } } } }),
      },
      responses: {
        [status]: { description: 'OK', content: { 'application/json': { schema: answer } } },
        default: {
          description: 'Why not',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
    })
  }
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

async function parse<S extends Shape>(context: Context, shape: S | undefined): Promise<Parsed<S>> {
  const { req } = context
  return {
    params: shape?.params && read(shape.params, req.param(), 'path'),
    query: shape?.query && read(shape.query, req.query(), 'query'),
    body: shape?.body && read(shape.body, await jsonBody(context), 'body'),
    signal: req.raw.signal,
  } as Parsed<S>
}

function read<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  const place = field === '' ? `The ${where}` : `${field} in the ${where}`
  throw new ApiProblem(400, 'bad-request', `${place} cannot be used: ${issue?.message ?? 'invalid'}.`)
}

async function jsonBody(context: Context): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiProblem(400, 'malformed-json', 'The body is not JSON.')
  }
}

/** Those who ask again and again are told in a few bytes that nothing has changed. */
function withEtag(context: Context, body: string): Response {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = { etag, 'cache-control': 'no-cache' }
  const known = context.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return context.body(null, 304, headers)
  return context.body(body, 200, { ...headers, 'content-type': 'application/json; charset=utf-8' })
}
