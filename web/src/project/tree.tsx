import { type ReactNode, useId, useState } from 'react'
import type { HoleCounts, ProjectFile } from '../data/api.ts'
import { projectHoles } from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural } from '../format.ts'
import { Show } from '../pieces/pieces.tsx'
import { useActions } from './actions.ts'
import { AnswerPanel } from './answer.tsx'
import { type Folder, searchable } from './file-tree.ts'
import { HoleItem } from './hole.tsx'

/** More than this is not unfolded by itself. */
const FEW = 12

export function ProjectTree({ folder, isSmall }: { readonly folder: Folder; readonly isSmall: boolean }) {
  return (
    <ul className="file-tree">
      {folder.folders.map((one) => (
        <Row
          key={one.path}
          name={`${one.name}/`}
          counts={one.counts}
          startsOpen={isSmall || one.files.length <= FEW}
        >
          {() => <ProjectTree folder={one} isSmall={isSmall} />}
        </Row>
      ))}
      {folder.files.map((file) => (
        <FileRow key={file.path} file={file} isSmall={isSmall} />
      ))}
    </ul>
  )
}

function FileRow({ file, isSmall }: { readonly file: ProjectFile; readonly isSmall: boolean }) {
  const { isBusy, search, apply } = useActions()
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  const buttons = (
    <>
      {searchable(file.counts) > 0 && (
        <button
          type="button"
          className="button small"
          disabled={isBusy}
          onClick={() => search({ path: file.path })}
        >
          Search<span className="visually-hidden"> {file.path}</span>
        </button>
      )}
      {file.counts.proposed > 1 && (
        <button
          type="button"
          className="button small"
          disabled={isBusy}
          onClick={() => apply({ path: file.path }, file.version)}
        >
          Apply {file.counts.proposed}
          <span className="visually-hidden"> proofs in {file.path}</span>
        </button>
      )}
    </>
  )
  return (
    <Row
      name={name}
      counts={file.counts}
      file={file}
      buttons={buttons}
      startsOpen={isSmall && file.state !== 'unread'}
    >
      {() => <FileHoles path={file.path} />}
    </Row>
  )
}

/** A row that unfolds. What is in it is made, and asked for, when it is open. */
function Row(props: {
  readonly name: string
  readonly counts: HoleCounts
  readonly file?: ProjectFile
  readonly buttons?: ReactNode
  readonly startsOpen: boolean
  readonly children: () => ReactNode
}) {
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? props.startsOpen
  const id = useId()
  return (
    <li>
      <div className="file-row">
        <button
          type="button"
          className="fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
        >
          <span className="fold-mark" aria-hidden="true" />
          <span className="file-name">{props.name}</span>
        </button>
        <Counts counts={props.counts} file={props.file} />
        {props.buttons !== undefined && <span className="file-buttons">{props.buttons}</span>}
      </div>
      {props.file && <AnswerPanel about={props.file.path} />}
      <div id={id} className="file-inside" hidden={!isOpen}>
        {isOpen && props.children()}
      </div>
    </li>
  )
}

const WORDS = [
  ['proposed', 'proposed', 'good'],
  ['written', 'proved', 'good'],
  ['refuted', 'refuted', 'warn'],
  ['failed', 'failed', 'bad'],
  ['open', 'open', ''],
  ['skipped', 'skipped', ''],
] as const

export function Counts(props: { readonly counts: HoleCounts; readonly file?: ProjectFile | undefined }) {
  const { counts, file } = props
  return (
    <span className="file-counts">
      {file?.state === 'unread' && <span className="badge accent">being read</span>}
      {file?.state === 'failed' && <span className="badge bad">not read</span>}
      {file !== undefined && file.errors > 0 && (
        <span className="badge bad">{plural(file.errors, 'error')}</span>
      )}
      {WORDS.flatMap(([key, word, tone]) =>
        counts[key] === 0
          ? []
          : [<span key={key} className={`badge ${tone}`}>{`${counts[key]} ${word}`}</span>],
      )}
    </span>
  )
}

function FileHoles({ path }: { readonly path: string }) {
  const found = useResource(projectHoles(path), ['project'])
  return (
    <Show of={found}>
      {({ failure, errors, holes, version }) => (
        <>
          {failure !== null && <p className="file-failure">{failure}</p>}
          {errors.length > 0 && (
            <ul className="problem-list file-errors" aria-label={`Errors in ${path}`}>
              {errors.slice(0, 50).map(({ line, column, text }) => (
                <li key={`${line}:${column} ${text}`}>
                  <code>{`${line}:${column}`}</code> <span className="file-error">{text}</span>
                </li>
              ))}
            </ul>
          )}
          {holes.length === 0 && failure === null && errors.length === 0 && (
            <p className="muted">No hole is left in this file.</p>
          )}
          <ul className="holes">
            {holes.map((hole) => (
              <HoleItem key={hole.id} hole={hole} path={path} version={version} />
            ))}
          </ul>
        </>
      )}
    </Show>
  )
}
