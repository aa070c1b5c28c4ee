import { useState } from 'react'
import type { ProjectAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural } from '../format.ts'
import { Empty, PageHead, Panel, Show } from '../pieces/pieces.tsx'
import { ActionsProvider, useProjectActions } from './actions.ts'
import { AnswerPanel } from './answer.tsx'
import { isOfInterest, searchable, treeOf } from './file-tree.ts'
import { Counts, ProjectTree } from './tree.tsx'

const LIMITS = [
  { seconds: 60, name: '1 minute' },
  { seconds: 600, name: '10 minutes' },
  { seconds: 3600, name: '1 hour' },
] as const

/** A project with no more holes and files than this is shown unfolded. */
const FEW = 30

export function ProjectPage() {
  const project = useResource(questions.project, ['project'])
  const [limit, setLimit] = useState<number>(600)
  const { actions, said, stop, readAgain } = useProjectActions(
    project.data?.activity.kind ?? 'reading',
    limit,
  )
  const isSearching = project.data?.activity.kind === 'searching'
  return (
    <ActionsProvider value={{ actions, said }}>
      <PageHead title="Project">
        {project.data?.problem === null && (
          <>
            <label className="field">
              Search for at most
              <select
                value={limit}
                disabled={isSearching}
                onChange={(event) => setLimit(Number(event.target.value))}
              >
                {LIMITS.map(({ seconds, name }) => (
                  <option key={seconds} value={seconds}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {isSearching ? (
              <button type="button" className="button" onClick={stop}>
                Stop the search
              </button>
            ) : (
              <button
                type="button"
                className="button primary"
                disabled={actions.isBusy || searchable(project.data.counts) === 0}
                onClick={() => actions.search({})}
              >
                Search everything
              </button>
            )}
          </>
        )}
      </PageHead>
      <Show of={project}>
        {(data) =>
          data.problem ? (
            <None data={data} readAgain={readAgain} />
          ) : (
            <div className="stack">
              <AnswerPanel about="" />
              <Progress data={data} />
              <Files
                data={data}
                apply={() => actions.apply({}, data.version)}
                isBusy={actions.isBusy}
                readAgain={readAgain}
              />
            </div>
          )
        }
      </Show>
    </ActionsProvider>
  )
}

function None({ data, readAgain }: { readonly data: ProjectAnswer; readonly readAgain: () => void }) {
  return (
    <Empty title={data.problem?.message ?? ''}>
      {data.problem?.hint !== null && <p>{data.problem?.hint}</p>}
      <p>
        The dashboard looks in <code>{data.folder}</code>.
      </p>
      <button type="button" className="button" onClick={readAgain}>
        Look again
      </button>
    </Empty>
  )
}

/** What goes on, and how the last search ended. */
function Progress({ data: { activity, message, is_stale, notes } }: { readonly data: ProjectAnswer }) {
  const { kind, done, total } = activity
  return (
    <>
      {kind !== 'idle' && (
        <div className="project-progress" role="status">
          <span>{words(activity)}</span>
          {total > 0 && kind !== 'applying' && (
            <progress
              value={done}
              max={total}
              aria-label={kind === 'reading' ? 'Files read' : 'Holes settled'}
            />
          )}
        </div>
      )}
      {kind === 'searching' && is_stale && (
        <p className="note">Files have changed since; they are read when the search is over.</p>
      )}
      {kind === 'idle' && message && (
        <p className={message.is_problem ? 'problem' : 'note'} role={message.is_problem ? 'alert' : 'status'}>
          {message.text}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </>
  )
}

function words({ kind, done, total, detail }: ProjectAnswer['activity']): string {
  if (kind === 'reading')
    return total === 0
      ? 'Starting Lean to read the files …'
      : `Reading files: ${done} of ${total}, last ${detail}`
  if (kind === 'searching')
    return `Searching ${detail || 'everything'}: ${done} of ${plural(total, 'hole')} settled`
  return 'Checking whole files with the proofs in them, then writing …'
}

/** Before Lean has read a file nobody knows what is in it. */
function holesSoFar(holes: number, files: ProjectAnswer['files']): string {
  const unread = files.filter(({ state }) => state === 'unread').length
  if (unread === 0) return `${plural(holes, 'hole')} in`
  return unread === files.length ? 'Not read yet:' : `${plural(holes, 'hole')} so far in`
}

function Files(props: {
  readonly data: ProjectAnswer
  readonly isBusy: boolean
  readonly apply: () => void
  readonly readAgain: () => void
}) {
  const { files, counts, activity, folder } = props.data
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? files : files.filter(isOfInterest)
  const hidden = files.length - files.filter(isOfInterest).length
  const holes = counts.open + counts.failed + counts.proposed + counts.refuted + counts.skipped
  const isUnread = files.some(({ state }) => state === 'failed')
  return (
    <Panel title="Files and holes" aside={<Counts counts={counts} />}>
      <div className="project-tools">
        <span className="muted">
          {holesSoFar(holes, files)} {plural(files.length, 'file')} of <code>{folder}</code>
        </span>
        <button type="button" className="button small" disabled={props.isBusy} onClick={props.readAgain}>
          Read again
        </button>
        {hidden > 0 && (
          <button
            type="button"
            className="button small"
            aria-pressed={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Hide' : 'Show'} {plural(hidden, 'file')} without holes
          </button>
        )}
        {counts.proposed > 0 && (
          <button
            type="button"
            className="button small primary"
            disabled={props.isBusy}
            onClick={props.apply}
          >
            Apply all {counts.proposed}
          </button>
        )}
      </div>
      {holes === 0 && !isUnread && activity.kind === 'idle' && (
        <Empty title="This project has no holes.">
          <p>
            Every <code>sorry</code> and <code>admit</code> that Lean elaborates is shown here.
          </p>
        </Empty>
      )}
      <ProjectTree folder={treeOf(shown)} isSmall={holes <= FEW && shown.length <= FEW} />
    </Panel>
  )
}
