import { InputError } from '../errors.ts'
import type { LeanMessage, Position } from './protocol.ts'
import type { LeanServer, RequestOptions } from './server.ts'
import type { GoalInput } from './statement.ts'

/** The user's Lean text is not acceptable to Lean. Carries Lean's own words and where they point. */
export class GoalError extends InputError {
  readonly position: Position | null
  /** Which of the user's texts the position counts in. */
  readonly place: 'imports' | 'preamble' | 'statement'

  constructor(place: 'imports' | 'preamble' | 'statement', message: string, position: Position | null) {
    super(`lean_${place}`, message, { hint: HINTS[place] })
    this.place = place
    this.position = position
  }
}

const HINTS = {
  imports:
    'Check the module names. The embedded Lean has Init, Std and Lean; other libraries need a Lake project.',
  preamble: 'The preamble is Lean text that is read before the statement; it must have no errors.',
  statement: "Give a proposition such as '∀ n : Nat, n + 0 = n', or a theorem with or without its proof.",
}

export interface Context {
  readonly env: number
  /** False if the preamble may have run code of its own in this process. */
  readonly plain: boolean
}

/** A preamble takes a third of a second to elaborate and, once it is, a third of a megabyte to keep. */
const KEPT = 256
const contexts = new WeakMap<LeanServer, Map<string, Context>>()

/** The environment of a goal in a server: imports and preamble, elaborated once per server. */
export async function contextOf(
  server: LeanServer,
  { imports = [], preamble = '' }: Pick<GoalInput, 'imports' | 'preamble'>,
  options: RequestOptions = {},
): Promise<Context> {
  const base = imports.length === 0 ? 0 : await load(server, imports, options)
  if (!preamble.trim()) return { env: base, plain: true }
  const known = contexts.get(server) ?? new Map<string, Context>()
  contexts.set(server, known)
  const key = JSON.stringify([imports, preamble])
  const found = known.get(key)
  if (found) {
    known.delete(key)
    known.set(key, found)
    return found
  }
  const context = await elaborate(server, base, preamble, options)
  known.set(key, context)
  await evict(server, known)
  return context
}

async function load(
  server: LeanServer,
  modules: readonly string[],
  options: RequestOptions,
): Promise<number> {
  // Lean keeps the loaded sets itself: asking again for one that is there costs a millisecond.
  const answer = await server.request('import', { modules: ['Init', ...modules] }, options)
  if (answer.kind === 'ok') return answer.value.env
  const message = answer.kind === 'no' ? answer.failure.message : 'loading the imports took too long'
  throw new GoalError('imports', firstLine(message), null)
}

async function elaborate(
  server: LeanServer,
  env: number,
  preamble: string,
  options: RequestOptions,
): Promise<Context> {
  const answer = await server.request('file', { text: preamble, env, skipHoles: true }, options)
  if (answer.kind === 'timeout')
    throw new GoalError('preamble', 'elaborating the preamble took too long', null)
  if (answer.kind === 'no') throw new GoalError('preamble', answer.failure.message, answer.failure.position)
  const { env: made, messages, plain } = answer.value
  const error = messages.find(isError)
  if (error || made === null) {
    throw new GoalError('preamble', error?.text ?? 'the preamble does not elaborate', error?.start ?? null)
  }
  return { env: made, plain }
}

async function evict(server: LeanServer, known: Map<string, Context>): Promise<void> {
  for (const [key, context] of known) {
    if (known.size <= KEPT) return
    known.delete(key)
    await server.request('drop', { env: context.env })
  }
}

export function isError(message: LeanMessage): boolean {
  return message.severity === 'error'
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
