import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connected, layoutGraph } from './graph-layout.ts'

const graph = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 30 }).map((all) =>
  all.map((needs, index) => ({
    id: `t${index}`,
    needs: index === 0 ? [] : needs.map((need) => `t${need % index}`),
  })),
)

it('draws every dependency from left to right', () => {
  fc.assert(
    fc.property(graph, (items) => {
      const spots = new Map(layoutGraph(items).spots.map((spot) => [spot.item.id, spot]))
      for (const item of items) {
        for (const need of item.needs) {
          expect(spots.get(need)?.column).toBeLessThan(spots.get(item.id)?.column ?? -1)
        }
      }
    }),
  )
})

it('gives every item a place of its own, and no arrow passes behind a item', () => {
  fc.assert(
    fc.property(graph, (items) => {
      const { spots, arrows } = layoutGraph(items)
      const place = ({ column, row }: { column: number; row: number }) => `${column} ${row}`
      const taken = new Set(spots.map(place))
      expect(taken.size).toBe(items.length)
      for (const arrow of arrows) {
        for (const point of arrow.points.slice(1, -1)) expect(taken).not.toContain(place(point))
      }
    }),
  )
})

it('draws each dependency once, column by column', () => {
  fc.assert(
    fc.property(graph, (items) => {
      const { arrows } = layoutGraph(items)
      const wanted = items.flatMap((item) => [...new Set(item.needs)])
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
    { id: 'a', needs: ['b'] },
    { id: 'b', needs: ['a'] },
  ]
  expect(layoutGraph(circle).spots).toHaveLength(2)
})

it('leaves out items that are tied to nothing', () => {
  const items = [
    { id: 'a', needs: [] },
    { id: 'b', needs: ['a'] },
    { id: 'c', needs: ['unknown'] },
  ]
  expect(connected(items).map((item) => item.id)).toEqual(['a', 'b'])
})
