/**
 * Where a hole stands, as a job carries it. The text above a hole is also the preamble of its statement, so a piece
 * that stands in the preamble is sent as its place there: a job carries its text once.
 */
import * as z from 'zod'
import type { HolePlace } from '../lean/index.ts'

const Position = z.object({ line: z.number(), column: z.number() })
/** From where to where in the preamble, and what follows there besides. */
const Piece = z.object({ from: z.number(), to: z.number(), rest: z.string() })

export const SentPlace = z.object({
  imports: z.array(z.string()).optional(),
  before: z.array(
    z.object({
      text: z.union([z.string(), Piece]),
      module: z.string().optional(),
      whole: z.boolean().optional(),
    }),
  ),
  command: z.string(),
  start: Position,
  end: Position,
  isTactic: z.boolean(),
  given: z.array(z.string()),
})

/** Shorter pieces are sent as they are. */
const LEAST = 64

export function sentPlace(
  { imports, before, given, ...place }: HolePlace,
  preamble: string,
): z.input<typeof SentPlace> {
  return {
    ...place,
    ...(imports && { imports: [...imports] }),
    before: before.map((part) => ({ ...part, text: pieceOf(preamble, part.text) })),
    given: [...given],
  }
}

export function readPlace({ before, ...place }: z.output<typeof SentPlace>, preamble: string): HolePlace {
  return {
    ...place,
    before: before.map(({ text, ...part }) => ({
      ...part,
      text: typeof text === 'string' ? text : preamble.slice(text.from, text.to) + text.rest,
    })),
  }
}

/** The end of a module's text may be written another way in the preamble. */
function pieceOf(preamble: string, text: string): string | z.input<typeof Piece> {
  const body = text.trimEnd()
  const from = body.length < LEAST ? -1 : preamble.indexOf(body)
  return from === -1 ? text : { from, to: from + body.length, rest: text.slice(body.length) }
}
