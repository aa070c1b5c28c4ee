import { type FormEvent, useState } from 'react'
import { answer, api, asProblem, type ProblemError, schemas, type TicketAnswer } from '../data/api.ts'
import { tickets } from '../data/questions.ts'
import { refresh } from '../data/resource.ts'
import { CopyButton, ProblemNote } from '../pieces/pieces.tsx'

/** Who claims from this page; the same name must deliver. */
const WORKER = 'dashboard'
/** A request that changes something says that it is no form of another site, also without a body. */
const JSON_TYPE = { 'content-type': 'application/json' }

export interface TicketProblem {
  readonly problem: ProblemError | undefined
  readonly setProblem: (problem: ProblemError | undefined) => void
}

export function TicketActions({
  ticket,
  problem,
  setProblem,
}: { readonly ticket: TicketAnswer } & TicketProblem) {
  const [busy, setBusy] = useState(false)
  const route = api.tickets[':ticket_id']
  const param = { ticket_id: encodeURIComponent(ticket.ticket_id) }
  const send = (sent: Promise<Response>) => {
    setBusy(true)
    answer(sent, schemas.ticket)
      .then(
        () => {
          setProblem(undefined)
          refresh(tickets)
        },
        (error: unknown) => setProblem(asProblem(error)),
      )
      .finally(() => setBusy(false))
  }
  const deliver = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const proof = String(new FormData(event.currentTarget).get('proof') ?? '')
    send(route.complete.$post({ param, json: { worker: WORKER, proof } }))
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
            onClick={() => send(route.claim.$post({ param, json: { worker: WORKER } }))}
          >
            Claim<span className="visually-hidden"> {what}</span>
          </button>
        )}
        {(ticket.status === 'open' || ticket.status === 'claimed') && (
          <button
            type="button"
            className="button small"
            disabled={busy}
            onClick={() => send(route.cancel.$post({ param }, { headers: JSON_TYPE }))}
          >
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
