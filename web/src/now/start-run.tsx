import { useEffect, useState } from 'react'
import { answer, api, asProblem, type ProblemError, schemas } from '../data/api.ts'
import { latestRuns } from '../data/questions.ts'
import { refresh } from '../data/resource.ts'

type State =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'started' }
  | { kind: 'failed'; problem: ProblemError }

/** How long the note that a run was started stays; by then the run is in the list. */
const SAID_MS = 5000

/** Starts a search in a process of its own; it goes on when this page is closed. */
export function StartRun() {
  const [command, setCommand] = useState<'bank' | 'bg'>('bank')
  const [state, setState] = useState<State>({ kind: 'idle' })
  useEffect(() => {
    if (state.kind !== 'started') return
    const timer = setTimeout(() => setState({ kind: 'idle' }), SAID_MS)
    return () => clearTimeout(timer)
  }, [state])
  const start = () => {
    setState({ kind: 'busy' })
    answer(api.runs.$post({ json: { command } }), schemas.started).then(
      () => {
        setState({ kind: 'started' })
        refresh(latestRuns)
      },
      (error: unknown) => {
        const problem = asProblem(error)
        setState({ kind: 'failed', problem })
      },
    )
  }
  return (
    <>
      <span role="status" className={state.kind === 'failed' ? 'said-no' : 'muted'}>
        {state.kind === 'started' && 'Started; it shows here in a moment.'}
        {state.kind === 'failed' && `${state.problem.message} ${state.problem.hint ?? ''}`}
      </span>
      <select
        aria-label="What to start"
        value={command}
        onChange={(event) => setCommand(event.target.value === 'bg' ? 'bg' : 'bank')}
      >
        <option value="bank">The bank of goals</option>
        <option value="bg">Search in the background</option>
      </select>
      <button type="button" className="button primary" onClick={start} disabled={state.kind === 'busy'}>
        Start
      </button>
    </>
  )
}
