import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PriorityQueue } from './priority-queue.ts'

describe('PriorityQueue', () => {
  it('hands out whatever is smallest, first come first served among equals, under any mix of pushes and pops', () => {
    const step = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const queue = new PriorityQueue<number>()
        const model: { id: number; key: number }[] = []
        steps.forEach((key, id) => {
          if (key !== undefined) {
            queue.push(id, key)
            model.push({ id, key })
            model.sort((left, right) => left.key - right.key || left.id - right.id)
          } else expect(queue.pop()).toBe(model.shift()?.id)
          expect(queue.size).toBe(model.length)
          expect(queue.nextKey).toBe(model[0]?.key ?? Infinity)
        })
      }),
    )
  })

  it('keeps order beyond its first allocation', () => {
    const queue = new PriorityQueue<number>()
    for (let item = 999; item >= 0; item -= 1) queue.push(item, item)
    expect(Array.from({ length: 1000 }, () => queue.pop())).toEqual(Array.from({ length: 1000 }, (_, i) => i))
    expect(queue.pop()).toBeUndefined()
  })
})
