import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connected, layoutGraph } from './graph-layout.ts'

const graph = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 30 }).map((all) =>
  all.map((needs, index) => ({
    ticket_id: `t${index}`,
    depends_on: index === 0 ? [] : needs.map((need) => `t${need % index}`),
  })),
)

it('draws every dependency from left to right', () => {
  fc.assert(
    fc.property(graph, (tickets) => {
      const spots = new Map(layoutGraph(tickets).spots.map((spot) => [spot.ticket.ticket_id, spot]))
      for (const ticket of tickets) {
        for (const need of ticket.depends_on) {
          expect(spots.get(need)?.column).toBeLessThan(spots.get(ticket.ticket_id)?.column ?? -1)
        }
      }
    }),
  )
})

it('gives every ticket a place of its own, and no arrow passes behind a ticket', () => {
  fc.assert(
    fc.property(graph, (tickets) => {
      const { spots, arrows } = layoutGraph(tickets)
      const place = ({ column, row }: { column: number; row: number }) => `${column} ${row}`
      const taken = new Set(spots.map(place))
      expect(taken.size).toBe(tickets.length)
      for (const arrow of arrows) {
        for (const point of arrow.points.slice(1, -1)) expect(taken).not.toContain(place(point))
      }
    }),
  )
})

it('draws each dependency once, column by column', () => {
  fc.assert(
    fc.property(graph, (tickets) => {
      const { arrows } = layoutGraph(tickets)
      const wanted = tickets.flatMap((ticket) => [...new Set(ticket.depends_on)])
      expect(arrows).toHaveLength(wanted.length)
      for (const { points } of arrows) {
        for (const [index, point] of points.entries()) {
          expect(point.column).toBe((points[0]?.column ?? 0) + index)
        }
      }
    }),
  )
})

it('survives a circle', () => {
  const circle = [
    { ticket_id: 'a', depends_on: ['b'] },
    { ticket_id: 'b', depends_on: ['a'] },
  ]
  expect(layoutGraph(circle).spots).toHaveLength(2)
})

it('leaves out tickets that are tied to nothing', () => {
  const tickets = [
    { ticket_id: 'a', depends_on: [] },
    { ticket_id: 'b', depends_on: ['a'] },
    { ticket_id: 'c', depends_on: ['unknown'] },
  ]
  expect(connected(tickets).map((ticket) => ticket.ticket_id)).toEqual(['a', 'b'])
})
