import { ScrollBox } from '../pieces/pieces.tsx'
import { type Arrow, type Item, layoutGraph } from './graph-layout.ts'

const COLUMN = 220
const ROW = 46
const BOX = { width: 180, height: 34 }

export interface DrawnItem extends Item {
  readonly name: string
  /** In one word, for those who do not see the colour. */
  readonly state: string
  readonly colour: string
  /** A class for the box. */
  readonly box?: string
}

/** What needs what, as boxes and arrows; what must come first stands on the left. */
export function GraphDrawing(props: {
  readonly items: readonly DrawnItem[]
  readonly label: string
  readonly summary: string
}) {
  const { spots, arrows } = layoutGraph(props.items)
  const byId = new Map(spots.map((spot) => [spot.item.id, spot.item]))
  const sentence = ({ from, to }: Arrow) => `${byId.get(to)?.name ?? ''} needs ${byId.get(from)?.name ?? ''}`
  const width = (Math.max(0, ...spots.map((spot) => spot.column)) + 1) * COLUMN
  const rows = [...spots, ...arrows.flatMap((arrow) => arrow.points)].map((point) => point.row)
  const height = (rows.reduce((most, row) => Math.max(most, row), 0) + 1) * ROW
  return (
    <ScrollBox className="tree" label={props.label}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${props.summary}: ${arrows.map(sentence).join(', ')}`}
      >
        {arrows.map(({ from, to, points }) => (
          <ArrowPath key={`${from} ${to}`} points={points} />
        ))}
        {spots.map(({ item, column, row }) => (
          <g key={item.id}>
            <title>{`${item.name}: ${item.state}`}</title>
            <rect
              className={`tree-box ${item.box ?? ''}`}
              x={column * COLUMN + 0.5}
              y={row * ROW + 4.5}
              {...BOX}
              rx={5}
            />
            <circle cx={column * COLUMN + 14} cy={row * ROW + 21} r={5} fill={item.colour} />
            <text className="tree-text" x={column * COLUMN + 26} y={row * ROW + 25}>
              {clip(item.name)}
            </text>
          </g>
        ))}
      </svg>
    </ScrollBox>
  )
}

/** From the right edge of a box, through the free places of the columns between, to the left edge of the next. */
function ArrowPath({ points }: { readonly points: Arrow['points'] }) {
  let path = ''
  let end = { x: 0, y: 0 }
  for (const [index, point] of points.entries()) {
    const left = point.column * COLUMN
    const y = point.row * ROW + BOX.height / 2 + 4
    if (index === 0) path = `M${left + BOX.width} ${y}`
    else {
      const bend = (end.x + left) / 2
      const x = index === points.length - 1 ? left - 6 : left
      path += `C${bend} ${end.y} ${bend} ${y} ${x} ${y}`
      if (index < points.length - 1) path += `H${left + BOX.width}`
      else end = { x, y }
    }
    if (index < points.length - 1) end = { x: left + BOX.width, y }
  }
  return (
    <g>
      <path className="tree-edge" d={path} />
      <path className="graph-arrow" d={`M${end.x + 6} ${end.y}l-8 -4v8z`} />
    </g>
  )
}

const clip = (text: string) => (text.length > 20 ? `${text.slice(0, 19)}…` : text)
