import type { ReactNode } from 'react'

export interface Bar {
  readonly key: string
  readonly label: ReactNode
  readonly value: number
  readonly text: string
  readonly colour?: string
}

/** Horizontal bars with their numbers: a list first, a picture second. */
export function Bars(props: {
  readonly bars: readonly Bar[]
  readonly label: string
  readonly max?: number
  /** For labels of many words. */
  readonly longLabels?: boolean
}) {
  const { bars, max, label } = props
  const top = Math.max(max ?? 0, ...bars.map((bar) => bar.value)) || 1
  return (
    <ul className={props.longLabels ? 'bars long' : 'bars'} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <span className="bars-label">{bar.label}</span>
          <span className="bars-track" aria-hidden="true">
            <span
              style={{
                width: `${(Math.max(0, bar.value) / top) * 100}%`,
                background: bar.colour ?? 'var(--accent)',
              }}
            />
          </span>
          <span className="bars-value">{bar.text}</span>
        </li>
      ))}
    </ul>
  )
}
