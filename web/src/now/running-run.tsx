import { useEffect, useState } from 'react'
import {
  answer,
  api,
  asProblem,
  type ControlRun,
  type ProblemError,
  type Pulse,
  type RunAnswer,
  schemas,
} from '../data/api.ts'
import { latestRuns } from '../data/questions.ts'
import { refresh } from '../data/resource.ts'
import { count, percent, plural, seconds, shortId } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge, Panel, ProblemNote, ProgressBar } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'

/** A run that goes on: how far it is, what its lanes do, and its controls. */
export function RunningRun({ run, pulse }: { readonly run: RunAnswer; readonly pulse: Pulse | null }) {
  const state = pulse?.paused && run.state === 'running' ? 'paused' : run.state
  return (
    <Panel
      title={`${run.command} run`}
      className="wide"
      aside={
        <>
          <Badge state={state} />
          <Link href={`/runs/${run.run_id}`}>{shortId(run.run_id)}</Link>
        </>
      }
    >
      {pulse ? (
        <>
          <Progress pulse={pulse} />
          <div className="run-line">
            <Lane name="Light lane" {...pulse.lanes.light} />
            <Lane name="Heavy lane" {...pulse.lanes.heavy} />
            <span className="muted">{plural(pulse.queued, 'goal')} waiting</span>
            <Controls run={run} pulse={pulse} state={state} />
          </div>
          <Working pulse={pulse} />
        </>
      ) : (
        <p className="loading">The run has not said anything yet.</p>
      )}
    </Panel>
  )
}

function Progress({ pulse }: { readonly pulse: Pulse }) {
  const { total, processed, solved } = pulse.goals
  return (
    <div>
      <div className="progress-words">
        <span>
          <b>{count(solved)}</b> proved, <b>{count(processed)}</b> of {plural(total, 'goal')} seen
        </span>
        <span className="muted">{percent(processed / Math.max(1, total))}</span>
      </div>
      <ProgressBar label="Goals seen" total={total} done={processed} solved={solved} />
    </div>
  )
}

function Lane(props: { readonly name: string; readonly running: number; readonly limit: number }) {
  const slots = Math.max(props.limit, props.running)
  return (
    <span className="lane">
      <span className="muted">{props.name}</span>
      <span className="lane-slots" role="img" aria-label={`${props.running} of ${props.limit} busy`}>
        {Array.from({ length: Math.min(slots, 32) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
          <i key={index} className={index < props.running ? 'busy' : ''} />
        ))}
      </span>
      {props.running}/{props.limit}
    </span>
  )
}

function Controls({
  run,
  pulse,
  state,
}: {
  readonly run: RunAnswer
  readonly pulse: Pulse
  readonly state: string
}) {
  const [problem, setProblem] = useState<ProblemError>()
  const [target, setTarget] = useState<number>()
  const shown = target ?? pulse.cpu_target
  const send = (body: ControlRun) => {
    const param = { run_id: encodeURIComponent(run.run_id) }
    answer(api.runs[':run_id'].control.$post({ param, json: body }), schemas.controlled).then(
      () => {
        setProblem(undefined)
        refresh(latestRuns)
      },
      (error: unknown) => setProblem(asProblem(error)),
    )
  }
  useEffect(() => {
    // Once the run has taken the new target over, its own word counts again.
    if (target !== undefined && Math.abs(pulse.cpu_target - target) < 0.005) setTarget(undefined)
  }, [pulse.cpu_target, target])
  return (
    <span className="run-controls">
      <label className="field">
        CPU target
        <input
          type="range"
          min={0.05}
          max={1}
          step={0.05}
          value={shown}
          onChange={(event) => setTarget(Number(event.target.value))}
          onPointerUp={() => target !== undefined && send({ cpu_target: target })}
          onKeyUp={() => target !== undefined && send({ cpu_target: target })}
        />
        <b>{percent(shown)}</b>
      </label>
      <button
        type="button"
        className="button small"
        onClick={() => send({ action: state === 'paused' ? 'resume' : 'pause' })}
        disabled={state === 'stopping'}
      >
        {state === 'paused' ? 'Resume' : 'Pause'}
      </button>
      <button
        type="button"
        className="button small"
        onClick={() => send({ action: 'stop' })}
        disabled={state === 'stopping'}
      >
        Stop
      </button>
      {problem && <ProblemNote problem={problem} />}
    </span>
  )
}

function Working({ pulse }: { readonly pulse: Pulse }) {
  const now = useNow()
  if (pulse.running.length === 0) return <p className="muted">Nothing is being tried at this moment.</p>
  return (
    <ul className="working" aria-label="Being tried now">
      {pulse.running.map((attempt) => {
        const passed = Math.max(0, (now - Date.parse(attempt.started_at)) / 1000)
        const share = Math.min(1, passed / Math.max(0.1, attempt.budget_seconds))
        return (
          <li key={`${attempt.goal_hash} ${attempt.strategy}`}>
            <Link href={`/goals/${attempt.goal_hash}`} className="working-goal">
              <LeanCode inline text={attempt.goal} />
            </Link>
            <span className="working-strategy">{attempt.strategy}</span>
            <span className="muted">{attempt.lane}</span>
            <span className="bars-track" aria-hidden="true">
              <span style={{ width: `${share * 100}%`, background: 'var(--accent)' }} />
            </span>
            <span className="number">
              {passed > attempt.budget_seconds
                ? `${seconds(passed)}, for ${seconds(attempt.budget_seconds)} of work`
                : `${seconds(passed)} of ${seconds(attempt.budget_seconds)}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
