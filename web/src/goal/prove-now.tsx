import { useEffect, useState } from 'react'
import {
  answer,
  api,
  asProblem,
  type GoalDetail,
  type GoalSearchAnswer,
  type ProblemError,
  schemas,
} from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { refresh, useResource } from '../data/resource.ts'
import { seconds } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge, Panel, ProblemNote, Skeleton } from '../pieces/pieces.tsx'

const BUDGETS = [10, 30, 60, 300, 1800]
const PROFILES = [
  [0, 'quick tactics'],
  [1, 'search'],
  [2, 'everything'],
] as const

const WAITS: Readonly<Partial<Record<GoalSearchAnswer['state'], string>>> = {
  waiting: 'Another search has Lean; this one comes next.',
  starting: 'Lean starts …',
  elaborating: 'Lean reads the statement …',
  checking: 'The checker judges what was found …',
}

/** Prove or refute a goal from its page, and watch it being done. */
export function ProveNow({ goal }: { readonly goal: GoalDetail }) {
  const key = goal.goal_hash
  const search = useResource(questions.goalSearch(key), ['search', 'attempt', 'clock'])
  const [budget, setBudget] = useState(60)
  const [profile, setProfile] = useState(1)
  const [problem, setProblem] = useState<ProblemError>()
  const ask = (asked: Promise<Response>) => {
    setProblem(undefined)
    answer(asked, schemas.goalSearch)
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => refresh(questions.goalSearch(key)))
  }
  const param = { goal_hash: encodeURIComponent(key) }
  const start = (kind: 'prove' | 'refute') =>
    ask(api.goals[':goal_hash'].search.$post({ param, json: { kind, timeout_seconds: budget, profile } }))
  const now = search.data
  const isGoingOn = now !== undefined && now.state !== 'idle' && now.state !== 'ended'
  const isSettled = goal.status === 'proved' || goal.status === 'refuted'
  if (isSettled && !isGoingOn && (now === undefined || now.state === 'idle')) return null
  return (
    <Panel title="Search now" className="prove-now" aside={now && <Clock search={now} />}>
      <div className="prove-tools">
        {isGoingOn ? (
          <button
            type="button"
            className="button"
            onClick={() => ask(api.goals[':goal_hash'].search.stop.$post({ param, json: {} }))}
          >
            Stop
          </button>
        ) : (
          <>
            <button type="button" className="button primary" onClick={() => start('prove')}>
              Prove now
            </button>
            <button type="button" className="button" onClick={() => start('refute')}>
              Refute
            </button>
          </>
        )}
        <label>
          Budget
          <select
            value={budget}
            disabled={isGoingOn}
            onChange={(event) => setBudget(Number(event.target.value))}
          >
            {BUDGETS.map((most) => (
              <option key={most} value={most}>
                {most < 60 ? `${most} s` : `${most / 60} min`}
              </option>
            ))}
          </select>
        </label>
        <label>
          With
          <select
            value={profile}
            disabled={isGoingOn}
            onChange={(event) => setProfile(Number(event.target.value))}
          >
            {PROFILES.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {search.problem && <ProblemNote problem={search.problem} />}
      {now ? <Progress search={now} /> : !search.problem && <Skeleton lines={1} />}
    </Panel>
  )
}

function Progress({ search }: { readonly search: GoalSearchAnswer }) {
  const { state, attempts, tactic, tactics, detail, outcome, stuck_on } = search
  if (state === 'idle')
    return <p className="muted">All that is tried is kept: attempts, states, proof and receipt.</p>
  return (
    <div className="prove-progress">
      <p role="status">
        {state === 'ended' ? (
          <>
            {outcome !== null && <Badge state={outcome} />} {detail}
          </>
        ) : (
          (WAITS[state] ??
          `Searching: ${attempts
            .filter((one) => one.outcome === null)
            .map((one) => one.strategy)
            .join(', ')}`)
        )}
      </p>
      {tactic !== null && (
        <p className="prove-tactic">
          <span className="muted number">{tactics} tried</span>{' '}
          <LeanCode inline text={tactic.split('\n')[0] ?? ''} />
        </p>
      )}
      {attempts.length > 0 && (
        <ul className="prove-attempts" aria-label="Attempts of this search">
          {attempts.map((one) => (
            <li key={`${one.strategy} ${one.started_at}`}>
              <Badge state={one.outcome ?? 'running'} /> <strong>{one.strategy}</strong>
              <span className="muted number">
                {one.time_seconds === null
                  ? '…'
                  : `${seconds(one.time_seconds)}, ${seconds(one.cpu_seconds ?? 0)} of CPU`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {state === 'ended' && stuck_on !== null && (
        <div className="context">
          <h3>Stuck on</h3>
          <LeanCode text={stuck_on} />
        </div>
      )}
    </div>
  )
}

/** How much of the budget is used; it begins when Lean has read the statement. */
function Clock({
  search: { state, searching_since, timeout_seconds },
}: {
  readonly search: GoalSearchAnswer
}) {
  const isRunning = searching_since !== null && (state === 'searching' || state === 'checking')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  if (!isRunning) return null
  const spent = Math.max(0, Math.min(timeout_seconds, (now - Date.parse(searching_since)) / 1000))
  return (
    <span className="prove-clock">
      <progress max={timeout_seconds} value={spent} aria-label="Budget used" />
      <span className="number">
        {Math.round(spent)} of {timeout_seconds} s
      </span>
    </span>
  )
}
