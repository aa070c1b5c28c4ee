import { randomUUID } from 'node:crypto'
import { InputError } from '../errors.ts'
import { goalTextKey } from '../goal/index.ts'
import {
  findSimilar,
  indexForSearch,
  judgedType,
  type Ledger,
  type SqlReader,
  type SqlTransaction,
  searchWords,
} from '../ledger/index.ts'
import { addDependencies } from './dependencies.ts'
import { type Ticket, type TicketRow, type TicketStatus, toTicket } from './ticket.ts'

export interface LemmaRequest {
  readonly goal: string
  readonly context?: readonly string[]
  readonly suggestedName?: string
  readonly constraints?: readonly string[]
  readonly priority?: number
  /** The key of the goal, if Lean has computed it; the text's normal form is used otherwise. */
  readonly goalKey?: string
  /** Tickets that must be completed first. */
  readonly dependsOn?: readonly string[]
  /** The goal that waits for this lemma. */
  readonly waitingGoal?: string
}

/** What the checker says about a proof offered for a ticket. */
export type CheckVerdict =
  | {
      readonly kind: 'accepted'
      readonly receipt?: string
      /** The key that Lean gives the goal: a ticket filed without Lean takes it over. */
      readonly goalKey?: string
    }
  | { readonly kind: 'rejected'; readonly reason: string }

export type CompletionCheck = (ticket: Ticket, proof: string) => Promise<CheckVerdict>

export type Completion =
  | { readonly kind: 'completed'; readonly ticket: Ticket }
  /** The proof does not check; the ticket is open again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The worker does not hold the ticket: never claimed, lease over, or already done. */
  | { readonly kind: 'not-claimed'; readonly status: TicketStatus; readonly claimedBy: string | undefined }

export interface Unblocked {
  readonly goals: readonly string[]
  readonly tickets: readonly string[]
}

export interface SimilarTicket {
  readonly ticket: Ticket
  readonly similarity: number
}

/** Helper lemmas wanted, claimed and delivered; shared by every process on the same ledger. */
export interface Market {
  /** Asks for a lemma and returns its ticket; one that is asked for already gains priority and waiters. */
  requestLemma(request: LemmaRequest): Promise<string>
  /** What can be worked on now, most valuable first: open, with no dependency still outstanding. */
  getOpenTickets(options?: { readonly limit?: number }): Promise<readonly Ticket[]>
  listTickets(options?: {
    readonly status?: TicketStatus
    readonly limit?: number
  }): Promise<readonly Ticket[]>
  getTicket(ticketId: string): Promise<Ticket | undefined>
  /** Newest first; `next` of a page is `before` of the one after it. */
  pageOfTickets(query: {
    readonly status?: TicketStatus | undefined
    readonly before?: number | undefined
    readonly limit: number
  }): Promise<{ readonly tickets: readonly Ticket[]; readonly next: number | undefined }>
  ticketCounts(): Promise<Record<TicketStatus | 'total', number>>
  /** Tickets that a goal waits for, and the one that asks for the goal itself. */
  ticketsAround(goalKey: string): Promise<readonly Ticket[]>
  /** True for exactly one worker, until the lease is over. The holder may claim again to extend it. */
  claimTicket(ticketId: string, worker: string, options?: { readonly leaseMs?: number }): Promise<boolean>
  /** Gives a claim back. */
  releaseTicket(ticketId: string, worker: string): Promise<boolean>
  completeTicket(ticketId: string, proof: string, worker: string, check: CompletionCheck): Promise<Completion>
  /**
   * Withdraws the tickets that nobody needs any more: every goal that waited for them is settled by now, nobody
   * asked for the lemma itself, and nobody is at work on it. Returns their ids.
   */
  closeUnneeded(): Promise<readonly string[]>
  /** What a lemma lets go on: goals that waited for it and are not settled, and tickets that waited for it alone. */
  unblockedBy(ticketId: string): Promise<Unblocked>
  /** False when there is nothing to cancel any more. */
  cancelTicket(ticketId: string): Promise<boolean>
  addDependency(ticketId: string, dependsOn: string): Promise<void>
  searchSimilar(
    goal: string,
    options?: { readonly context?: readonly string[]; readonly limit?: number },
  ): Promise<readonly SimilarTicket[]>
}

const DEFAULT_LEASE_MS = 10 * 60_000

export function createMarket(ledger: Ledger, { now = Date.now }: { now?: () => number } = {}): Market {
  const { sql } = ledger
  const selectTickets = `select *, ${judgedType(sql.dialect, 'shown_tickets')} from shown_tickets`

  async function withLinks(reader: SqlReader, rows: readonly TicketRow[]): Promise<Ticket[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ ticket_id }) => ticket_id)
    const marks = ids.map(() => '?').join(', ')
    const dependencies = await reader.all<{ ticket_id: string; depends_on: string }>(
      `select ticket_id, depends_on from ticket_deps where ticket_id in (${marks}) order by depends_on`,
      ids,
    )
    const waiters = await reader.all<{ ticket_id: string; goal_hash: string }>(
      `select ticket_id, goal_hash from ticket_waiters where ticket_id in (${marks}) order by goal_hash`,
      ids,
    )
    const dependsOn = Map.groupBy(dependencies, ({ ticket_id }) => ticket_id)
    const waiting = Map.groupBy(waiters, ({ ticket_id }) => ticket_id)
    return rows.map((row) =>
      toTicket(
        row,
        now(),
        (dependsOn.get(row.ticket_id) ?? []).map(({ depends_on }) => depends_on),
        (waiting.get(row.ticket_id) ?? []).map(({ goal_hash }) => goal_hash),
      ),
    )
  }

  async function findTicket(reader: SqlReader, ticketId: string): Promise<Ticket | undefined> {
    const rows = await reader.all<TicketRow>(`${selectTickets} where ticket_id = ?`, [ticketId])
    return (await withLinks(reader, rows))[0]
  }

  async function change(
    statement: string,
    parameters: readonly (string | number | null)[],
  ): Promise<boolean> {
    return (await sql.write((transaction) => transaction.run(statement, parameters))) === 1
  }

  const timestamp = () => new Date(now()).toISOString()

  const releaseTicket = (ticketId: string, worker: string) =>
    change(
      `update tickets set status = 'open', claimed_by = null, lease_expires_at = null, updated_at = ?
        where ticket_id = ? and status = 'claimed' and claimed_by = ?`,
      [timestamp(), ticketId, worker],
    )

  return {
    requestLemma: (request) =>
      sql.write((transaction) => fileTicket(ledger, transaction, request, timestamp())),
    async getOpenTickets({ limit = 10 } = {}) {
      const rows = await sql.all<TicketRow>(
        `select * from shown_tickets t
          where (status = 'open' or (status = 'claimed' and lease_expires_at <= ?))
            and not exists (
              select 1 from ticket_deps d join shown_tickets other on other.ticket_id = d.depends_on
              where d.ticket_id = t.ticket_id and other.status in ('open', 'claimed')
            )
          order by priority desc, id limit ?`,
        [now(), limit],
      )
      return withLinks(sql, rows)
    },
    async listTickets({ status, limit = 100 } = {}) {
      const [condition, ...parameters] = status === undefined ? ['1 = 1'] : statusCondition(status, now())
      const rows = await sql.all<TicketRow>(`${selectTickets} where ${condition} order by id desc limit ?`, [
        ...parameters,
        limit,
      ])
      return withLinks(sql, rows)
    },
    getTicket: (ticketId) => findTicket(sql, ticketId),
    async pageOfTickets({ status, before, limit }) {
      const conditions: string[] = []
      const parameters: (string | number)[] = []
      if (status !== undefined) {
        const [condition, ...values] = statusCondition(status, now())
        conditions.push(condition)
        parameters.push(...values)
      }
      if (before !== undefined) {
        conditions.push('id < ?')
        parameters.push(before)
      }
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
      const rows = await sql.all<TicketRow>(`select * from shown_tickets ${where} order by id desc limit ?`, [
        ...parameters,
        limit + 1,
      ])
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? page.at(-1)?.id : undefined
      return { tickets: await withLinks(sql, page), next }
    },
    async ticketCounts() {
      const rows = await sql.all<{ state: TicketStatus; count: number }>(
        `select case when status = 'claimed' and lease_expires_at <= ? then 'open' else status end as state,
          count(*) as count from shown_tickets group by 1`,
        [now()],
      )
      const counts = { total: 0, open: 0, claimed: 0, completed: 0, cancelled: 0 }
      for (const { state, count } of rows) {
        counts[state] = count
        counts.total += count
      }
      return counts
    },
    async ticketsAround(goalKey) {
      const rows = await sql.all<TicketRow>(
        `select * from shown_tickets where ticket_id in (
          select ticket_id from ticket_waiters where goal_hash = ?
          union select ticket_id from tickets where goal_hash = ?) order by id limit 100`,
        [goalKey, goalKey],
      )
      return withLinks(sql, rows)
    },
    claimTicket: (ticketId, worker, { leaseMs = DEFAULT_LEASE_MS } = {}) =>
      change(
        `update tickets set status = 'claimed', claimed_by = ?, lease_expires_at = ?, updated_at = ?
          where ticket_id = ? and (
            status = 'open' or (status = 'claimed' and (claimed_by = ? or lease_expires_at <= ?))
              or (status = 'completed' and exists (select 1 from shown_tickets shown
                where shown.ticket_id = tickets.ticket_id and shown.status = 'open'))
          )`,
        [worker, now() + leaseMs, timestamp(), ticketId, worker, now()],
      ),
    releaseTicket,
    async completeTicket(ticketId, proof, worker, check) {
      const ticket = await findTicket(sql, ticketId)
      if (!ticket) throw new InputError('unknown-ticket', `There is no ticket ${ticketId}.`)
      const notClaimed = ({ status, claimedBy }: Ticket) =>
        ({ kind: 'not-claimed', status, claimedBy }) as const
      if (ticket.claimedBy !== worker || ticket.status !== 'claimed') return notClaimed(ticket)
      const verdict = await check(ticket, proof)
      if (verdict.kind === 'rejected') {
        await releaseTicket(ticketId, worker)
        return { kind: 'refused', reason: verdict.reason }
      }
      const { goalKey = ticket.goalKey } = verdict
      // Checking takes time: the lease may have run out and somebody else may hold the ticket by now.
      const done = await sql.write(
        (transaction) =>
          transaction.run(
            `update tickets set status = 'completed', completed_by = ?, completed_proof = ?, receipt = ?,
                claimed_by = null, lease_expires_at = null, updated_at = ?,
                goal_hash = case when exists (select 1 from tickets other where other.goal_hash = ?
                  and other.status <> 'cancelled') then goal_hash else ? end
              where ticket_id = ? and status = 'claimed' and claimed_by = ?`,
            [worker, proof, verdict.receipt ?? null, timestamp(), goalKey, goalKey, ticketId, worker],
          ),
        { survivePowerLoss: true },
      )
      const after = (await findTicket(sql, ticketId)) ?? ticket
      return done === 1 ? { kind: 'completed', ticket: after } : notClaimed(after)
    },
    async closeUnneeded() {
      const unneeded = `wanted = 0 and (status = 'open' or (status = 'claimed' and lease_expires_at <= ?))
        and exists (select 1 from ticket_waiters w where w.ticket_id = tickets.ticket_id)
        and not exists (select 1 from ticket_waiters w left join shown_goals g on g.goal_hash = w.goal_hash
          where w.ticket_id = tickets.ticket_id and case when g.goal_hash is null
            -- A hole of a project is nobody's goal: it waits until an attempt has settled it.
            then not exists (select 1 from shown_attempts a
              where a.goal_hash = w.goal_hash and a.outcome in ('proved', 'refuted'))
            else g.status in ('open', 'claimed') end)`
      return sql.write(async (transaction) => {
        const rows = await transaction.all<{ ticket_id: string }>(
          `select ticket_id from tickets where ${unneeded}`,
          [now()],
        )
        if (rows.length > 0)
          await transaction.run(
            `update tickets set status = 'cancelled', claimed_by = null, lease_expires_at = null, updated_at = ?
              where ${unneeded}`,
            [timestamp(), now()],
          )
        return rows.map(({ ticket_id }) => ticket_id)
      })
    },
    async unblockedBy(ticketId) {
      const goals = await sql.all<{ goal_id: string }>(
        `select g.goal_id from ticket_waiters w join shown_goals g on g.goal_hash = w.goal_hash
          where w.ticket_id = ? and g.status in ('open', 'claimed') order by g.goal_id`,
        [ticketId],
      )
      const tickets = await sql.all<{ ticket_id: string }>(
        `select d.ticket_id from ticket_deps d join shown_tickets t on t.ticket_id = d.ticket_id
          where d.depends_on = ? and t.status in ('open', 'claimed')
            and not exists (select 1 from ticket_deps more join shown_tickets other on other.ticket_id = more.depends_on
              where more.ticket_id = d.ticket_id and other.status in ('open', 'claimed'))
          order by d.ticket_id`,
        [ticketId],
      )
      return {
        goals: goals.map(({ goal_id }) => goal_id),
        tickets: tickets.map(({ ticket_id }) => ticket_id),
      }
    },
    cancelTicket: (ticketId) =>
      change(
        `update tickets set status = 'cancelled', claimed_by = null, lease_expires_at = null, updated_at = ?
          where ticket_id = ? and status in ('open', 'claimed')`,
        [timestamp(), ticketId],
      ),
    addDependency: (ticketId, dependsOn) =>
      sql.write((transaction) => addDependencies(sql, transaction, ticketId, [dependsOn])),
    async searchSimilar(goal, { context = [], limit = 5 } = {}) {
      const words = searchWords(goal, context)
      const found: SimilarTicket[] = []
      for (const { ref, similarity } of await findSimilar(sql, sql, { kind: 'ticket', words, limit })) {
        const ticket = await findTicket(sql, ref)
        if (ticket) found.push({ ticket, similarity })
      }
      return found
    },
  }
}

/** A claim whose lease is over counts as open, also before anybody has noticed. */
function statusCondition(
  status: TicketStatus,
  now: number,
): [condition: string, ...parameters: (string | number)[]] {
  if (status === 'open') return [`(status = 'open' or (status = 'claimed' and lease_expires_at <= ?))`, now]
  if (status === 'claimed') return [`status = 'claimed' and lease_expires_at > ?`, now]
  return ['status = ?', status]
}

async function fileTicket(
  { sql }: Ledger,
  transaction: SqlTransaction,
  request: LemmaRequest,
  timestamp: string,
): Promise<string> {
  const {
    goal,
    context = [],
    suggestedName,
    constraints = [],
    priority = 0.5,
    dependsOn = [],
    waitingGoal,
  } = request
  if (goal.trim() === '') throw new InputError('empty-goal', 'A ticket needs a goal, and this one is empty.')
  if (!(priority >= 0 && priority <= 1)) {
    throw new InputError('bad-priority', `The priority of a ticket is a number from 0 to 1, not ${priority}.`)
  }
  const goalKey = request.goalKey ?? goalTextKey({ text: goal, context })
  await sql.lock(transaction, 'ticket-requests')
  const [known] = await transaction.all<{ ticket_id: string }>(
    `select ticket_id from tickets where goal_hash = ? and status <> 'cancelled'`,
    [goalKey],
  )
  const ticketId = known?.ticket_id ?? randomUUID()
  if (known) {
    await transaction.run('update tickets set priority = ? where ticket_id = ? and priority < ?', [
      priority,
      ticketId,
      priority,
    ])
  } else {
    await transaction.run(
      `insert into tickets
        (ticket_id, goal_hash, goal, context, suggested_name, constraints, priority, status, created_at, updated_at)
        values (?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
      [
        ticketId,
        goalKey,
        goal,
        JSON.stringify(context),
        suggestedName ?? null,
        JSON.stringify(constraints),
        priority,
        timestamp,
        timestamp,
      ],
    )
    await indexForSearch(sql, transaction, [
      { kind: 'ticket', ref: ticketId, words: searchWords(goal, context) },
    ])
  }
  await addDependencies(sql, transaction, ticketId, dependsOn)
  if (waitingGoal === undefined)
    await transaction.run('update tickets set wanted = 1 where ticket_id = ?', [ticketId])
  else {
    await transaction.run(
      'insert into ticket_waiters (ticket_id, goal_hash) values (?, ?) on conflict (ticket_id, goal_hash) do nothing',
      [ticketId, waitingGoal],
    )
  }
  return ticketId
}
