import { createHash } from 'node:crypto'
import { leanText } from '../goal/index.ts'
import { RecentlyUsed } from '../recently-used.ts'
import { GoalError, GoalTooLongError, RunsCodeError } from './goal-error.ts'
import type { LeanMessage, TextPosition } from './protocol.ts'
import type { Requests } from './requests.ts'
import type { LeanServer, RequestOptions } from './server.ts'
import type { GoalInput } from './statement.ts'

export interface Context {
  readonly env: number
}

export interface ContextOptions extends RequestOptions {
  /** Throws `RunsCodeError`, before anything of it has run, if the preamble may run code of its own. */
  readonly plainOnly?: boolean | undefined
}

/** A preamble takes a third of a second to elaborate and, once it is, a third of a megabyte to keep. */
const KEPT = 256

/** What one server has elaborated, most recently used last, and what it is elaborating. */
interface Elaborated {
  readonly contexts: RecentlyUsed<string, Context>
  readonly running: Map<string, Promise<Elaboration>>
}

/** Lean's answer about a preamble. `none`: whoever asked ran out of time or lost interest. */
type Elaboration =
  | { readonly kind: 'made'; readonly context: Context }
  | { readonly kind: 'wrong'; readonly error: GoalError }
  | { readonly kind: 'none' }

const elaborated = new WeakMap<LeanServer, Elaborated>()

/** The environment of a goal in a server: imports and preamble, elaborated once per server. */
export async function contextOf(
  server: LeanServer,
  input: Pick<GoalInput, 'imports' | 'preamble'>,
  options: ContextOptions = {},
): Promise<Context> {
  const { imports = [] } = input
  const preamble = leanText(input.preamble ?? '')
  const base = imports.length === 0 ? 0 : await load(server, imports, options)
  if (!preamble.trim()) return { env: base }
  const key = JSON.stringify([imports, preamble])
  return elaboratedOnce(server, key, () => elaborate(server, base, preamble, options), options)
}

/** A piece of a file, or a whole module that later pieces build on. */
export interface TextPart {
  readonly text: string
  /** Given where the piece begins a module: nothing that another one left open is open in it. */
  readonly module?: string | undefined
  /** What the piece leaves open is ended behind it, as at the end of a file. */
  readonly whole?: boolean | undefined
}

/**
 * The environment after some pieces of Lean text. Each is elaborated once per server, so that going on from the
 * middle of a file costs only what is new. Unlike a preamble, a piece may have errors: people work on it.
 */
export async function chainOf(
  server: LeanServer,
  { imports = [], parts }: { readonly imports?: readonly string[] | undefined; parts: readonly TextPart[] },
  options: RequestOptions = {},
): Promise<Context> {
  let context: Context = { env: imports.length === 0 ? 0 : await load(server, imports, options) }
  let key = JSON.stringify(imports)
  for (const { text, module, whole = false } of parts) {
    const { env } = context
    key = createHash('sha256')
      .update(JSON.stringify([key, text, module, whole]))
      .digest('hex')
    const request = {
      text: leanText(text),
      env,
      skipHoles: true,
      whole,
      ...(module !== undefined && { module }),
    }
    const go = () => elaborateText(server, request, options, { mayHaveErrors: true })
    context = await elaboratedOnce(server, key, go, options)
  }
  return context
}

/** What is elaborated already, or being elaborated, is not elaborated again. */
async function elaboratedOnce(
  server: LeanServer,
  key: string,
  elaborateNow: () => Promise<Elaboration>,
  options: RequestOptions,
): Promise<Context> {
  const known = elaborated.get(server) ?? { contexts: new RecentlyUsed(KEPT), running: new Map() }
  elaborated.set(server, known)
  for (;;) {
    const found = known.contexts.get(key)
    if (found) return found
    const running = known.running.get(key)
    const elaboration = await (running ? shared(running, options) : begin(known, key, server, elaborateNow()))
    if (elaboration.kind === 'made') return elaboration.context
    if (elaboration.kind === 'wrong') throw elaboration.error
    if (!running) throw tooLong()
    // Somebody else gave up on it: that says nothing about this caller, who has it elaborated again.
  }
}

/** Whoever wants the same preamble meanwhile waits for this elaboration. */
async function begin(
  known: Elaborated,
  key: string,
  server: LeanServer,
  elaborating: Promise<Elaboration>,
): Promise<Elaboration> {
  const done = elaborating.then(async (elaboration) => {
    if (elaboration.kind === 'made') {
      for (const { env } of known.contexts.set(key, elaboration.context))
        await server.request('drop', { env })
    }
    return elaboration
  })
  const forOthers = done.catch((): Elaboration => ({ kind: 'none' })).finally(() => known.running.delete(key))
  known.running.set(key, forOthers)
  return await done
}

/** Waits for another caller's elaboration, within this caller's own limits. */
async function shared(
  running: Promise<Elaboration>,
  { timeoutMs, signal }: RequestOptions,
): Promise<Elaboration> {
  signal?.throwIfAborted()
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const stop = AbortSignal.any([signal, limit].filter((one) => one !== undefined))
  let onAbort = () => {}
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.aborted ? signal.reason : tooLong())
    stop.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([running, stopped])
  } finally {
    stop.removeEventListener('abort', onAbort)
  }
}

function tooLong(): GoalError {
  return new GoalTooLongError('preamble', 'elaborating the preamble')
}

async function load(
  server: LeanServer,
  modules: readonly string[],
  options: RequestOptions,
): Promise<number> {
  // Lean keeps the loaded sets itself: asking again for one that is there costs a millisecond.
  const answer = await server.request('import', { modules: ['Init', ...modules] }, options)
  if (answer.kind === 'ok') return answer.value.env
  if (answer.kind === 'timeout') throw new GoalTooLongError('imports', 'loading the imports')
  throw new GoalError('imports', firstLine(answer.failure.message), null)
}

function elaborate(
  server: LeanServer,
  env: number,
  preamble: string,
  { plainOnly = false, ...options }: ContextOptions,
): Promise<Elaboration> {
  const request = { text: preamble, env, skipHoles: true, plainOnly, checkedOnly: true }
  return elaborateText(server, request, options, { mayHaveErrors: false })
}

async function elaborateText(
  server: LeanServer,
  request: Requests['file'],
  options: RequestOptions,
  { mayHaveErrors }: { readonly mayHaveErrors: boolean },
): Promise<Elaboration> {
  const wrong = (text: string, position: TextPosition | null): Elaboration => ({
    kind: 'wrong',
    error: new GoalError('preamble', text, position, request.text),
  })
  const answer = await server.request('file', request, options)
  if (answer.kind === 'timeout') return { kind: 'none' }
  if (answer.kind === 'no') {
    const { kind, message, position } = answer.failure
    if (kind === 'runs_code')
      return { kind: 'wrong', error: new RunsCodeError('preamble', message, position, request.text) }
    return wrong(message, position)
  }
  const { env: made, messages } = answer.value
  const error = mayHaveErrors ? undefined : messages.find(isError)
  if (error || made === null)
    return wrong(error?.text ?? 'the preamble does not elaborate', error?.start ?? null)
  return { kind: 'made', context: { env: made } }
}

export function isError(message: LeanMessage): boolean {
  return message.severity === 'error'
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
