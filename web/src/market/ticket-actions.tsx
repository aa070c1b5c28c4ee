import { type FormEvent, useState } from 'react'
import { TICKETS } from '../data/addresses.ts'
import type { ClaimTicket, CompleteTicket, Ticket } from '../data/api.ts'
import { asProblem, type Problem, post, refresh } from '../data/resource.ts'
import { CopyButton, ProblemNote } from '../pieces/pieces.tsx'

/** Who claims from this page; the same name must deliver. */
const WORKER = 'dashboard'

export interface TicketProblem {
  readonly problem: Problem | undefined
  readonly setProblem: (problem: Problem | undefined) => void
}

export function TicketActions({ ticket, problem, setProblem }: { readonly ticket: Ticket } & TicketProblem) {
  const [busy, setBusy] = useState(false)
  const path = `/api/tickets/${encodeURIComponent(ticket.ticket_id)}`
  const send = (action: string, body: ClaimTicket | CompleteTicket | Record<string, never>) => {
    setBusy(true)
    post<Ticket>(`${path}/${action}`, body)
      .then(
        () => {
          setProblem(undefined)
          refresh(TICKETS)
        },
        (error: unknown) => setProblem(asProblem(error)),
      )
      .finally(() => setBusy(false))
  }
  const deliver = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send('complete', { worker: WORKER, proof: String(new FormData(event.currentTarget).get('proof') ?? '') })
  }
  const what = ticket.suggested_name ?? ticket.ticket_id
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <div className="card-actions">
        <CopyButton text={ticket.ticket_id} label="Copy id" what={`of ${what}`} />
        {ticket.status === 'open' && (
          <button
            type="button"
            className="button small"
            disabled={busy}
            onClick={() => send('claim', { worker: WORKER })}
          >
            Claim<span className="visually-hidden"> {what}</span>
          </button>
        )}
        {(ticket.status === 'open' || ticket.status === 'claimed') && (
          <button type="button" className="button small" disabled={busy} onClick={() => send('cancel', {})}>
            Cancel<span className="visually-hidden"> {what}</span>
          </button>
        )}
      </div>
      {ticket.status === 'claimed' && ticket.claimed_by === WORKER && (
        <form className="card-form" onSubmit={deliver}>
          <textarea name="proof" rows={3} required spellCheck={false} aria-label={`Proof of ${what}`} />
          <button type="submit" className="button small" disabled={busy}>
            {busy ? 'The checker is looking …' : 'Deliver the proof'}
          </button>
        </form>
      )}
    </>
  )
}
