/**
 * The statements that a server has elaborated: whoever opens one that is open already starts from the same state.
 * States are never changed by what is done with them, so that any number of dojos can share one.
 */
import { GoalError, GoalTooLongError } from './goal-error.ts'
import type { ReplyTo } from './protocol.ts'
import type { Requests } from './requests.ts'
import type { LeanServer, RequestOptions } from './server.ts'

/** Statements that nobody works on are kept, as long as there are no more than these. */
const MOST_IDLE = 64

interface Opened {
  readonly reply: ReplyTo<'goal'>
  users: number
}

const known = new WeakMap<LeanServer, Map<string, Opened>>()

type Goal = Pick<Requests['goal'], 'statement' | 'form' | 'env'>
type Detail = Pick<Requests['goal'], 'structured' | 'keys'>

/** The reply about a statement; the state in it is there until it is given back with `closeStatement`. */
export async function openStatement(
  server: LeanServer,
  goal: Goal,
  detail: Detail,
  options: RequestOptions,
  /** As the user wrote it, for what is said about it. */
  written: { readonly statement: string; readonly preamble?: string | undefined } = goal,
): Promise<ReplyTo<'goal'>> {
  const open = statementsOf(server)
  const key = keyOf(goal, detail)
  const before = open.get(key)
  if (before) {
    before.users += 1
    return before.reply
  }
  const answer = await server.request('goal', { ...goal, ...detail }, options)
  if (answer.kind === 'timeout') throw new GoalTooLongError('statement', 'elaborating the statement')
  if (answer.kind === 'no')
    throw new GoalError(
      'statement',
      answer.failure.message,
      answer.failure.position,
      written.statement,
      written.preamble,
    )
  // Somebody else may have been as quick: then this state is one more, and its owner drops it.
  if (!open.has(key)) open.set(key, { reply: answer.value, users: 1 })
  return answer.value
}

/** Keeps what a statement was elaborated to, for whoever opens it next. */
export async function keepStatement(
  server: LeanServer,
  goal: Goal,
  detail: Detail,
  reply: ReplyTo<'goal'>,
): Promise<void> {
  const open = statementsOf(server)
  const key = keyOf(goal, detail)
  if (open.has(key)) await server.request('drop', { states: [reply.state] })
  else open.set(key, { reply, users: 1 })
  await closeStatement(server, reply.state)
}

/** Whether a state is one that others share, and now have without this user. */
export async function closeStatement(server: LeanServer, state: number): Promise<boolean> {
  const open = statementsOf(server)
  const found = [...open.values()].find(({ reply }) => reply.state === state)
  if (!found) return false
  found.users -= 1
  const idle = [...open].filter(([, { users }]) => users <= 0)
  const tooMany = idle.slice(0, Math.max(0, idle.length - MOST_IDLE))
  for (const [key] of tooMany) open.delete(key)
  if (tooMany.length > 0)
    await server.request('drop', { states: tooMany.map(([, { reply }]) => reply.state) })
  return true
}

function statementsOf(server: LeanServer): Map<string, Opened> {
  const open = known.get(server) ?? new Map<string, Opened>()
  known.set(server, open)
  return open
}

function keyOf({ statement, form, env }: Goal, { structured, keys }: Detail): string {
  return JSON.stringify([env, form, statement, structured === true, keys === true])
}
