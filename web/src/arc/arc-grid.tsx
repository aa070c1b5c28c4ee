import { memo } from 'react'

type Cells = readonly (readonly number[])[]

/**
 * A grid in the ten ARC colours. With `expected`, cells that differ from it are crossed, and cells outside of it
 * too: colour alone never carries the difference.
 */
export const ArcGrid = memo(function ArcGrid(props: {
  readonly cells: Cells
  readonly label: string
  readonly expected?: Cells | null
  readonly size?: number
}) {
  const { cells, expected } = props
  const height = cells.length
  const width = Math.max(...cells.map((row) => row.length))
  const wrong = expected ? differences(cells, expected) : []
  const largest = props.size ?? 168
  const scale = Math.max(4, Math.min(26, Math.floor(largest / Math.max(width, height))))
  return (
    <svg
      className="arc-grid"
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      role="img"
      aria-label={`${props.label}, ${width} by ${height}${expected ? `, ${describe(wrong.length, cells, expected)}` : ''}`}
      shapeRendering="crispEdges"
    >
      {cells.map((row, y) =>
        row.map((colour, x) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
          <rect key={`${x} ${y}`} className={`arc-${colour}`} x={x} y={y} width={1} height={1} />
        )),
      )}
      <path className="arc-lines" d={lines(width, height)} />
      {wrong.map(([x, y]) => (
        <g key={`${x} ${y}`} className="arc-wrong" shapeRendering="auto">
          <path className="arc-wrong-under" d={`M${x + 0.2} ${y + 0.2}l.6 .6m0 -.6l-.6 .6`} />
          <path d={`M${x + 0.2} ${y + 0.2}l.6 .6m0 -.6l-.6 .6`} />
        </g>
      ))}
    </svg>
  )
})

export function differences(cells: Cells, expected: Cells): readonly (readonly [number, number])[] {
  return cells.flatMap((row, y) =>
    row.flatMap((colour, x) => (expected[y]?.[x] === colour ? [] : [[x, y] as const])),
  )
}

function describe(wrong: number, cells: Cells, expected: Cells): string {
  const sameSize = cells.length === expected.length && cells[0]?.length === expected[0]?.length
  if (!sameSize) return 'not the expected size'
  return wrong === 0 ? 'as expected' : `${wrong} cells differ`
}

function lines(width: number, height: number): string {
  let path = ''
  for (let x = 0; x <= width; x++) path += `M${x} 0V${height}`
  for (let y = 0; y <= height; y++) path += `M0 ${y}H${width}`
  return path
}
