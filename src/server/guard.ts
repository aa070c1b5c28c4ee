/** Who may talk to the server: checks of every request before any route sees it. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { ApiProblem } from './problem.ts'

export interface GuardOptions {
  /** Needed on every request if set. */
  readonly token: string | undefined
  /** Whether the server is reached by this machine alone. */
  readonly loopback: boolean
  /** Names besides addresses under which the server may be asked. */
  readonly hosts: readonly string[]
}

const COOKIE = 'orch_token'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])
const SAFE = new Set(['GET', 'HEAD'])

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** On every answer, also on those that turn a request away. */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      // A page may bring a policy of its own; nothing that others wrote decides on headers.
      if (name === 'content-security-policy' && context.res.headers.has(name)) continue
      context.res.headers.set(name, value)
    }
  }
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host)
}

export function guard(options: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    checkHost(context, options)
    checkOrigin(context)
    const entry = checkToken(context, options)
    if (entry) return entry
    await next()
    return undefined
  }
}

/** A page of another site that made its name point here still sends its own name: that is turned away. */
function checkHost(context: Context, { loopback, hosts }: GuardOptions): void {
  const name = hostNameOf(context.req.header('host') ?? new URL(context.req.url).host)
  const allowed = isLoopback(name) || hosts.includes(name) || (!loopback && isOwnName(name))
  if (allowed) return
  throw new ApiProblem(
    403,
    'bad-host',
    'The request is addressed to a name that this server does not go by.',
    'Use the address that "orch dashboard" printed.',
  )
}

function isOwnName(name: string): boolean {
  return isIP(name) !== 0 || name === hostname().toLowerCase()
}

function hostNameOf(host: string): string {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return name.startsWith('[') ? name.slice(1, -1) : name
}

/** Browsers say where a request comes from; programs such as curl say nothing, and no site can send for them. */
function checkOrigin(context: Context): void {
  const { req } = context
  const site = req.header('sec-fetch-site')
  const isPage = SAFE.has(req.method) && req.header('sec-fetch-mode') === 'navigate'
  const origin = req.header('origin')
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const host = req.header('host') ?? new URL(req.url).host
  const foreignOrigin = origin !== undefined && !isSameOrigin(origin, host)
  if ((foreignSite && !isPage) || foreignOrigin)
    throw new ApiProblem(403, 'bad-origin', 'Pages of other sites may not use this server.')
  if (SAFE.has(req.method)) return
  const type = req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type))
    throw new ApiProblem(415, 'not-json', 'A request that changes something must be application/json.')
}

function isSameOrigin(origin: string, host: string): boolean {
  try {
    return new URL(origin).host === new URL(`http://${host}`).host
  } catch {
    return false
  }
}

/** The token comes as a header, or once in the address of the page, which turns it into a cookie. */
function checkToken(context: Context, { token }: GuardOptions): Response | undefined {
  if (token === undefined) return undefined
  const { req } = context
  const given = /^Bearer (.+)$/i.exec(req.header('authorization') ?? '')?.[1] ?? getCookie(context, COOKIE)
  if (given !== undefined && isSame(given, token)) return undefined
  const inAddress = req.query('token')
  if (inAddress !== undefined && isSame(inAddress, token) && req.method === 'GET' && req.path === '/') {
    setCookie(context, COOKIE, token, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return context.redirect('/', 303)
  }
  throw new ApiProblem(
    401,
    'bad-token',
    'This server wants its token, and the request has none or a wrong one.',
    'Open the address with ?token=… that "orch dashboard" printed, or send "Authorization: Bearer <token>".',
  )
}

/** Takes the same time whatever is wrong with the guess. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
