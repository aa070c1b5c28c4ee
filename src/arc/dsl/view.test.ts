import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Grid, gridFromRows, gridToRows } from '../grid/index.ts'
import { RIGID_NAMES } from './ops/grow.ts'
import { BOX_NAMES, lensOf, UPRIGHT_NAMES } from './view.ts'

const AS_IS = { kind: 'as-is' } as const
const grid = (text: string): Grid => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const text = (of: Grid): string =>
  gridToRows(of)
    .map((row) => row.join(''))
    .join('/')
const anyGrid = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height, max: 3 })
      .map((cells): Grid => ({ width, height, cells })),
  )

describe('views that each input finds for itself', () => {
  it.each([...UPRIGHT_NAMES, ...BOX_NAMES])('%s looks back at what it looked at', (turn) => {
    fc.assert(
      fc.property(anyGrid, (input) => {
        const lens = lensOf({ turn, relabel: AS_IS }, input)
        expect(lens.undo(lens.view(input))).toEqual(input)
      }),
    )
  })

  it('ink-down puts a picture and its turned and flipped images upright alike', () => {
    fc.assert(
      fc.property(anyGrid, fc.constantFrom(...RIGID_NAMES), (input, how) => {
        const other = lensOf({ turn: how, relabel: AS_IS }, input).view(input)
        const upright = (of: Grid): Grid => lensOf({ turn: 'ink-down', relabel: AS_IS }, of).view(of)
        const [right, below] = weightOf(upright(input))
        expect(weightOf(upright(other))).toEqual([right, below])
        expect(right).toBeGreaterThanOrEqual(0)
        expect(below).toBeGreaterThanOrEqual(right)
      }),
    )
  })

  it('shows lines that go down as lines that go across', () => {
    const input = grid('0100/0100/0123')
    expect(text(lensOf({ turn: 'lines-across', relabel: AS_IS }, input).view(input))).toBe('000/111/002/003')
  })

  it('turns the rarest colour down, then to the right', () => {
    const input = grid('200/011/011')
    expect(text(lensOf({ turn: 'rare-down', relabel: AS_IS }, input).view(input))).toBe('110/110/002')
    expect(text(lensOf({ turn: 'common-down', relabel: AS_IS }, input).view(input))).toBe('200/011/011')
  })

  it('shows a box of the input, and puts it back', () => {
    const input = grid('0000/0120/0110/3000')
    const ink = lensOf({ turn: 'ink-box', relabel: AS_IS }, input)
    expect(text(ink.view(input))).toBe('012/011/300')
    const object = lensOf({ turn: 'object-box', relabel: AS_IS }, input)
    expect(text(object.view(input))).toBe('12/11')
    expect(text(object.undo(grid('55/50')))).toBe('0000/0550/0500/3000')
  })
})

/** How far the ink lies right of the middle, and below it. */
function weightOf({ width, height, cells }: Grid): [number, number] {
  let [right, below] = [0, 0]
  cells.forEach((c, i) => {
    if (c === 0) return
    right += 2 * (i % width) + 1 - width
    below += 2 * Math.floor(i / width) + 1 - height
  })
  return [right, below]
}
