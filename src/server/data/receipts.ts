import * as z from 'zod'
import type { Ledger, SqlValue } from '../../ledger/index.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import type { ReceiptPage } from '../schemas.ts'

const Cursor = z.tuple([z.string(), z.string()])

export async function receiptPage(
  ledger: Ledger,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReceiptPage> {
  const after = fromCursor(Cursor, cursor)
  const [where, parameters]: [string, SqlValue[]] = after
    ? ['where (r.created_at, r.receipt) < (?, ?)', after]
    : ['', []]
  const rows = await ledger.sql.all<{
    receipt: string
    goal_hash: string
    created_at: string
    goal_id: string | null
    goal_text: string | null
  }>(
    `select r.receipt, r.goal_hash, r.created_at, g.goal_id, g.goal_text from receipts r
      left join goals g on g.goal_hash = r.goal_hash ${where}
      order by r.created_at desc, r.receipt desc limit ?`,
    [...parameters, limit + 1],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ receipt, goal_hash, created_at, goal_id, goal_text }) => ({
      receipt,
      goal_hash,
      created_at,
      goal_id: goal_id ?? goal_hash,
      goal: goal_text ?? '',
    })),
    next: rows.length > limit && last ? toCursor(last.created_at, last.receipt) : null,
  }
}
