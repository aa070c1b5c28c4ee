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
      const spots = new Map(layoutGraph(tickets).map((spot) => [spot.ticket.ticket_id, spot]))
      for (const ticket of tickets) {
        for (const need of ticket.depends_on) {
          expect(spots.get(need)?.column).toBeLessThan(spots.get(ticket.ticket_id)?.column ?? -1)
        }
      }
    }),
  )
})

it('gives every ticket a place of its own', () => {
  fc.assert(
    fc.property(graph, (tickets) => {
      const places = layoutGraph(tickets).map((spot) => `${spot.column} ${spot.row}`)
      expect(new Set(places).size).toBe(tickets.length)
    }),
  )
})

it('survives a circle', () => {
  const circle = [
    { ticket_id: 'a', depends_on: ['b'] },
    { ticket_id: 'b', depends_on: ['a'] },
  ]
  expect(layoutGraph(circle)).toHaveLength(2)
})

it('leaves out tickets that are tied to nothing', () => {
  const tickets = [
    { ticket_id: 'a', depends_on: [] },
    { ticket_id: 'b', depends_on: ['a'] },
    { ticket_id: 'c', depends_on: ['unknown'] },
  ]
  expect(connected(tickets).map((ticket) => ticket.ticket_id)).toEqual(['a', 'b'])
})
