import { memo } from 'react'
import type { ProjectHole } from '../data/api.ts'
import { seconds } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge } from '../pieces/pieces.tsx'
import { useActions } from './actions.ts'
import { AnswerPanel } from './answer.tsx'
import { diffLines } from './diff-lines.ts'

export function HoleItem(props: {
  readonly hole: ProjectHole
  readonly path: string
  readonly version: string
}) {
  const { hole, path, version } = props
  const { isBusy, search, apply } = useActions()
  const name = hole.declaration ?? `line ${hole.line}`
  const canSearch = hole.state === 'open' || hole.state === 'failed'
  return (
    <li className="hole" data-hole={hole.id}>
      <div className="hole-head">
        <h3>
          <code>{hole.declaration ?? 'no declaration'}</code>
        </h3>
        <span className="muted">line {hole.line}</span>
        <Badge state={hole.state} />
        <span className="muted hole-difficulty">difficulty {hole.difficulty.toFixed(2)}</span>
        <span className="hole-buttons">
          {canSearch && (
            <button
              type="button"
              className="button small"
              disabled={isBusy}
              onClick={() => search({ hole: hole.id, path }, hole.state === 'failed')}
            >
              {hole.state === 'failed' ? 'Search again' : 'Search'}
              <span className="visually-hidden"> {name}</span>
            </button>
          )}
          {hole.diff !== null && (
            <button
              type="button"
              className="button small primary"
              disabled={isBusy}
              onClick={() => apply({ hole: hole.id, path }, version)}
            >
              Apply<span className="visually-hidden"> {name}</span>
            </button>
          )}
        </span>
      </div>
      <AnswerPanel about={hole.id} />
      <LeanCode text={hole.goal} />
      <Told hole={hole} />
      {hole.diff !== null && <Diff diff={hole.diff} name={name} />}
    </li>
  )
}

/** What became of it, in sentences. */
function Told({ hole }: { readonly hole: ProjectHole }) {
  const { state, trying, counterexample, why, given, needs, strategy, receipt, last_outcome: last } = hole
  const lines = [
    trying !== null && `${trying} is at work on it.`,
    counterexample !== null && (
      <>
        False for <code>{counterexample}</code>.
      </>
    ),
    why !== null && `${sentence(why)}.`,
    strategy !== null && (
      <>
        Proved by {strategy}.{' '}
        {receipt !== null && <a href={`/api/receipts/${encodeURIComponent(receipt)}`}>Receipt</a>}
      </>
    ),
    given.length > 0 && `Complete given ${given.join(', ')}.`,
    needs.length > 0 && `Written together with ${needs.join(', ')}, which it rests on.`,
    last === null
      ? (state === 'open' || state === 'queued') && why === null && 'Not tried yet.'
      : // Of a hole that is settled, only how that was found: others may have been stopped after it.
        (counterexample === null || last.outcome === 'refuted') &&
        (state !== 'proposed' || last.outcome === 'proved') &&
        `Last attempt: ${last.strategy}, ${last.outcome} after ${seconds(last.seconds)}.`,
  ].filter((line) => line !== false)
  return (
    <ul className="hole-told muted">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other name, and no state
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.$/, '')

const Diff = memo(function Diff({ diff, name }: { readonly diff: string; readonly name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
    <section className="diff" tabIndex={0} aria-label={`Diff of ${name}`}>
      <pre>
        {diffLines(diff).map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one diff never move
          <span key={index} className={`diff-line diff-${kind}`}>
            {`${text}\n`}
          </span>
        ))}
      </pre>
    </section>
  )
})
