import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layoutTree } from './tree-layout.ts'

const tree = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map((parents) =>
    parents.map((parent, index) => ({ id: `n${index}`, parent: index === 0 ? null : `n${parent % index}` })),
  )

it('places every node once, children one column to the right of their parent', () => {
  fc.assert(
    fc.property(tree, (nodes) => {
      const placed = new Map(layoutTree(nodes).map((entry) => [entry.node.id, entry]))
      expect(placed.size).toBe(nodes.length)
      for (const node of nodes) {
        const depth = node.parent === null ? -1 : placed.get(node.parent)?.depth
        expect(placed.get(node.id)?.depth).toBe((depth ?? Number.NaN) + 1)
      }
    }),
  )
})

it('never puts two nodes of one column on the same line', () => {
  fc.assert(
    fc.property(tree, (nodes) => {
      const spots = layoutTree(nodes).map((entry) => `${entry.depth} ${entry.line}`)
      expect(new Set(spots).size).toBe(spots.length)
    }),
  )
})

it('keeps a node whose parent is missing', () => {
  expect(layoutTree([{ id: 'a', parent: 'gone' }])).toHaveLength(1)
})
