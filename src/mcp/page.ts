/** Long answers come in pages. */
import * as z from 'zod'

const MOST = 200

export const pageFields = (limit: number) => ({
  offset: z.int().min(0).default(0).describe('How many to pass over'),
  limit: z.int().min(1).max(MOST).default(limit),
})

export function pageOf<T>(
  all: readonly T[],
  offset: number,
  limit: number,
): { items: T[]; total: number; next_offset: number | null } {
  const end = offset + limit
  return {
    items: all.slice(offset, end),
    total: all.length,
    next_offset: end < all.length ? end : null,
  }
}
