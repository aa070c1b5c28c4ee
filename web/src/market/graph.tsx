import type { Ticket } from '../data/api.ts'
import { plural } from '../format.ts'
import { Empty, Panel, ScrollBox } from '../pieces/pieces.tsx'
import { type Arrow, connected, layoutGraph } from './graph-layout.ts'

const COLUMN = 220
const ROW = 46
const BOX = { width: 180, height: 34 }
const TONES = {
  open: 'var(--idle)',
  claimed: 'var(--accent)',
  completed: 'var(--good)',
  cancelled: 'var(--line-strong)',
} as const

export function DependencyGraph({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const { spots, arrows } = layoutGraph(connected(tickets))
  const byId = new Map(spots.map((spot) => [spot.ticket.ticket_id, spot]))
  const sentence = ({ from, to }: Arrow) => {
    const [needed, needs] = [byId.get(from), byId.get(to)]
    return needed && needs ? `${name(needs.ticket)} needs ${name(needed.ticket)}` : ''
  }
  const width = (Math.max(0, ...spots.map((spot) => spot.column)) + 1) * COLUMN
  const rows = [...spots, ...arrows.flatMap((arrow) => arrow.points)].map((point) => point.row)
  const height = (Math.max(0, ...rows) + 1) * ROW
  return (
    <Panel title="Dependencies" aside="what must be proved first stands on the left">
      {spots.length === 0 ? (
        <Empty title="No ticket depends on another.">
          <p>A ticket requested with “depends on” shows here with an arrow.</p>
        </Empty>
      ) : (
        <ScrollBox className="tree" label="Drawing of the dependencies">
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${plural(spots.length, 'ticket')}: ${arrows.map(sentence).join(', ')}`}
          >
            {arrows.map(({ from, to, points }) => (
              <ArrowPath key={`${from} ${to}`} points={points} />
            ))}
            {spots.map(({ ticket, column, row }) => (
              <g key={ticket.ticket_id}>
                <title>{`${name(ticket)}: ${ticket.status}`}</title>
                <rect className="tree-box" x={column * COLUMN + 0.5} y={row * ROW + 4.5} {...BOX} rx={5} />
                <circle cx={column * COLUMN + 14} cy={row * ROW + 21} r={5} fill={TONES[ticket.status]} />
                <text className="tree-text" x={column * COLUMN + 26} y={row * ROW + 25}>
                  {clip(name(ticket))}
                </text>
              </g>
            ))}
          </svg>
        </ScrollBox>
      )}
    </Panel>
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

const name = (ticket: Ticket) => ticket.suggested_name ?? ticket.goal
const clip = (text: string) => (text.length > 20 ? `${text.slice(0, 19)}…` : text)
