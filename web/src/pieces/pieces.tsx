import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ProblemError } from '../data/api.ts'
import type { Loaded } from '../data/resource.ts'
import { takeArrival } from '../router.tsx'

/** A framed part of a page with its own heading. */
export function Panel(props: {
  readonly title: string
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={`panel ${props.className ?? ''}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.aside !== undefined && <div className="panel-aside">{props.aside}</div>}
      </header>
      <div className="panel-body">{props.children}</div>
    </section>
  )
}

/** The heading of a page. It names the browser's tab, and takes the focus when one comes from another page. */
export function PageHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Orch`
  }, [title])
  useEffect(() => {
    if (takeArrival()) heading.current?.focus()
  }, [])
  return (
    <div className="page-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className="page-tools">{children}</div>}
    </div>
  )
}

/** What to do when there is nothing to show. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  )
}

export function ProblemNote({ problem }: { readonly problem: ProblemError }) {
  return (
    <div className="problem" role="alert">
      <strong>{problem.message}</strong>
      {problem.frame !== undefined && <pre className="frame">{problem.frame}</pre>}
      {problem.hint !== undefined && <p>{problem.hint}</p>}
    </div>
  )
}

/** Shows what was loaded; the loading and failing of it look the same on every page. */
export function Show<T>({
  of,
  children,
}: {
  readonly of: Loaded<T>
  readonly children: (data: T) => ReactNode
}) {
  return (
    <>
      {of.problem && <ProblemNote problem={of.problem} />}
      {of.data !== undefined ? children(of.data) : !of.problem && <Loading />}
    </>
  )
}

export function Loading() {
  return <Skeleton lines={4} />
}

const WIDTHS = ['w90', 'w60', 'w75', 'w45'] as const

/** At most four grey lines where text will be; they have its height, so that little moves when it comes. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading …</span>
      {WIDTHS.slice(0, lines).map((width) => (
        <i key={width} aria-hidden="true" className={width} />
      ))}
    </div>
  )
}

/** How much is done, and how much of that was a success. */
export function ProgressBar(props: {
  readonly label: string
  readonly total: number
  readonly done: number
  readonly solved: number
}) {
  const { label, total, done, solved } = props
  const share = (part: number) => ({ width: `${(100 * Math.max(0, part)) / Math.max(1, total)}%` })
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <span className="progress-solved" style={share(solved)} />
      <span className="progress-seen" style={share(done - solved)} />
    </div>
  )
}

export function CopyButton({
  text,
  what,
  label = 'Copy',
}: {
  readonly text: string
  readonly what: string
  readonly label?: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className="button small"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  )
}

const TONES: Readonly<Record<string, string>> = {
  proved: 'good',
  solved: 'good',
  completed: 'good',
  proposed: 'good',
  good: 'good',
  closes: 'good',
  'leads on': 'accent',
  rejected: 'bad',
  warning: 'warn',
  'test right': 'good',
  'test wrong': 'warn',
  running: 'accent',
  searching: 'accent',
  claimed: 'accent',
  refuted: 'warn',
  timeout: 'warn',
  absent: 'warn',
  paused: 'warn',
  error: 'bad',
  bad: 'bad',
  failed: 'bad',
}

/** A state in one word; the colour repeats what the word says. */
export function Badge({ state }: { readonly state: string }) {
  const tone = Object.hasOwn(TONES, state) ? TONES[state] : ''
  return <span className={`badge ${tone}`}>{state}</span>
}

export function Stat(props: { readonly name: string; readonly value: ReactNode; readonly note?: ReactNode }) {
  return (
    <div className="stat">
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
      {props.note !== undefined && <dd className="stat-note">{props.note}</dd>}
    </div>
  )
}

export function FactList({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A box that scrolls by itself; it takes the focus so that the keyboard can scroll it too. */
export function ScrollBox(props: {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
    <section className={props.className} tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  )
}
