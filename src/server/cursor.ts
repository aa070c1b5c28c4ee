import * as z from 'zod'
import { ApiProblem } from './problem.ts'

/** Where a page ends, as text that means nothing to clients. */
export function toCursor(...parts: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

export function fromCursor<T>(schema: z.ZodType<T>, cursor: string | undefined): T | undefined {
  if (cursor === undefined) return undefined
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new ApiProblem(400, 'bad-cursor', 'The cursor is not one that this list has given out.')
  }
}

export const idCursor = z.tuple([z.number().int()])
