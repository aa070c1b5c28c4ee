import { GraphDrawing } from '../charts/graph.tsx'
import { connected } from '../charts/graph-layout.ts'
import type { TicketAnswer } from '../data/api.ts'
import { plural } from '../format.ts'
import { Empty, Panel } from '../pieces/pieces.tsx'

const COLOURS = {
  open: 'var(--idle)',
  claimed: 'var(--accent)',
  completed: 'var(--good)',
  cancelled: 'var(--line-strong)',
} as const

export function Dependencies({ tickets }: { readonly tickets: readonly TicketAnswer[] }) {
  const items = connected(
    tickets.map((ticket) => ({
      id: ticket.ticket_id,
      needs: ticket.depends_on,
      name: ticket.suggested_name ?? ticket.goal,
      state: ticket.status,
      colour: COLOURS[ticket.status],
    })),
  )
  return (
    <Panel title="Dependencies" aside="what must be proved first stands on the left">
      {items.length === 0 ? (
        <Empty title="No ticket depends on another.">
          <p>A ticket requested with “depends on” shows here with an arrow.</p>
        </Empty>
      ) : (
        <GraphDrawing
          items={items}
          label="Drawing of the dependencies"
          summary={plural(items.length, 'ticket')}
        />
      )}
    </Panel>
  )
}
