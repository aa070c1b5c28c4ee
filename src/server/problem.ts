import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ProblemDetails } from '../api/index.ts'
import { InputError, OrchError } from '../errors.ts'
import { GoalError, LeanGoneError } from '../lean/index.ts'

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503

const TITLES: Readonly<Record<ProblemStatus, string>> = {
  400: 'The request cannot be understood.',
  401: 'A token is needed.',
  403: 'This is not allowed from there.',
  404: 'There is no such thing here.',
  405: 'This cannot be done here.',
  409: 'This does not fit the present state.',
  413: 'The request is too large.',
  415: 'The request must be JSON.',
  422: 'The request cannot be used.',
  429: 'Too many requests.',
  500: 'Something went wrong inside Orch.',
  503: 'Something that is needed is not there.',
}

/** An answer that is not what was asked for, with the sentence that says why. */
export class ApiProblem extends OrchError {
  override readonly name = 'ApiProblem'
  readonly status: ProblemStatus

  constructor(status: ProblemStatus, code: string, detail: string, hint?: string) {
    super(code, detail, hint === undefined ? {} : { hint })
    this.status = status
  }
}

interface ProblemFacts extends Pick<ProblemDetails, 'source'> {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

export function problemResponse(
  status: ProblemStatus,
  { code, message, hint, source }: ProblemFacts,
  headers: Record<string, string> = {},
): Response {
  const body: ProblemDetails = {
    type: 'about:blank',
    title: TITLES[status],
    status,
    code,
    detail: message,
    hint: hint ?? null,
    ...(source && { source }),
  }
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
  })
}

/** What an error becomes. Only errors made for people are shown to them; the rest goes to the log alone. */
export function answerError(error: unknown, _context: Context, log: (error: unknown) => void): Response {
  if (error instanceof HTTPException) {
    const status = error.status in TITLES ? (error.status as ProblemStatus) : 400
    if (status === 400)
      return problemResponse(400, { code: 'malformed-json', message: 'The body is not JSON.' })
    return problemResponse(status, { code: `http-${status}`, message: error.message || TITLES[status] })
  }
  if (!(error instanceof OrchError)) {
    log(error)
    return problemResponse(500, {
      code: 'internal',
      message: 'An unexpected error happened; the server goes on.',
      hint: 'The log of the server says more.',
    })
  }
  const { code, message, hint } = error
  return problemResponse(statusOf(error), { code, message, hint, source: sourceOf(error) })
}

/** Columns counted from 1, as people do. */
function sourceOf(error: OrchError): ProblemDetails['source'] {
  if (!(error instanceof GoalError) || !error.position || !error.frame) return undefined
  const { place, position, frame } = error
  const { line, column } = position
  return { place, line, column: column + 1, frame: `${frame.line}\n${frame.carets}` }
}

function statusOf(error: OrchError): ProblemStatus {
  if (error instanceof ApiProblem) return error.status
  if (error instanceof GoalError) return 422
  if (error.code.startsWith('unknown')) return 404
  if (error.code === 'ticket-cycle') return 409
  if (error instanceof InputError) return 422
  if (error instanceof LeanGoneError || error.code.startsWith('ledger') || error.code === 'closing')
    return 503
  return 500
}
