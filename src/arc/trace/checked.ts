import type { z } from 'zod'
import { InputError, OrchError } from '../../errors.ts'
import { filledLines, jsonOf } from '../../files/index.ts'
import { readInput } from '../io/index.ts'
import type { ScoredCandidate, Trace } from './schema.ts'

/** Rows on their way to a file, each checked against its schema. A row that fails is a fault of Orch, not of the user. */
export function* checkedRows<T>(schema: z.ZodType<T>, rows: Iterable<T>): Generator<T> {
  for (const row of rows) yield checked(schema, row)
}

export function checked<T>(schema: z.ZodType<T>, row: T): T {
  const result = schema.safeParse(row)
  if (result.success) return row
  throw new OrchError('arc_row_invalid', `A row does not fit its own schema: ${firstIssue(result.error)}.`)
}

/** Reads one JSON value that must fit a schema; messages name file, line and field. */
export function parseRow<T>(schema: z.ZodType<T>, source: string, file: string, line: number): T {
  const json = jsonOf(source)
  if (json.kind === 'broken')
    throw new InputError('arc_row_unreadable', `${file}, line ${line}, field (line): this is not JSON.`, {
      cause: json.error,
    })
  const result = schema.safeParse(json.value)
  if (result.success) return result.data
  throw new InputError('arc_row_unreadable', `${file}, line ${line}, field ${firstIssue(result.error)}.`)
}

export function readRows<T>(schema: z.ZodType<T>, file: string, what: string, hint?: string): T[] {
  const lines = filledLines(readInput(file, what, hint))
  return [...lines.map(({ line, source }) => parseRow(schema, source, file, line))]
}

/** All candidates of a task, by their ids, in the order in which they were made. */
export function candidatesOf({ iterations }: Trace): ReadonlyMap<string | null, ScoredCandidate> {
  return new Map(iterations.flatMap((it) => it.candidates).map((c) => [c.candidate_id, c]))
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  const path = issue?.path.join('.') ?? ''
  return `${path === '' ? '(line)' : path}: ${issue?.message ?? 'invalid'}`
}
