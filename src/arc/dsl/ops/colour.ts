import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { topColour } from '../../objects/index.ts'
import { gridStep, INK, NO_PARAMETER, type Primitive } from '../op.ts'

/** Writes map[colour] for every cell. */
function mapCells(s: GridStore, g: Value, map: Uint8Array): Value {
  const { area, from } = s.box(g)
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

/** The colours of a grid but zero, most frequent first; ties go to the smaller colour. */
export function coloursOf(s: GridStore, g: Value): number[] {
  const found = histogram(s, g)
  return [1, 2, 3, 4, 5, 6, 7, 8, 9]
    .filter((c) => found[c]! > 0)
    .sort((a, b) => found[b]! - found[a]! || a - b)
}

/** The most frequent colour but zero, or 0 when all is empty; ties go to the smaller colour. */
export function mainColour(s: GridStore, g: Value): number {
  return topColour(histogram(s, g))
}

function keepOnly(s: GridStore, g: Value, colour: number): Value {
  const { area, from } = s.box(g)
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

/** Renames colours: what `names` does not name stays, or becomes empty where `others` says so. */
function rename(
  s: GridStore,
  g: Value,
  names: readonly (readonly [number, number])[],
  others?: number,
): Value {
  for (let c = 0; c < 10; c++) map[c] = c === 0 ? 0 : (others ?? c)
  for (const [from, to] of names) map[from] = to
  return mapCells(s, g, map)
}

export const colourOps: readonly Primitive[] = [
  gridStep('keep', INK, (s, g, colour) => keepOnly(s, g, Number(colour))),
  gridStep('drop', INK, (s, g, colour) => rename(s, g, [[Number(colour), 0]])),
  gridStep('paint', INK, (s, g, colour) => rename(s, g, [], Number(colour)), 6),
  gridStep('invert', { kind: 'number', values: [1] }, (s, g, colour) =>
    rename(s, g, [[0, Number(colour)]], 0),
  ),
  gridStep('keep-main', NO_PARAMETER, (s, g) => keepOnly(s, g, mainColour(s, g))),
  gridStep('keep-rare', NO_PARAMETER, (s, g) => keepOnly(s, g, topColour(histogram(s, g), true))),
  gridStep('paint-main', NO_PARAMETER, (s, g) => rename(s, g, [], mainColour(s, g))),
  gridStep('paint-rare', NO_PARAMETER, (s, g) => rename(s, g, [], topColour(histogram(s, g), true))),
]
