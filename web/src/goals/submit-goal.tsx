import { type FormEvent, useRef, useState } from 'react'
import {
  answer,
  api,
  asProblem,
  type Problem,
  type SubmitGoal as SubmitGoalBody,
  schemas,
} from '../data/api.ts'
import { ProblemNote } from '../pieces/pieces.tsx'
import { navigate } from '../router.tsx'

/** A dialog for one new goal. The server refuses what Lean cannot read, and says so here. */
export function SubmitGoal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (name: string) => String(form.get(name) ?? '').trim()
    setBusy(true)
    const body: SubmitGoalBody = {
      goal: value('goal'),
      ...(value('id') !== '' && { id: value('id') }),
      ...(value('preamble') !== '' && { preamble: value('preamble') }),
      ...(value('imports') !== '' && { imports: value('imports').split(/[\s,]+/) }),
      priority: Number(value('priority')),
    }
    answer(api.goals.$post({ json: body }), schemas.goal)
      .then(
        (goal) => {
          dialog.current?.close()
          navigate(`/goals/${goal.goal_hash}`)
        },
        (error: unknown) => setProblem(asProblem(error)),
      )
      .finally(() => setBusy(false))
  }

  return (
    <>
      <button type="button" className="button primary" onClick={() => dialog.current?.showModal()}>
        Submit a goal
      </button>
      <dialog ref={dialog} aria-labelledby="submit-title" className="dialog">
        <form onSubmit={submit}>
          <h2 id="submit-title">Submit a goal</h2>
          {problem && <ProblemNote problem={problem} />}
          <label>
            Statement in Lean
            <textarea name="goal" rows={4} required spellCheck={false} placeholder="∀ n : Nat, n + 0 = n" />
          </label>
          <details>
            <summary>Definitions and imports</summary>
            <label>
              Lean text that the statement builds on
              <textarea
                name="preamble"
                rows={4}
                spellCheck={false}
                placeholder="def double (n : Nat) : Nat := n + n"
              />
            </label>
            <label>
              Modules to import
              <input name="imports" spellCheck={false} placeholder="Std.Data.HashMap" />
            </label>
          </details>
          <div className="dialog-row">
            <label>
              Name (optional)
              <input name="id" spellCheck={false} />
            </label>
            <label>
              Priority, 0 to 1
              <input name="priority" type="number" min={0} max={1} step={0.05} defaultValue={0.5} />
            </label>
          </div>
          <p className="muted">
            A running <code>orch bg</code> takes it up by itself.
          </p>
          <div className="dialog-buttons">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="button primary" disabled={busy}>
              {busy ? 'Lean is reading it …' : 'Submit'}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
