// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { ANY_COLOUR, gridStep, INK, NO_PARAMETER, type Primitive } from '../op.ts'

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
  gridStep('keep', 'Keeps one colour and empties every other cell.', INK, (s, g, colour) =>
    keepOnly(s, g, Number(colour)),
  ),
  gridStep('drop', 'Empties the cells of one colour.', INK, (s, g, colour) => {
    for (let c = 0; c < 10; c++) map[c] = c
    map[Number(colour)] = 0
    return mapCells(s, g, map)
  }),
  {
    ...gridStep('paint', 'Gives every cell that is not empty one colour.', INK, (s, g, colour) => {
      map.fill(Number(colour))
      map[0] = 0
      return mapCells(s, g, map)
    }),
    cost: 6,
  },
  gridStep(
    'invert',
    'Empties the cells that are not empty and gives the empty ones a colour.',
    { kind: 'number', values: [1] },
    (s, g, colour) => {
      map.fill(0)
      map[0] = Number(colour)
      return mapCells(s, g, map)
    },
  ),
  gridStep('exchange', 'Swaps the two colours of a grid that has exactly two.', NO_PARAMETER, (s, g) => {
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
  }),
  gridStep('keep-main', 'Keeps the most frequent colour that is not empty.', NO_PARAMETER, (s, g) => {
    const colour = mainColour(s, g)
    return colour === 0 ? NONE : keepOnly(s, g, colour)
  }),
  gridStep('keep-rare', 'Keeps the least frequent colour that is not empty.', NO_PARAMETER, (s, g) => {
    const colour = rarestColour(s, g)
    return colour === 0 ? NONE : keepOnly(s, g, colour)
  }),
  gridStep(
    'paint-main',
    'Gives every cell that is not empty the most frequent colour.',
    NO_PARAMETER,
    (s, g) => {
      map.fill(mainColour(s, g))
      map[0] = 0
      return mapCells(s, g, map)
    },
  ),
  gridStep(
    'paint-rare',
    'Gives every cell that is not empty the least frequent colour.',
    NO_PARAMETER,
    (s, g) => {
      map.fill(rarestColour(s, g))
      map[0] = 0
      return mapCells(s, g, map)
    },
  ),
  gridStep(
    'empty',
    'Makes one colour the empty one, swapping it with colour 0.',
    ANY_COLOUR,
    (s, g, colour) => {
      const c = Number(colour)
      if (c === 0 || histogram(s, g)[c] === 0) return NONE
      for (let i = 0; i < 10; i++) map[i] = i
      map[c] = 0
      map[0] = c
      return mapCells(s, g, map)
    },
  ),
]
