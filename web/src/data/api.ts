/** The server's routes, asked with hono's client; what comes back is parsed by the schemas that the server answers by. */
import { hc, type InferRequestType, type InferResponseType } from 'hono/client'
import type * as z from 'zod'
import type { Api } from '../../../src/api/client.ts'
import * as schemas from '../../../src/api/http.ts'
import { visibleValue } from '../../../src/visible-text.ts'

export type * from '../../../src/api/http.ts'
export { schemas }

/** Outside of a browser, as in tests of what is computed from answers, nothing is asked. */
const { origin } = (globalThis as { location?: { origin: string } }).location ?? {
  origin: 'http://localhost',
}

export const { api } = hc<Api>(origin, {
  headers: { accept: 'application/json' },
})

/** Something the server can be asked, by its address: equal addresses are the same question. */
export interface Question<T> {
  readonly address: string
  readonly ask: (signal?: AbortSignal) => Promise<T>
}

/** A route that is asked with GET. */
interface Asked {
  $get: (args: never, options?: { init?: RequestInit }) => Promise<Response>
  $url: (args?: never) => URL
}

type AnswerOf<E extends Asked> = InferResponseType<E['$get'], 200>

/** The schema must be the one by which the route answers, or one that takes all of its answers. */
export function question<E extends Asked, T>(
  endpoint: E,
  args: InferRequestType<E['$get']>,
  schema: z.ZodType<T> & (AnswerOf<E> extends T ? unknown : never),
): Question<T> {
  const { pathname, search } = endpoint.$url(args as never)
  return {
    address: pathname + search,
    ask: (signal) => answer(endpoint.$get(args as never, { init: { signal: signal ?? null } }), schema),
  }
}

export class ProblemError extends Error {
  readonly status: number
  readonly hint: string | undefined
  /** The line of Lean that is wrong, with carets below it. */
  readonly frame: string | undefined
  constructor(status: number, message: string, hint?: string, frame?: string) {
    super(message)
    this.status = status
    this.hint = hint
    this.frame = frame
  }
}

/** What went wrong as the server said it; anything else is a server that is not there. */
export function asProblem(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError(0, 'The server does not answer.')
}

/**
 * What was answered, its texts made visible: nothing else brings others' text onto the page. An answer that is not 2xx
 * throws what the server said, as a sentence; so does one that is not what was promised.
 */
export async function answer<T>(asked: Promise<Response>, schema: z.ZodType<T>): Promise<T> {
  const response = await asked
  const isJson = response.headers.get('content-type')?.includes('json')
  const body: unknown = isJson ? visibleValue(await response.json()) : undefined
  if (!response.ok) {
    const said = schemas.problem.safeParse(body).data
    const message = said?.detail ?? `The server answered ${response.status}.`
    throw new ProblemError(response.status, message, said?.hint ?? undefined, said?.source?.frame)
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ProblemError(
    response.status,
    `The server sent something that this page does not understand: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    'Reload the page: the server may be newer than it.',
  )
}
