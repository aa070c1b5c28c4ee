import { useEffect, useState } from 'react'
import type { ProblemError, TicketAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { ago, count } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Empty, PageHead, Show } from '../pieces/pieces.tsx'
import { Link, useParam } from '../router.tsx'
import { Dependencies } from './dependencies.tsx'
import { RequestTicket } from './request-ticket.tsx'
import { TicketActions, type TicketProblem } from './ticket-actions.tsx'
import { ticketTitle } from './ticket-title.ts'

const COLUMNS = ['open', 'claimed', 'completed', 'cancelled'] as const

export function MarketPage() {
  const tickets = useResource(questions.tickets, ['ticket', 'run-ended', 'clock'])
  const [chosen] = useParam('ticket')
  // Kept here and not in the card: a proof that is refused moves its ticket to another column, with a new card.
  const [problems, setProblems] = useState<ReadonlyMap<string, ProblemError | undefined>>(new Map())
  const problemOf = (id: string): TicketProblem => ({
    problem: problems.get(id),
    setProblem: (problem) => setProblems((known) => new Map(known).set(id, problem)),
  })
  const ready = tickets.data !== undefined
  useEffect(() => {
    if (ready && chosen !== '')
      document.getElementById(`ticket-${chosen}`)?.scrollIntoView({ block: 'center' })
  }, [chosen, ready])
  return (
    <>
      <PageHead title="Market">
        <RequestTicket />
      </PageHead>
      <Show of={tickets}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nobody has asked for a lemma yet.">
              <p>
                A goal on which three strategies failed asks for help by itself. You can ask too: with the
                button above, or <code>orch market request</code>.
              </p>
            </Empty>
          ) : (
            <div className="stack">
              <div className="board">
                {COLUMNS.map((status) => (
                  <Column
                    key={status}
                    status={status}
                    chosen={chosen}
                    tickets={items.filter((ticket) => ticket.status === status)}
                    problemOf={problemOf}
                  />
                ))}
              </div>
              <Dependencies tickets={items} />
            </div>
          )
        }
      </Show>
    </>
  )
}

function Column(props: {
  readonly status: string
  readonly chosen: string
  readonly tickets: readonly TicketAnswer[]
  readonly problemOf: (id: string) => TicketProblem
}) {
  const sorted = props.tickets.toSorted((a, b) => b.priority - a.priority)
  return (
    <section className="board-column" aria-label={`${props.status} tickets`}>
      <h2>
        {props.status} <span className="muted">{count(sorted.length)}</span>
      </h2>
      {sorted.length === 0 ? (
        <p className="muted board-none">none</p>
      ) : (
        <ul>
          {sorted.map((ticket) => (
            <li
              key={ticket.ticket_id}
              id={`ticket-${ticket.ticket_id}`}
              className={ticket.ticket_id === props.chosen ? 'card chosen' : 'card'}
            >
              <Card ticket={ticket} {...props.problemOf(ticket.ticket_id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Card({ ticket, ...about }: { readonly ticket: TicketAnswer } & TicketProblem) {
  return (
    <>
      <div className="card-head">
        <strong title={ticket.ticket_id}>{ticketTitle(ticket)}</strong>
        <span className="muted card-note">priority {ticket.priority.toFixed(2)}</span>
      </div>
      <LeanCode text={ticket.proved_type ?? ticket.goal} />
      <p className="muted card-note">
        asked {ago(ticket.created_at)}
        {ticket.claimed_by !== null && `, claimed by ${ticket.claimed_by}`}
        {ticket.completed_by !== null && `, completed by ${ticket.completed_by}`}
      </p>
      {ticket.waiting_goals.length > 0 && (
        <p className="muted card-note">
          waited for by{' '}
          {ticket.waiting_goals.slice(0, 3).map((hash) => (
            <Link key={hash} href={`/goals/${hash}`} className="card-link">
              <code>{hash.slice(0, 8)}</code>
            </Link>
          ))}
          {ticket.waiting_goals.length > 3 && ` and ${ticket.waiting_goals.length - 3} more`}
        </p>
      )}
      {ticket.completed_proof !== null && (
        <details>
          <summary>Proof</summary>
          <LeanCode text={ticket.completed_proof} />
        </details>
      )}
      <TicketActions ticket={ticket} {...about} />
    </>
  )
}
