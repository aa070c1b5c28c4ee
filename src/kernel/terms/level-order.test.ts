import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LevelOrder } from './level-order.ts'
import { LEVEL, type Level, LevelTable } from './levels.ts'

type Tree = { n: 0 } | { param: number } | { succ: Tree } | { max: [Tree, Tree] } | { imax: [Tree, Tree] }

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant<Tree>({ n: 0 }),
    fc.nat(2).map((param): Tree => ({ param })),
    tie('tree').map((succ): Tree => ({ succ })),
    fc.tuple(tie('tree'), tie('tree')).map((max): Tree => ({ max })),
    fc.tuple(tie('tree'), tie('tree')).map((imax): Tree => ({ imax })),
  ),
})).tree

const PARAMS = [11, 12, 13]

function build(levels: LevelTable, t: Tree): Level {
  if ('param' in t) return levels.param(PARAMS[t.param] as number)
  if ('succ' in t) return levels.succ(build(levels, t.succ))
  if ('max' in t) return levels.max(build(levels, t.max[0]), build(levels, t.max[1]))
  if ('imax' in t) return levels.imax(build(levels, t.imax[0]), build(levels, t.imax[1]))
  return 0
}

function value(levels: LevelTable, level: Level, given: ReadonlyMap<number, number>): number {
  const [left, right] = [levels.left(level), levels.right(level)]
  switch (levels.kind(level)) {
    case LEVEL.zero:
      return 0
    case LEVEL.param:
      return given.get(left) ?? 0
    case LEVEL.succ:
      return value(levels, left, given) + 1
    case LEVEL.max:
      return Math.max(value(levels, left, given), value(levels, right, given))
    default: {
      const b = value(levels, right, given)
      return b === 0 ? 0 : Math.max(value(levels, left, given), b)
    }
  }
}

/** Values that tell levels of these sizes apart: nothing, one, and far apart. */
const VALUES = [0, 1, 2, 20, 50]
const assignments = VALUES.flatMap((a) =>
  VALUES.flatMap((b) =>
    VALUES.map(
      (c) =>
        new Map([
          [11, a],
          [12, b],
          [13, c],
        ]),
    ),
  ),
)

describe('the order of levels', () => {
  it('is the order of their values, whatever the parameters are', () => {
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const levels = new LevelTable()
        const order = new LevelOrder(levels)
        const [a, b] = [build(levels, one), build(levels, other)]
        const values = assignments.map((given) => [value(levels, a, given), value(levels, b, given)] as const)
        expect(order.leq(a, b)).toBe(values.every(([x, y]) => x <= y))
        expect(order.equal(a, b)).toBe(values.every(([x, y]) => x === y))
        expect(order.isZero(a)).toBe(values.every(([x]) => x === 0))
        expect(order.isNeverZero(a)).toBe(values.every(([x]) => x > 0))
      }),
      { numRuns: 3000 },
    )
  })
})
