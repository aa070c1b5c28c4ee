import type { Ledger } from './ledger.ts'
import type { SqlValue } from './sql.ts'

export interface ListedReceipt {
  readonly receipt: string
  readonly goal_hash: string
  readonly created_at: string
  readonly goal_id: string | null
  readonly goal_text: string | null
}

/** Newest first. */
export function listReceipts(
  { sql }: Ledger,
  {
    before,
    limit,
  }: { readonly before?: readonly [createdAt: string, id: string] | undefined; readonly limit: number },
): Promise<ListedReceipt[]> {
  const [where, parameters]: [string, SqlValue[]] = before
    ? ['where (r.created_at, r.receipt) < (?, ?)', [...before]]
    : ['', []]
  return sql.all<ListedReceipt>(
    `select r.receipt, r.goal_hash, r.created_at, g.goal_id, g.goal_text from receipts r
      left join goals g on g.goal_hash = r.goal_hash ${where}
      order by r.created_at desc, r.receipt desc limit ?`,
    [...parameters, limit],
  )
}

export async function findReceipt(
  { sql }: Ledger,
  id: string,
): Promise<{ goalKey: string; createdAt: string; body: unknown } | undefined> {
  const [row] = await sql.all<{ goal_hash: string; created_at: string; body: string }>(
    'select goal_hash, created_at, body from receipts where receipt = ?',
    [id],
  )
  return row && { goalKey: row.goal_hash, createdAt: row.created_at, body: JSON.parse(row.body) }
}

/** The newest receipt under a key that no audit has denied, for what is no goal of anybody: a definition. */
export async function heldReceipt({ sql }: Ledger, key: string): Promise<unknown> {
  const [row] = await sql.all<{ body: string }>(
    `select body from receipts r where goal_hash = ?
      and not exists (select 1 from denied_receipts d where d.receipt = r.receipt)
      order by created_at desc limit 1`,
    [key],
  )
  return row && JSON.parse(row.body)
}

export async function countReceipts({ sql }: Ledger): Promise<number> {
  const [row] = await sql.all<{ total: number }>('select count(*) as total from receipts')
  return row?.total ?? 0
}

/** Goals whose row says more than a receipt bears out. */
export function claimedGoals({ sql }: Ledger): Promise<{ goal_hash: string; id: string; told: string }[]> {
  return sql.all(
    `select goal_hash, goal_id as id, told from shown_goals
      where told <> 'open' and status = 'claimed' order by id`,
  )
}
