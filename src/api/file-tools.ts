/** What the MCP tools about places in files answer. Lines count from 1, columns in characters from 0. */
import * as z from 'zod'

const line = z.int().describe('From 1')
const column = z.int().describe('In characters, from 0')
const goals = z.array(z.string()).describe('As Lean prints them; none means nothing is left')

function page<Item extends z.ZodType>(item: Item) {
  return {
    items: z.array(item),
    total: z.int(),
    next_offset: z.int().nullable().describe('Ask again with this offset for more; null at the end'),
  }
}

const span = { line, column, end_line: line.nullable(), end_column: column.nullable() }

export const fileToolOutputs = {
  file_diagnostics: z.object({
    path: z.string().nullable(),
    errors: z.int(),
    warnings: z.int(),
    sorries: z.int().describe('Declarations that are not proved yet'),
    ...page(z.object({ severity: z.enum(['error', 'warning', 'info']), ...span, message: z.string() })),
  }),
  file_outline: z.object({
    imports: z.array(z.string()),
    ...page(
      z.object({
        name: z.string(),
        kind: z.string(),
        path: z.string(),
        line,
        column,
        end_line: line,
        signature: z.string(),
        doc: z.string().nullable(),
        has_sorry: z.boolean(),
      }),
    ),
  }),
  file_goals: z.object({
    tactic: z.string().nullable().describe('The tactic at this place; null outside of proofs by tactics'),
    ...span,
    before: goals,
    after: goals,
  }),
  file_hover: z.object({
    text: z.string().nullable().describe('The term at this place, as Lean prints it'),
    type: z.string().nullable(),
    expected_type: z.string().nullable().describe('What the place wants, if that is known'),
    name: z.string().nullable().describe('Its full name, if it is a constant'),
    kind: z.string().nullable(),
    doc: z.string().nullable(),
    declared_at: z.object({ path: z.string(), line, column }).nullable().describe('In this project'),
    module: z.string().nullable().describe('In the library, if it is a theorem there'),
    ...span,
  }),
  file_completions: z.object({
    typed: z.string(),
    note: z.string().nullable().describe('What is missing, if something is'),
    ...page(
      z.object({
        name: z.string(),
        kind: z.enum(['hypothesis', 'project', 'library']),
        type: z.string().nullable(),
      }),
    ),
  }),
  find_declarations: z.object({
    source: z.string().describe('Where the library part comes from'),
    ...page(
      z.object({
        name: z.string(),
        kind: z.string(),
        statement: z.string().nullable(),
        path: z.string().nullable().describe('Null for what is in the library'),
        line: line.nullable(),
        column: column.nullable(),
      }),
    ),
  }),
  find_references: z.object({
    name: z.string(),
    ...page(
      z.object({
        path: z.string(),
        line,
        column,
        declaration: z.string().nullable(),
        is_declaration: z.boolean(),
        text: z.string(),
      }),
    ),
  }),
  try_tactics: z.object({
    goals,
    outcomes: z.array(
      z.object({
        tactic: z.string(),
        result: z.enum(['open', 'closed', 'rejected', 'timeout', 'crashed']),
        goals,
        messages: z.array(z.string()),
        error: z.string().nullable(),
        error_line: line.nullable().describe('Within the tactic'),
        error_column: column.nullable(),
        milliseconds: z.number().nullable(),
      }),
    ),
  }),
}
