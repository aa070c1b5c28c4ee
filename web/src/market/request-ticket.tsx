import { type FormEvent, useRef, useState } from 'react'
import {
  answer,
  api,
  asProblem,
  type ProblemError,
  type TicketRequest as RequestTicketBody,
  schemas,
} from '../data/api.ts'
import { tickets } from '../data/questions.ts'
import { refresh } from '../data/resource.ts'
import { ProblemNote } from '../pieces/pieces.tsx'

/** Asks the market for a lemma. */
export function RequestTicket() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<ProblemError>()
  const [busy, setBusy] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const value = (name: string) => String(data.get(name) ?? '').trim()
    setBusy(true)
    const body: RequestTicketBody = {
      goal: value('goal'),
      ...(value('name') !== '' && { suggested_name: value('name') }),
      depends_on: value('depends')
        .split(/[\s,]+/)
        .filter(Boolean),
      priority: Number(value('priority')),
    }
    answer(api.tickets.$post({ json: body }), schemas.ticket)
      .then(
        () => {
          setProblem(undefined)
          form.reset()
          dialog.current?.close()
          refresh(tickets)
        },
        (error: unknown) => setProblem(asProblem(error)),
      )
      .finally(() => setBusy(false))
  }

  return (
    <>
      <button type="button" className="button primary" onClick={() => dialog.current?.showModal()}>
        Ask for a lemma
      </button>
      <dialog ref={dialog} aria-labelledby="request-title" className="dialog">
        <form onSubmit={submit}>
          <h2 id="request-title">Ask for a lemma</h2>
          {problem && <ProblemNote problem={problem} />}
          <label>
            Statement in Lean
            <textarea name="goal" rows={4} required spellCheck={false} />
          </label>
          <div className="dialog-row">
            <label>
              Suggested name (optional)
              <input name="name" spellCheck={false} />
            </label>
            <label>
              Priority, 0 to 1
              <input name="priority" type="number" min={0} max={1} step={0.05} defaultValue={0.5} />
            </label>
          </div>
          <label>
            Depends on tickets (ids, optional)
            <input name="depends" spellCheck={false} />
          </label>
          <div className="dialog-buttons">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
            <button type="submit" className="button primary" disabled={busy}>
              Ask
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
