/** A file of a project as an editor shows it: what Lean says about it, and what stands at a place in it. */
import { OrchError } from '../errors.ts'
import {
  chainOf,
  type DojoGoal,
  type InspectReply,
  type LeanDeclaration,
  type LeanMessage,
  type LeanPool,
  type LeanServer,
  type RequestOptions,
  type TacticAnswer,
  type TextPosition,
} from '../lean/index.ts'

import {
  beginning,
  type ElaborationOptions,
  externalImports,
  FILE_TIMEOUT_MS,
  leanBody,
  partsBelow,
  tooLong,
} from './elaborate-module.ts'
import type { CommandSpan } from './hole.ts'
import type { Project, ProjectModule } from './project.ts'
import { TextLines } from './text-lines.ts'

export interface FileReading {
  /** The text as Lean reads it: without its header, with plain line ends. */
  readonly body: string
  readonly messages: readonly LeanMessage[]
  readonly commands: readonly CommandSpan[]
  readonly declarations: readonly LeanDeclaration[]
}

/** Elaborates a module for everything that Lean says about it, warnings and infos too. */
export async function readLeanFile(
  pool: LeanPool,
  project: Project,
  module: ProjectModule,
  { timeoutMs = FILE_TIMEOUT_MS, signal }: ElaborationOptions = {},
): Promise<FileReading> {
  const body = leanBody(module.text)
  return await pool.use(async (server) => {
    const env = await contextBefore(server, project, module, '', { timeoutMs, signal })
    const request = { text: body, env, commands: true, skipHoles: true, checkedOnly: true }
    const answer = await server.request('file', request, { timeoutMs, signal })
    if (answer.kind === 'timeout') throw unread(module, tooLong(timeoutMs))
    if (answer.kind === 'no') throw unread(module, answer.failure.message)
    const { messages, commands = [], declarations = [], env: made } = answer.value
    if (made !== null) await server.request('drop', { env: made })
    const lines = new TextLines(body)
    const spans = commands.map(({ start, end, kind }): CommandSpan => {
      const at = start ?? { line: 1, column: 0 }
      return { ...lines.span(at, end ?? at), kind }
    })
    // A file of imports and comments alone ends where Lean expects a command.
    return { body, messages: spans.length === 0 ? [] : messages, commands: spans, declarations }
  }, signal)
}

function unread({ path }: ProjectModule, why: string): OrchError {
  return new OrchError('file_unread', `${path} could not be read to its end: ${why}.`)
}

export interface InspectedTactic {
  readonly start: TextPosition
  readonly end: TextPosition
  readonly before: readonly DojoGoal[]
  readonly after: readonly DojoGoal[]
}

export interface Inspected {
  readonly tactic: InspectedTactic | undefined
  readonly term: InspectReply['term']
  /** What each of the tactics that were asked for did in the state before the tactic there. */
  readonly tried: readonly TacticAnswer[]
}

export interface InspectOptions extends ElaborationOptions {
  readonly tactics?: readonly string[]
  readonly tacticMs?: number
}

/** What stands at a place of a module. Only its command is elaborated anew; what lies before it is kept by the server. */
export async function inspectModule(
  pool: LeanPool,
  project: Project,
  module: ProjectModule,
  { body, commands, declarations }: FileReading,
  at: TextPosition,
  { timeoutMs = FILE_TIMEOUT_MS, signal, tactics = [], tacticMs = 20_000 }: InspectOptions = {},
): Promise<Inspected> {
  const offset = new TextLines(body).offset(at)
  const command = commands.findLast(({ from }) => from <= offset)
  if (!command) return { tactic: undefined, term: null, tried: [] }
  const moved = ({ line, column }: TextPosition) => ({ line: line + command.start.line - 1, column })
  return await pool.use(async (server) => {
    const env = await contextBefore(server, project, module, body.slice(0, command.from), {
      timeoutMs,
      signal,
    })
    const margin = ' '.repeat(command.start.column)
    const inside = body.slice(command.from, Math.min(Math.max(offset, command.from), command.to))
    const request = {
      text: margin + body.slice(command.from, command.to),
      place: margin.length + Buffer.byteLength(inside),
      env,
      structured: true,
      checkedOnly: true,
    }
    const answer = await server.request('inspect', request, { timeoutMs, signal })
    if (answer.kind === 'timeout') throw unread(module, tooLong(timeoutMs))
    if (answer.kind === 'no') throw unread(module, answer.failure.message)
    const { tactic, term } = answer.value
    const given = declarations.flatMap(({ name, hasSorry }) => (hasSorry ? [name] : []))
    const tried: TacticAnswer[] = []
    for (const text of tactic ? tactics : []) {
      const state = { state: tactic?.state ?? 0, tactic: text, given }
      const result = await server.request('tactic', state, { timeoutMs: tacticMs, signal })
      if (result.kind === 'ok') await server.request('drop', { states: [result.value.state] })
      tried.push(result)
    }
    if (tactic) await server.request('drop', { states: [tactic.state] })
    return {
      tactic: tactic
        ? { start: moved(tactic.start), end: moved(tactic.end), before: tactic.goals, after: tactic.after }
        : undefined,
      term: term && { ...term, start: moved(term.start), end: moved(term.end) },
      tried,
    }
  }, signal)
}

/** The environment of a module behind some of its text. */
async function contextBefore(
  server: LeanServer,
  project: Project,
  { name }: ProjectModule,
  text: string,
  options: RequestOptions,
): Promise<number> {
  const parts = [...partsBelow(project, name), beginning(project, name), ...(text === '' ? [] : [{ text }])]
  return (await chainOf(server, { imports: externalImports(project, name), parts }, options)).env
}
