/** What the descriptions of all routes are made of. */
import * as z from 'zod'
import { problem } from '../problem.ts'

const WHY_NOT = {
  description: 'Why not',
  content: { 'application/problem+json': { schema: problem } },
} as const

function json<A extends z.ZodType>(schema: A) {
  return { description: 'OK', content: { 'application/json': { schema } } } as const
}

export const ok = <A extends z.ZodType>(schema: A) => ({ 200: json(schema), default: WHY_NOT }) as const
export const created = <A extends z.ZodType>(schema: A) => ({ 201: json(schema), default: WHY_NOT }) as const
export const accepted = <A extends z.ZodType>(schema: A) => ({ 202: json(schema), default: WHY_NOT }) as const

export function jsonBody<B extends z.ZodType>(schema: B) {
  return { required: true, content: { 'application/json': { schema } } } as const
}

/** A name in an address: of a goal, a run, a ticket. */
export const name = z.string().min(1).max(200)

export const pageQuery = {
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
}
