import * as z from 'zod'
import type { ReceiptList } from '../../api/index.ts'
import { type Ledger, listReceipts } from '../../ledger/index.ts'
import { fromCursor, toCursor } from '../cursor.ts'

const Cursor = z.tuple([z.string(), z.string()])

export async function receiptPage(
  ledger: Ledger,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReceiptList> {
  const after = fromCursor(Cursor, cursor)
  const rows = await listReceipts(ledger, { before: after, limit: limit + 1 })
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
