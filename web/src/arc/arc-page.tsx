import { useEffect, useState } from 'react'
import { type ArcRun, type ArcTask, schemas } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource, useSmoothResource } from '../data/resource.ts'
import { dateAndTime, plural } from '../format.ts'
import { Badge, Empty, PageHead, Show } from '../pieces/pieces.tsx'
import { Link, useParam } from '../router.tsx'
import { ArcComparison } from './arc-comparison.tsx'
import { ArcGrid } from './arc-grid.tsx'
import { ArcRunProgress } from './run-progress.tsx'

export function ArcPage() {
  const runs = useResource(questions.arcRuns, ['run-started', 'run-ended', 'run-changed', 'pulse', 'clock'])
  const [chosen, setChosen] = useParam('run')
  const [status, setStatus] = useParam('status')
  const [query, setQuery] = useParam('q')
  const [other, setOther] = useParam('with')
  const run = runs.data?.items.find((entry) => entry.run_id === chosen) ?? runs.data?.items[0]
  return (
    <>
      <PageHead title="ARC">
        {run && (
          <>
            <input
              type="search"
              aria-label="Search tasks"
              placeholder="Search tasks  ( / )"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <label className="field">
              Status
              <select value={status} onChange={(event) => setStatus(event.target.value)}>
                <option value="">all</option>
                {['solved', 'unsolved', 'error', 'pending'].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <label className="field">
              Run
              <select value={run.run_id} onChange={(event) => setChosen(event.target.value)}>
                {runs.data?.items.map((entry) => (
                  <option key={entry.run_id} value={entry.run_id}>
                    {runName(entry)}
                  </option>
                ))}
              </select>
            </label>
            {(runs.data?.items.length ?? 0) > 1 && (
              <label className="field">
                Compare with
                <select value={other} onChange={(event) => setOther(event.target.value)}>
                  <option value="">none</option>
                  {runs.data?.items
                    .filter((entry) => entry.run_id !== run.run_id)
                    .map((entry) => (
                      <option key={entry.run_id} value={entry.run_id}>
                        {runName(entry)}
                      </option>
                    ))}
                </select>
              </label>
            )}
            <Link className="button" href="/arc/play">
              Play
            </Link>
          </>
        )}
      </PageHead>
      <Show of={runs}>
        {({ items }) =>
          items.length === 0 || !run ? (
            <Empty title="No ARC task has been tried yet.">
              <p>
                Run <code>orch arc run --batch-file tasks.jsonl</code>; its tasks show here as a gallery.
              </p>
            </Empty>
          ) : (
            <div className="stack">
              <ArcRunProgress run={run} />
              {other !== '' && other !== run.run_id && <ArcComparison left={run.run_id} right={other} />}
              <Gallery key={`${run.run_id} ${status} ${query}`} run={run} status={status} query={query} />
            </div>
          )
        }
      </Show>
    </>
  )
}

function runName(run: ArcRun): string {
  return `${dateAndTime(run.started_at)} · ${run.solved} of ${run.tasks}`
}

function Gallery(props: { readonly run: ArcRun; readonly status: string; readonly query: string }) {
  const { run, status, query } = props
  const [cursor, setCursor] = useState('')
  const [before, setBefore] = useState<readonly ArcTask[]>([])
  const wanted = schemas.arcStatus.safeParse(status).data
  const tasks = useSmoothResource(
    questions.arcTasks(run.run_id, {
      ...(wanted && { status: wanted }),
      ...(query.trim() !== '' && { q: query.trim() }),
      ...(cursor !== '' && { cursor }),
    }),
    run.ended_at === null ? ['clock', 'pulse'] : [],
  )
  useEffect(() => {
    if (cursor !== '') document.querySelector<HTMLElement>('.gallery')?.focus()
  }, [cursor])
  return (
    <Show of={tasks}>
      {({ items, next }) => (
        <>
          {items.length === 0 && before.length === 0 ? (
            <Empty title="No task fits these filters." />
          ) : (
            <ul className="gallery" aria-label="Tasks" tabIndex={-1} data-arrows="grid">
              {[...before, ...items].map((task) => (
                <li key={task.task_id}>
                  <Link
                    className={`gallery-task ${task.status}`}
                    href={`/arc/${encodeURIComponent(run.run_id)}/${encodeURIComponent(task.task_id)}`}
                  >
                    <span className="gallery-pair">
                      {task.preview ? (
                        <>
                          <ArcGrid cells={task.preview.input} label="Input" size={104} />
                          <span aria-hidden="true">→</span>
                          <ArcGrid cells={task.preview.output} label="Output" size={104} />
                        </>
                      ) : (
                        <span className="muted">no picture</span>
                      )}
                    </span>
                    <span className="gallery-words">
                      <code>{task.task_id}</code>
                      <Badge state={task.status} />
                      {task.correct !== null && <Badge state={task.correct ? 'test right' : 'test wrong'} />}
                    </span>
                    <span className="muted gallery-note">
                      {task.status === 'pending'
                        ? plural(task.train_pairs, 'pair')
                        : `${task.pairs_solved} of ${task.train_pairs} pairs, ${plural(task.candidates, 'candidate')}`}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {next !== null && (
            <button
              type="button"
              className="button more"
              onClick={() => {
                setBefore([...before, ...items])
                setCursor(next)
              }}
            >
              Show more
            </button>
          )}
        </>
      )}
    </Show>
  )
}
