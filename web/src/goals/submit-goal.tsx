import { type FormEvent, useEffect, useRef, useState } from 'react'
import { answer, api, asProblem, type ProblemError, schemas } from '../data/api.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { ReadingNote } from '../lean/reading-note.tsx'
import { ProblemNote } from '../pieces/pieces.tsx'
import { navigate, useParam } from '../router.tsx'
import { bodyOf, EMPTY_GOAL, type GoalFields, useGoalCheck } from './goal-check.ts'

/** A dialog for one new goal. Lean reads it while it is written and says what is wrong where it is wrong. */
export function SubmitGoal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useParam('submit')
  const [fields, setFields] = useState<GoalFields>(EMPTY_GOAL)
  const [problem, setProblem] = useState<ProblemError>()
  const [busy, setBusy] = useState(false)
  const checked = useGoalCheck(fields)
  useEffect(() => {
    if (asked !== '' && !dialog.current?.open) dialog.current?.showModal()
  }, [asked])

  const change = (part: Partial<GoalFields>) => setFields({ ...fields, ...part })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    answer(api.goals.$post({ json: bodyOf(fields) }), schemas.goal)
      .then(
        (goal) => {
          dialog.current?.close()
          navigate(`/goals/${goal.goal_hash}`)
        },
        (error: unknown) => setProblem(asProblem(error)),
      )
      .finally(() => setBusy(false))
  }
  const fault = checked.answer?.problem ?? undefined

  return (
    <>
      <button type="button" className="button primary" onClick={() => dialog.current?.showModal()}>
        Submit a goal
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="submit-title"
        className="dialog submit"
        onClose={() => asked !== '' && setAsked('')}
      >
        <form onSubmit={submit}>
          <h2 id="submit-title">Submit a goal</h2>
          {problem && <ProblemNote problem={problem} />}
          <label>
            Statement in Lean
            <textarea
              name="goal"
              rows={4}
              required
              spellCheck={false}
              placeholder="∀ n : Nat, n + 0 = n"
              aria-invalid={fault?.place === 'statement'}
              value={fields.goal}
              onChange={(event) => change({ goal: event.target.value })}
            />
          </label>
          {fault?.place === 'statement' && <Fault fault={fault} />}
          <details
            open={fields.preamble !== '' || fields.imports !== '' || fields.context !== '' || undefined}
          >
            <summary>Definitions, context and imports</summary>
            <label>
              Lean text that the statement builds on
              <textarea
                name="preamble"
                rows={4}
                spellCheck={false}
                placeholder="def double (n : Nat) : Nat := n + n"
                aria-invalid={fault?.place === 'preamble'}
                value={fields.preamble}
                onChange={(event) => change({ preamble: event.target.value })}
              />
            </label>
            {fault?.place === 'preamble' && <Fault fault={fault} />}
            <label>
              Hypotheses, one a line
              <textarea
                name="context"
                rows={2}
                spellCheck={false}
                placeholder={'n : Nat\nh : 0 < n'}
                value={fields.context}
                onChange={(event) => change({ context: event.target.value })}
              />
            </label>
            <label>
              Modules to import
              <input
                name="imports"
                spellCheck={false}
                placeholder="Std.Data.HashMap"
                aria-invalid={fault?.place === 'imports'}
                value={fields.imports}
                onChange={(event) => change({ imports: event.target.value })}
              />
            </label>
            {fault && fault.place !== 'statement' && fault.place !== 'preamble' && <Fault fault={fault} />}
          </details>
          <div className="submit-read" role="status">
            {(checked.state === 'reading' || checked.state === 'away') && (
              <p className="muted">
                <ReadingNote typed={checked} />
              </p>
            )}
            {checked.answer?.accepted && (
              <>
                <p className="muted">Lean understands:</p>
                {checked.answer.goals.map((goal) => (
                  <LeanCode key={goal} text={goal} />
                ))}
              </>
            )}
          </div>
          <div className="dialog-row">
            <label>
              Name (optional)
              <input
                name="id"
                spellCheck={false}
                value={fields.id}
                onChange={(event) => change({ id: event.target.value })}
              />
            </label>
            <label>
              Priority, 0 to 1
              <input
                name="priority"
                type="number"
                min={0}
                max={1}
                step={0.05}
                value={fields.priority}
                onChange={(event) => change({ priority: Number(event.target.value) })}
              />
            </label>
          </div>
          <p className="muted">
            A running <code>orch bg</code> takes it up by itself; its page has <em>Prove now</em>.
          </p>
          <div className="dialog-buttons">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="button primary" disabled={busy}>
              {busy ? 'Lean reads it …' : 'Submit'}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

interface FaultFacts {
  readonly message: string
  readonly hint: string | null
  readonly frame: string | null
}

function Fault({ fault: { message, hint, frame } }: { readonly fault: FaultFacts }) {
  return (
    <div className="fault" data-testid="fault">
      <p>{message}</p>
      {frame !== null && <pre className="frame">{frame}</pre>}
      {hint !== null && <p className="muted">{hint}</p>}
    </div>
  )
}
