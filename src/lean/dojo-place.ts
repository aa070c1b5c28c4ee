/**
 * Where a dojo's proof begins: at a statement, or at a `sorry` inside somebody's file, in the environment and the
 * local context that it has there.
 */

import { leanText } from '../goal/index.ts'
import { chainOf, contextOf, type TextPart } from './context.ts'
import { GoalError, GoalTooLongError } from './goal-error.ts'
import { openStatement } from './opened-statements.ts'
import type { ReplyTo, TextPosition } from './protocol.ts'
import type { LeanServer, RequestOptions } from './server.ts'
import {
  type ElaboratedStatement,
  elaboratedStatement,
  formOf,
  type GoalInput,
  SCRIPT_INDENT,
  withScript,
} from './statement.ts'

export interface Beginning {
  readonly state: number
  readonly goals: ReplyTo<'goal'>['goals']
  readonly statement: ElaboratedStatement
}

export interface Detail {
  readonly structured: boolean
  readonly keys: boolean
}

/** A script within the text that Lean reads it in: which line comes before it, and how far to the right it stands. */
export interface Embedded {
  readonly text: string
  readonly firstLine: number
  readonly column: number
}

export interface DojoPlace {
  /** Starts the proof in a server; throws `GoalError` if Lean does not accept what leads to it. */
  begin(server: LeanServer, detail: Detail, options: RequestOptions): Promise<Beginning>
  /** The environment that a proof there sees. */
  context(server: LeanServer, options: RequestOptions): Promise<number>
  embed(script: string, statement: ElaboratedStatement): Embedded
  /** Unproved declarations that a proof may rest on; undefined where it may rest on none. */
  readonly given?: readonly string[] | undefined
}

const BEGIN_TIMEOUT_MS = 60_000
/**
 * At a statement behind its preamble. With `before`, the preamble is told as pieces of a file, of which those that Lean
 * has read for others need no second reading.
 */
export function atStatement(input: GoalInput, before?: readonly TextPart[]): DojoPlace {
  const { imports } = input
  const context = async (server: LeanServer, options: RequestOptions) => {
    const made = before
      ? await chainOf(server, { imports, parts: before }, options)
      : await contextOf(server, input, options)
    return made.env
  }
  return {
    context,
    async begin(server, detail, { timeoutMs = BEGIN_TIMEOUT_MS, signal }) {
      const env = await context(server, { timeoutMs, signal })
      const goal = { ...formOf(input.statement), env }
      const reply = await openStatement(server, goal, detail, { timeoutMs, signal }, input)
      const { state, goals } = reply
      return { state, goals, statement: elaboratedStatement(input, reply) }
    },
    embed: (script, { header }) => ({
      text: withScript(header, script),
      firstLine: header.split('\n').length,
      column: SCRIPT_INDENT,
    }),
  }
}

/** One `sorry` of a command in a file. */
export interface HolePlace {
  readonly imports?: readonly string[] | undefined
  /** The modules and the piece of the file before the command. */
  readonly before: readonly TextPart[]
  /** The command, its own helper lemmas before it included. */
  readonly command: string
  /** Where the `sorry` stands in the command. */
  readonly start: TextPosition
  readonly end: TextPosition
  readonly isTactic: boolean
  /** Unproved declarations that have got a proof elsewhere. */
  readonly given: readonly string[]
}

export function atHole(place: HolePlace): DojoPlace {
  const { imports, before, start, end, isTactic, given } = place
  const command = leanText(place.command)
  const context = async (server: LeanServer, options: RequestOptions) =>
    (await chainOf(server, { imports, parts: before }, options)).env
  return {
    context,
    given,
    async begin(server, detail, { timeoutMs = BEGIN_TIMEOUT_MS, signal }) {
      const env = await context(server, { timeoutMs, signal })
      const answer = await server.request('file', { text: command, env, ...detail }, { timeoutMs, signal })
      if (answer.kind === 'timeout') throw new GoalTooLongError('statement', 'elaborating the declaration')
      if (answer.kind === 'no')
        throw new GoalError('statement', answer.failure.message, answer.failure.position, command)
      const { holes, env: made } = answer.value
      const wanted = holes.find(
        (hole) => hole.start?.line === start.line && hole.start.column === start.column,
      )
      const others = holes.filter((hole) => hole !== wanted).map(({ state }) => state)
      await server.request('drop', { states: others, ...(made !== null && { env: made }) })
      if (!wanted) throw new GoalError('statement', 'the hole is not there any more', start)
      const { state, goals, declaration } = wanted
      const type = goals[0]?.text ?? ''
      const statement = { input: { statement: type }, name: declaration ?? '', header: '', type }
      return { state, goals, statement }
    },
    embed(script) {
      const lines = command.split('\n')
      const head = lines.slice(0, start.line)
      const tail = lines.slice(end.line - 1)
      const first = [...(head.at(-1) ?? '')].slice(0, start.column).join('')
      const last = [...(tail[0] ?? '')].slice(end.column).join('')
      const opening = isTactic ? '' : '(by '
      const column = start.column + opening.length
      const body = leanText(script)
        .trimEnd()
        .split('\n')
        .join(`\n${' '.repeat(column)}`)
      const text = [
        ...head.slice(0, -1),
        `${first}${opening}${body}${isTactic ? '' : ')'}${last}`,
        ...tail.slice(1),
      ].join('\n')
      return { text, firstLine: start.line - 1, column }
    },
  }
}
