import { useState } from 'react'
import { type ArcRun, answer, api, asProblem, type ProblemError, schemas } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { refresh } from '../data/resource.ts'
import { percent, plural, seconds } from '../format.ts'
import { Badge, ProblemNote, ProgressBar } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'

/** How far a run is, how fast, what it scores, and its controls while it goes on. */
export function ArcRunProgress({ run }: { readonly run: ArcRun }) {
  const isGoingOn = ['running', 'paused', 'stopping'].includes(run.state)
  return (
    <section className="arc-run" aria-label="The run">
      <div className="progress-words">
        <span role="status">
          {`${run.solved} of ${plural(run.tasks, 'task')} solved`}
          {isGoingOn && `, ${run.done} done`}
        </span>
        <span className="muted number">
          {run.scored > 0 &&
            `${run.correct} of ${run.scored} tests right (${percent(run.correct / run.scored)})`}
        </span>
      </div>
      <ProgressBar label="Tasks done" total={run.tasks} done={run.done} solved={run.solved} />
      <div className="run-line">
        <Badge state={run.state} />
        {run.per_minute !== null && (
          <span className="muted number">{run.per_minute.toFixed(1)} tasks a minute</span>
        )}
        {run.seconds_left !== null && !run.paused && (
          <span className="muted number">about {seconds(run.seconds_left)} left</span>
        )}
        <Link href={`/runs/${run.run_id}`}>the run</Link>
        {isGoingOn && <Controls run={run} />}
      </div>
    </section>
  )
}

function Controls({ run }: { readonly run: ArcRun }) {
  const [problem, setProblem] = useState<ProblemError>()
  const send = (action: 'pause' | 'resume' | 'stop') => {
    const param = { run_id: encodeURIComponent(run.run_id) }
    answer(api.runs[':run_id'].control.$post({ param, json: { action } }), schemas.controlled).then(
      () => {
        setProblem(undefined)
        refresh(questions.arcRuns)
      },
      (error: unknown) => setProblem(asProblem(error)),
    )
  }
  const isPaused = run.state === 'paused' || run.paused
  return (
    <span className="run-controls">
      <button type="button" className="button small" onClick={() => send(isPaused ? 'resume' : 'pause')}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <button
        type="button"
        className="button small"
        disabled={run.state === 'stopping'}
        onClick={() => send('stop')}
      >
        Stop
      </button>
      {problem && <ProblemNote problem={problem} />}
    </span>
  )
}
