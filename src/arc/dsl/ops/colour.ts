// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { ANY_COLOUR, INK, NO_PARAMETER, type Primitive } from '../op.ts'

/** Writes map[colour] for every cell. */
function mapCells(s: GridStore, g: Value, map: Uint8Array): Value {
  const area = s.width[g]! * s.height[g]!
  const from = s.start[g]!
  const cells = s.cells
  const out = s.out
  for (let i = 0; i < area; i++) out[i] = map[cells[from + i]!]!
  return s.commit(s.width[g]!, s.height[g]!, s.left[g]!, s.top[g]!)
}

const map = new Uint8Array(10)

/** How often each colour occurs; valid until the next call. */
export function histogram(s: GridStore, g: Value): Int32Array {
  counts.fill(0)
  const end = s.start[g]! + s.width[g]! * s.height[g]!
  const cells = s.cells
  for (let i = s.start[g]!; i < end; i++) counts[cells[i]!]!++
  return counts
}
const counts = new Int32Array(10)

/** The most frequent colour but zero, or 0 when all is empty; ties go to the smaller colour. */
export function mainColour(s: GridStore, g: Value): number {
  const found = histogram(s, g)
  let best = 0
  for (let c = 1; c < 10; c++) if (found[c]! > 0 && (best === 0 || found[c]! > found[best]!)) best = c
  return best
}

function rarestColour(s: GridStore, g: Value): number {
  const found = histogram(s, g)
  let best = 0
  for (let c = 1; c < 10; c++) if (found[c]! > 0 && (best === 0 || found[c]! < found[best]!)) best = c
  return best
}

function keepOnly(s: GridStore, g: Value, colour: number): Value {
  const area = s.width[g]! * s.height[g]!
  const from = s.start[g]!
  const cells = s.cells
  const out = s.out
  let found = 0
  for (let i = 0; i < area; i++) {
    const kept = cells[from + i] === colour ? colour : 0
    out[i] = kept
    found |= kept
  }
  return found === 0 ? NONE : s.commit(s.width[g]!, s.height[g]!, s.left[g]!, s.top[g]!)
}

export const colourOps: readonly Primitive[] = [
  {
    name: 'keep',
    doc: 'Keeps one colour and empties every other cell.',
    from: 'grid',
    to: 'grid',
    parameter: INK,
    cost: 10,
    run: (s, g, colour) => keepOnly(s, g, Number(colour)),
  },
  {
    name: 'drop',
    doc: 'Empties the cells of one colour.',
    from: 'grid',
    to: 'grid',
    parameter: INK,
    cost: 10,
    run(s, g, colour) {
      for (let c = 0; c < 10; c++) map[c] = c
      map[Number(colour)] = 0
      return mapCells(s, g, map)
    },
  },
  {
    name: 'paint',
    doc: 'Gives every cell that is not empty one colour.',
    from: 'grid',
    to: 'grid',
    parameter: INK,
    cost: 6,
    run(s, g, colour) {
      map.fill(Number(colour))
      map[0] = 0
      return mapCells(s, g, map)
    },
  },
  {
    name: 'invert',
    doc: 'Empties the cells that are not empty and gives the empty ones a colour.',
    from: 'grid',
    to: 'grid',
    parameter: { kind: 'number', values: [1] },
    cost: 10,
    run(s, g, colour) {
      map.fill(0)
      map[0] = Number(colour)
      return mapCells(s, g, map)
    },
  },
  {
    name: 'exchange',
    doc: 'Swaps the two colours of a grid that has exactly two.',
    from: 'grid',
    to: 'grid',
    parameter: NO_PARAMETER,
    cost: 10,
    run(s, g) {
      const found = histogram(s, g)
      let first = -1
      let second = -1
      for (let c = 0; c < 10; c++) {
        if (found[c] === 0) continue
        if (first < 0) first = c
        else if (second < 0) second = c
        else return NONE
      }
      if (second < 0) return NONE
      map[first] = second
      map[second] = first
      return mapCells(s, g, map)
    },
  },
  {
    name: 'keep-main',
    doc: 'Keeps the most frequent colour that is not empty.',
    from: 'grid',
    to: 'grid',
    parameter: NO_PARAMETER,
    cost: 10,
    run: (s, g) => {
      const colour = mainColour(s, g)
      return colour === 0 ? NONE : keepOnly(s, g, colour)
    },
  },
  {
    name: 'keep-rare',
    doc: 'Keeps the least frequent colour that is not empty.',
    from: 'grid',
    to: 'grid',
    parameter: NO_PARAMETER,
    cost: 10,
    run: (s, g) => {
      const colour = rarestColour(s, g)
      return colour === 0 ? NONE : keepOnly(s, g, colour)
    },
  },
  {
    name: 'paint-main',
    doc: 'Gives every cell that is not empty the most frequent colour.',
    from: 'grid',
    to: 'grid',
    parameter: NO_PARAMETER,
    cost: 10,
    run(s, g) {
      map.fill(mainColour(s, g))
      map[0] = 0
      return mapCells(s, g, map)
    },
  },
  {
    name: 'paint-rare',
    doc: 'Gives every cell that is not empty the least frequent colour.',
    from: 'grid',
    to: 'grid',
    parameter: NO_PARAMETER,
    cost: 10,
    run(s, g) {
      map.fill(rarestColour(s, g))
      map[0] = 0
      return mapCells(s, g, map)
    },
  },
  {
    name: 'empty',
    doc: 'Makes one colour the empty one, swapping it with colour 0.',
    from: 'grid',
    to: 'grid',
    parameter: ANY_COLOUR,
    cost: 10,
    run(s, g, colour) {
      const c = Number(colour)
      if (c === 0 || histogram(s, g)[c] === 0) return NONE
      for (let i = 0; i < 10; i++) map[i] = i
      map[c] = 0
      map[0] = c
      return mapCells(s, g, map)
    },
  },
]
