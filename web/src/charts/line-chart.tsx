import { type PointerEvent, useState } from 'react'
import { linear, niceCeiling, places, ticks } from './scale.ts'
import { useWideScreen, useWidth } from './use-width.ts'

export interface Series {
  readonly name: string
  readonly colour: string
  /** Ascending in x. */
  readonly points: readonly (readonly [number, number])[]
  /** Draw as stairs: the value holds until the next point. */
  readonly steps?: boolean
}

export interface LineChartProps {
  readonly series: readonly Series[]
  /** What the chart shows, in words, for those who do not see it. */
  readonly label: string
  /** `span` is how much the whole axis shows. */
  readonly formatX: (x: number, span: number) => string
  readonly formatY: (y: number) => string
  readonly height?: number
  readonly yMax?: number
  /** A horizontal line to measure against. */
  readonly target?: { readonly value: number; readonly name: string }
}

/** Room for the words below the chart. */
const WORDS_PX = 96
const PAD = { top: 8, right: 12, bottom: 22, left: 52 }

export function LineChart(props: LineChartProps) {
  const { series, label, formatY, target } = props
  const height = (props.height ?? 180) * (useWideScreen() ? 1.5 : 1)
  const [ref, width] = useWidth<HTMLDivElement>()
  const [pointed, setPointed] = useState<number>()
  const all = series.flatMap((line) => line.points)
  const first = Math.min(...all.map(([x]) => x))
  const last = Math.max(...all.map(([x]) => x))
  const formatX = (value: number) => props.formatX(value, last - first)
  // A little more than the highest, so that a curve does not touch the frame.
  const yMax = props.yMax ?? niceCeiling(1.02 * Math.max(target?.value ?? 0, ...all.map(([, y]) => y)))
  const wanted = Math.min(6, Math.floor((width - PAD.left) / WORDS_PX))
  const x = linear([first, last], [PAD.left, Math.max(PAD.left + 1, width - PAD.right)])
  const y = linear([0, yMax], [height - PAD.bottom, PAD.top])
  // Stairs count things, and there are no halves of them.
  const fits = (tick: number) => Number.isInteger(tick) || !series.every((one) => one.steps)

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left
    const share = (event.clientX - left - PAD.left) / Math.max(1, width - PAD.left - PAD.right)
    setPointed(first + Math.min(1, Math.max(0, share)) * (last - first))
  }

  return (
    <figure className="chart" ref={ref}>
      {width > 0 && all.length > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${label}. ${describe(series, formatY)}`}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {ticks(0, yMax, height < 140 ? 2 : 4)
            .filter(fits)
            .map((tick) => (
              <g key={tick}>
                <line className="chart-rule" x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} />
                <text className="chart-text" x={PAD.left - 6} y={y(tick) + 4} textAnchor="end">
                  {formatY(tick)}
                </text>
              </g>
            ))}
          {places(first, last, wanted, formatX).map((at) => (
            <text
              key={at}
              className="chart-text"
              x={x(at)}
              y={height - 5}
              textAnchor={at === first ? 'start' : at === last ? 'end' : 'middle'}
            >
              {formatX(at)}
            </text>
          ))}
          {target && (
            <line
              className="chart-target"
              x1={PAD.left}
              x2={width - PAD.right}
              y1={y(target.value)}
              y2={y(target.value)}
            />
          )}
          {series.map((line) => (
            <Line key={line.name} line={line} x={x} y={y} />
          ))}
          {pointed !== undefined && (
            <line
              className="chart-pointer"
              x1={x(pointed)}
              x2={x(pointed)}
              y1={PAD.top}
              y2={height - PAD.bottom}
            />
          )}
        </svg>
      )}
      <figcaption className="legend">
        {series.map((line) => (
          <span key={line.name}>
            <i style={{ background: line.colour }} />
            {line.name} <b>{formatY(valueAt(line, pointed ?? last) ?? 0)}</b>
          </span>
        ))}
        {target && (
          <span>
            <i className="legend-target" />
            {target.name} <b>{formatY(target.value)}</b>
          </span>
        )}
        {pointed !== undefined && <span className="muted">{formatX(pointed)}</span>}
      </figcaption>
    </figure>
  )
}

function Line({ line, x, y }: { line: Series; x: (v: number) => number; y: (v: number) => number }) {
  const [only, second] = line.points
  if (only && !second) return <circle cx={x(only[0])} cy={y(only[1])} r={3} fill={line.colour} />
  let path = ''
  for (const [index, [px, py]] of line.points.entries()) {
    const previous = line.points[index - 1]
    if (line.steps && previous) path += `H${x(px).toFixed(1)}V${y(py).toFixed(1)}`
    else path += `${index === 0 ? 'M' : 'L'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`
  }
  return <path d={path} fill="none" stroke={line.colour} strokeWidth={2} strokeLinejoin="round" />
}

function valueAt(line: Series, at: number): number | undefined {
  let value: number | undefined
  for (const [x, y] of line.points) {
    if (x > at && value !== undefined) break
    value = y
  }
  return value
}

function describe(series: readonly Series[], formatY: (y: number) => string): string {
  return series
    .map((line) => {
      const end = line.points.at(-1)
      return end ? `${line.name}: ${formatY(end[1])} now` : `${line.name}: nothing yet`
    })
    .join('; ')
}
