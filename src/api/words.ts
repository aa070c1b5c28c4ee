/** The words that the schemas of the API are made of. */
import * as z from 'zod'

export const text = z.string()
export const count = z.number().int().nonnegative()
export const number = z.number()
export const share = z.number()
export const time = z.string()
/** As `orch verify` takes it; docs/receipt.schema.json has its fields. */
export const receiptBody = z.record(z.string(), z.unknown())

/** `claimed`: the ledger says that it is settled, and holds no receipt that bears it out. */
export const goalStatus = z.enum(['open', 'claimed', 'proved', 'refuted'])
/** What a list of goals can be ordered by. */
export const goalSort = z.enum(['created', 'id', 'difficulty', 'priority', 'solved'])
export const outcome = z.enum(['proved', 'refuted', 'claimed', 'failed', 'timeout', 'cancelled', 'error'])
export const ticketStatus = z.enum(['open', 'claimed', 'completed', 'cancelled'])
export const lane = z.enum(['light', 'heavy'])
/** `lost` is a run that never ended and whose process is gone. */
export const runState = z.enum(['running', 'paused', 'stopping', 'ended', 'interrupted', 'lost'])

export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    /** Give it back as `cursor` for the next page; null on the last one. */
    next: text.nullable(),
  })
}

export type GoalStatus = z.infer<typeof goalStatus>
export type GoalSort = z.infer<typeof goalSort>
