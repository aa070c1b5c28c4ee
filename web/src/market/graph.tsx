import type { Ticket } from '../data/api.ts'
import { plural } from '../format.ts'
import { Empty, Panel, ScrollBox } from '../pieces/pieces.tsx'
import { connected, layoutGraph } from './graph-layout.ts'

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
  const spots = layoutGraph(connected(tickets))
  const byId = new Map(spots.map((spot) => [spot.ticket.ticket_id, spot]))
  const width = (Math.max(0, ...spots.map((spot) => spot.column)) + 1) * COLUMN
  const height = (Math.max(0, ...spots.map((spot) => spot.row)) + 1) * ROW
  return (
    <Panel title="Dependencies" aside="what must be proved first stands on the left">
      {spots.length === 0 ? (
        <Empty title="No ticket depends on another.">
          <p>A ticket requested with “depends on” shows here with an arrow.</p>
        </Empty>
      ) : (
        <ScrollBox className="tree" label="Dependency graph">
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${plural(spots.length, 'ticket')}: ${spots
              .flatMap((spot) =>
                spot.ticket.depends_on.flatMap((need) => {
                  const other = byId.get(need)
                  return other ? [`${name(spot.ticket)} needs ${name(other.ticket)}`] : []
                }),
              )
              .join(', ')}`}
          >
            {spots.flatMap((spot) =>
              spot.ticket.depends_on.map((need) => {
                const from = byId.get(need)
                if (!from) return null
                const x1 = from.column * COLUMN + BOX.width
                const y1 = from.row * ROW + BOX.height / 2 + 4
                const x2 = spot.column * COLUMN - 6
                const y2 = spot.row * ROW + BOX.height / 2 + 4
                const bend = (x1 + x2) / 2
                return (
                  <g key={`${need} ${spot.ticket.ticket_id}`}>
                    <path className="tree-edge" d={`M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />
                    <path className="graph-arrow" d={`M${x2 + 6} ${y2}l-8 -4v8z`} />
                  </g>
                )
              }),
            )}
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

const name = (ticket: Ticket) => ticket.suggested_name ?? ticket.goal
const clip = (text: string) => (text.length > 20 ? `${text.slice(0, 19)}…` : text)
