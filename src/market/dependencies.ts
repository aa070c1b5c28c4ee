import { InputError } from '../errors.ts'
import type { Sql, SqlTransaction } from '../ledger/index.ts'

/** Adds edges to the graph of tickets. An edge that would close a cycle is refused: nobody could ever start. */
export async function addDependencies(
  sql: Sql,
  transaction: SqlTransaction,
  ticketId: string,
  dependsOn: readonly string[],
): Promise<void> {
  if (dependsOn.length === 0) return
  await sql.lock(transaction, 'ticket-dependencies')
  for (const dependency of dependsOn) {
    const known = await transaction.all('select 1 as present from tickets where ticket_id = ?', [dependency])
    if (known.length === 0) {
      throw new InputError('unknown-ticket', `There is no ticket ${dependency} to depend on.`)
    }
    const path = await transaction.all(
      `with recursive reachable (ticket_id) as (
          select cast(? as text)
          union
          select d.depends_on from ticket_deps d join reachable r on r.ticket_id = d.ticket_id
        )
        select 1 as present from reachable where ticket_id = ?`,
      [dependency, ticketId],
    )
    if (path.length > 0) {
      throw new InputError(
        'ticket-cycle',
        `Ticket ${ticketId} cannot depend on ${dependency}, which already depends on it.`,
        { hint: 'Break the circle: one of the lemmas must be provable without the other.' },
      )
    }
    await transaction.run(
      'insert into ticket_deps (ticket_id, depends_on) values (?, ?) on conflict (ticket_id, depends_on) do nothing',
      [ticketId, dependency],
    )
  }
}
