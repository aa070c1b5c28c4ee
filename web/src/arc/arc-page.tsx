import { useEffect, useState } from 'react'
import { type ArcRun, type ArcTask, schemas } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource, useSmoothResource } from '../data/resource.ts'
import { dateAndTime, plural } from '../format.ts'
import { Badge, Empty, PageHead, Show } from '../pieces/pieces.tsx'
import { Link, useParam } from '../router.tsx'
import { ArcGrid } from './arc-grid.tsx'

export function ArcPage() {
  const runs = useResource(questions.arcRuns, ['run-started', 'run-ended', 'clock'])
  const [chosen, setChosen] = useParam('run')
  const [status, setStatus] = useParam('status')
  const [query, setQuery] = useParam('q')
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
                    {`${dateAndTime(entry.started_at)} · ${entry.solved} of ${entry.tasks}`}
                  </option>
                ))}
              </select>
            </label>
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
            <Gallery key={`${run.run_id} ${status} ${query}`} run={run} status={status} query={query} />
          )
        }
      </Show>
    </>
  )
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
    run.ended_at === null ? ['clock'] : [],
  )
  useEffect(() => {
    if (cursor !== '') document.querySelector<HTMLElement>('.gallery')?.focus()
  }, [cursor])
  return (
    <Show of={tasks}>
      {({ items, next }) => (
        <>
          <p className="muted table-count" role="status">
            {`${run.solved} of ${plural(run.tasks, 'task')} solved in this run`}
          </p>
          {items.length === 0 && before.length === 0 ? (
            <Empty title="No task fits these filters." />
          ) : (
            <ul className="gallery" aria-label="Tasks" tabIndex={-1}>
              {[...before, ...items].map((task) => (
                <li key={task.task_id}>
                  <Link
                    className="gallery-task"
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
                    </span>
                    <span className="muted gallery-note">
                      {`${task.pairs_solved} of ${task.train_pairs} pairs, ${plural(task.candidates, 'candidate')}`}
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
