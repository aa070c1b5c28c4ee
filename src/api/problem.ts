/** What every answer that is not the one asked for looks like. */
import * as z from 'zod'
import { text } from './words.ts'

/** RFC 9457. `title` and `detail` are sentences for people, `code` is stable and meant for programs. */
export const problem = z.object({
  type: text,
  title: text,
  status: z.number().int(),
  code: text,
  detail: text,
  hint: text.nullable(),
  /** Of an error in Lean text: where it is, and the line with carets below what is meant. */
  source: z
    .object({ place: text, line: z.number().int(), column: z.number().int(), frame: text })
    .nullable()
    .optional(),
})

export type ProblemDetails = z.infer<typeof problem>
