/** Places in Lean files: what Lean says there, which goals there are, what tactics would do. */
import { resolve } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { InputError } from '../errors.ts'
import type { DojoGoal, LeanMessage, TacticAnswer, TacticResult } from '../lean/index.ts'
import { placeIn } from '../use-cases/index.ts'
import { pageFields, pageOf } from './page.ts'
import type { McpParts } from './server.ts'
import { addTool } from './tool.ts'

export const pathField = z.string().describe('A .lean file; what it imports from its project is read too')
export const lineField = z.int().min(1).describe('From 1')
export const columnField = z.int().min(0).describe('In characters, from 0')
const TACTIC_SECONDS = 20

const textsOf = (goals: readonly DojoGoal[]) => goals.map(({ text }) => text)
const isSorry = ({ severity, text }: LeanMessage) => severity === 'warning' && /uses [`']sorry[`']/.test(text)

export function addFileTools(server: McpServer, parts: McpParts): void {
  const { files, sessions } = parts

  addTool(
    server,
    'file_diagnostics',
    {
      title: "Lean's messages about a file",
      description:
        'Errors, warnings and infos of a Lean file, or of a text that you give, each with line and column. Run it after ' +
        'every edit. No errors means that Lean reads the file; it does not mean that its theorems are proved: look at ' +
        'sorries, and let check_proof or orch check judge.',
      readOnly: true,
      input: z.object({
        path: pathField.optional(),
        text: z.string().optional().describe('A whole Lean text, in place of a file'),
        severity: z.enum(['error', 'warning', 'info']).optional().describe('Only these'),
        from_line: lineField.optional(),
        to_line: lineField.optional(),
        ...pageFields(50),
      }),
    },
    async ({ path, text, severity, from_line = 1, to_line, offset, limit }, { signal }) => {
      if ((path === undefined) === (text === undefined))
        throw new InputError('bad-request', 'Give a path or a text.')
      const { reading, module } =
        text === undefined ? await files.file(path ?? '', signal) : await files.text(text, signal)
      const last = to_line ?? Number.MAX_SAFE_INTEGER
      const messages = reading.messages.filter(
        ({ severity: one, start }) =>
          (severity === undefined || one === severity) && start.line >= from_line && start.line <= last,
      )
      const count = (wanted: string) => reading.messages.filter((one) => one.severity === wanted).length
      return {
        path: text === undefined ? module.path : null,
        errors: count('error'),
        warnings: count('warning'),
        sorries: reading.messages.filter(isSorry).length,
        ...pageOf(messages.map(messageOf), offset, limit),
      }
    },
  )

  addTool(
    server,
    'file_goals',
    {
      title: 'The goals at a place',
      description:
        'The tactic at a line (and column) of a file, with the goals before and after it. Without a column, the first ' +
        'tactic of the line. Use it to see what a proof has reached; then try_tactics with the same place.',
      readOnly: true,
      input: z.object({ path: pathField, line: lineField, column: columnField.optional() }),
    },
    async ({ path, line, column }, { signal }) => {
      const file = await files.file(resolve(path), signal)
      const at = placeIn(file, line, column)
      const { tactic } = await files.inspect(file, at, { signal })
      if (!tactic)
        return {
          tactic: null,
          line,
          column: at.column,
          end_line: null,
          end_column: null,
          before: [],
          after: [],
        }
      const { start, end } = tactic
      return {
        tactic: textBetween(file.reading.body, start, end),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        before: textsOf(tactic.before),
        after: textsOf(tactic.after),
      }
    },
  )

  addTool(
    server,
    'try_tactics',
    {
      title: 'Try several tactics',
      description:
        'Run several tactics on the same state, each on its own, and compare: a state of a session from goal_state, or ' +
        'the place of a tactic or a sorry in a file. Nothing is changed. "closed" is Lean\'s word in this process; only ' +
        'check_proof, fill_sorry and orch check give verdicts.',
      readOnly: true,
      input: z.object({
        session: z.string().optional().describe('From goal_state'),
        state: z.int().min(0).optional(),
        path: pathField.optional(),
        line: lineField.optional(),
        column: columnField.optional(),
        tactics: z.array(z.string().min(1)).min(1).max(32),
        timeout_seconds: z.number().positive().max(600).default(TACTIC_SECONDS).describe('For each'),
      }),
    },
    async ({ session: id, state, path, line, column, tactics, timeout_seconds }, { signal }) => {
      const timeoutMs = timeout_seconds * 1000
      if (path !== undefined && line !== undefined) {
        const file = await files.file(resolve(path), signal)
        const at = placeIn(file, line, column)
        const found = await files.inspect(file, at, { tactics, tacticMs: timeoutMs, signal })
        if (!found.tactic)
          throw new InputError('no_goal', `There is no tactic at line ${line} of ${path}.`, {
            hint: 'Give the line of a tactic or of a sorry inside a `by` block.',
          })
        const outcomes = found.tried.map((one, index) =>
          outcomeOf(tactics[index] ?? '', one, timeout_seconds),
        )
        return { goals: textsOf(found.tactic.before), outcomes }
      }
      if (id === undefined) throw new InputError('bad-request', 'Give a session, or a path with a line.')
      const { session, state: at } = sessions.find(id, state)
      const outcomes = []
      for (const tactic of tactics) {
        const result = await session.dojo.runTactic(at, tactic, { timeoutMs, signal })
        outcomes.push(outcomeOf(tactic, asAnswer(result), timeout_seconds))
        if ('state' in result) await session.dojo.drop(result.state)
      }
      return { goals: textsOf(at.goals), outcomes }
    },
  )
}

type Tried = TacticAnswer | { readonly kind: 'crashed'; readonly message: string }

function asAnswer(result: TacticResult): Tried {
  if (result.kind === 'rejected') return { ...result, kind: 'no' }
  if (result.kind === 'timeout') return result
  if (result.kind === 'crashed') return { kind: 'crashed', message: result.error.message }
  const { state, messages, timing } = result
  return { kind: 'ok', value: { state: 0, goals: [...state.goals], messages: [...messages] }, timing }
}

function outcomeOf(tactic: string, answer: Tried, seconds: number) {
  const none = { tactic, goals: [], messages: [], error_line: null, error_column: null }
  const milliseconds = 'timing' in answer ? answer.timing.wallMicros / 1000 : null
  switch (answer.kind) {
    case 'ok': {
      const { goals, messages } = answer.value
      const result = goals.length === 0 ? ('closed' as const) : ('open' as const)
      const texts = messages.map(({ text }) => text)
      return { ...none, result, goals: textsOf(goals), messages: texts, error: null, milliseconds }
    }
    case 'no': {
      const { message, position } = answer.failure
      const at = { error_line: position?.line ?? null, error_column: position?.column ?? null }
      return { ...none, result: 'rejected' as const, error: message, ...at, milliseconds }
    }
    case 'timeout':
      return {
        ...none,
        result: 'timeout' as const,
        error: `It did not end within ${seconds} s.`,
        milliseconds,
      }
    default:
      return { ...none, result: 'crashed' as const, error: answer.message, milliseconds }
  }
}

function messageOf({ severity, start, end, text }: LeanMessage) {
  return {
    severity,
    line: start.line,
    column: start.column,
    end_line: end?.line ?? null,
    end_column: end?.column ?? null,
    message: text,
  }
}

function textBetween(body: string, start: LeanMessage['start'], end: LeanMessage['start']): string {
  const lines = body.split('\n').slice(start.line - 1, end.line)
  const letters = lines.map((line) => [...line])
  const cut = letters.map((line, at) =>
    line.slice(at === 0 ? start.column : 0, at === letters.length - 1 ? end.column : undefined).join(''),
  )
  return cut.join('\n')
}
