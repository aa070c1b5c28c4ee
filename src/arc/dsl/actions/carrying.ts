import {
  type GridObject,
  nearest,
  type Picture,
  SIDES,
  type Side,
  STEP_X,
  STEP_Y,
  slide,
} from '../../objects/index.ts'
import { carries, type ObjectAction, type Patch, paints } from './action.ts'

const NOTHING: Patch = { cells: [], colours: [] }

/** The cells of an object under a map of places, with the colours they carry; what leaves the picture is lost. */
function mapped(p: Picture, t: GridObject, to: (x: number, y: number) => readonly [number, number]): Patch {
  const cells: number[] = []
  const colours: number[] = []
  for (const i of t.cells) {
    const [x, y] = to(i % p.width, Math.floor(i / p.width))
    if (x < 0 || y < 0 || x >= p.width || y >= p.height) continue
    cells.push(y * p.width + x)
    colours.push(p.cells[i]!)
  }
  return { cells, colours }
}

function moved(p: Picture, t: GridObject, dx: number, dy: number): Patch {
  return mapped(p, t, (x, y) => [x + dx, y + dy])
}

const by = (p: Picture, t: GridObject, side: Side, steps: number): Patch =>
  moved(p, t, STEP_X[side] * steps, STEP_Y[side] * steps)

function sizeOf(t: GridObject, side: Side): number {
  return STEP_X[side] !== 0 ? t.x1 - t.x0 + 1 : t.y1 - t.y0 + 1
}

function copies(p: Picture, t: GridObject, side: Side, gap: number): Patch {
  const step = sizeOf(t, side) + gap
  const patches: Patch[] = []
  for (let k = 1; ; k++) {
    const patch = by(p, t, side, k * step)
    if (patch.cells.length === 0) break
    patches.push(patch)
  }
  return { cells: patches.flatMap((p) => p.cells), colours: patches.flatMap((p) => p.colours ?? []) }
}

/** Slides towards the nearest object it faces until they touch. */
function approach(p: Picture, t: GridObject, wanted: (other: GridObject) => boolean): Patch {
  let best = { free: 0, side: 'left' as Side, gap: Number.POSITIVE_INFINITY }
  for (const side of SIDES) {
    const { free, stop } = slide(p, t, STEP_X[side], STEP_Y[side])
    const other = stop < 0 ? undefined : p.objects[p.owner[stop]!]
    if (other === undefined || !wanted(other)) continue
    if (free < best.gap) best = { free, side, gap: free }
  }
  return by(p, t, best.side, best.free)
}

/** Moves straight, through whatever is between, until it is beside the nearest object it faces that is wanted. */
function dock(p: Picture, t: GridObject, wanted: (other: GridObject) => boolean): Patch {
  let best: { dx: number; dy: number; far: number } | undefined
  for (const o of p.objects) {
    if (o === t || !wanted(o)) continue
    const inRow = t.y0 >= o.y0 && t.y1 <= o.y1
    const inColumn = t.x0 >= o.x0 && t.x1 <= o.x1
    if (inRow === inColumn) continue
    const dx = inRow ? (t.x1 < o.x0 ? o.x0 - 1 - t.x1 : o.x1 + 1 - t.x0) : 0
    const dy = inColumn ? (t.y1 < o.y0 ? o.y0 - 1 - t.y1 : o.y1 + 1 - t.y0) : 0
    const far = Math.abs(dx) + Math.abs(dy)
    if (best === undefined || far < best.far) best = { dx, dy, far }
  }
  return moved(p, t, best?.dx ?? 0, best?.dy ?? 0)
}

/** One cell towards the nearest other object, slanting where it lies both ways. */
function nearer(p: Picture, t: GridObject): Patch {
  const other = nearest(p, t, () => true)
  const towards = (a0: number, a1: number, b0: number, b1: number): number => (b0 > a1 ? 1 : b1 < a0 ? -1 : 0)
  if (other === undefined) return moved(p, t, 0, 0)
  return moved(p, t, towards(t.x0, t.x1, other.x0, other.x1), towards(t.y0, t.y1, other.y0, other.y1))
}

/** The colours of another object of the same shape, laid on this one. */
function dressed(p: Picture, t: GridObject): Patch {
  const model = p.objects.find(
    (o) => o.shape === t.shape && o.cells.some((i, k) => p.cells[i] !== p.cells[t.cells[k]!]),
  )
  if (model === undefined) return NOTHING
  return { cells: t.cells, colours: model.cells.map((i) => p.cells[i]!) }
}

/** The largest other object, drawn with its middle on the middle of this one. */
function stamped(p: Picture, t: GridObject): Patch {
  let pattern: GridObject | undefined
  for (const other of p.objects)
    if (other !== t && other.cells.length > (pattern?.cells.length ?? 1)) pattern = other
  if (pattern === undefined || pattern.cells.length <= t.cells.length) return NOTHING
  const dx = (t.x0 + t.x1 - pattern.x0 - pattern.x1) / 2
  const dy = (t.y0 + t.y1 - pattern.y0 - pattern.y1) / 2
  return Number.isInteger(dx) && Number.isInteger(dy) ? moved(p, pattern, dx, dy) : NOTHING
}

const isLargest = (p: Picture, t: GridObject): boolean =>
  p.objects.every((o) => o.cells.length <= t.cells.length)

/** Moving, copying and turning an object with its own colours. */
export const carryingActions: readonly ObjectAction[] = [
  carries('keep', 0, false, () => NOTHING),
  carries('remove', 2, true, () => NOTHING),
  ...SIDES.map((side) =>
    carries(`slide-${side}`, 3, true, (p, t) => by(p, t, side, slide(p, t, STEP_X[side], STEP_Y[side]).free)),
  ),
  ...SIDES.map((side) =>
    carries(`slide-hit-${side}`, 4, true, (p, t) => {
      const { free, stop } = slide(p, t, STEP_X[side], STEP_Y[side])
      return by(p, t, side, stop < 0 ? 0 : free)
    }),
  ),
  ...SIDES.map((side) =>
    carries(`edge-${side}`, 4, true, (p, t) => {
      const gap = { left: t.x0, up: t.y0, right: p.width - 1 - t.x1, down: p.height - 1 - t.y1 }
      return by(p, t, side, gap[side])
    }),
  ),
  ...[1, 2, 3].flatMap((steps) =>
    SIDES.map((side) => carries(`step-${side}-${steps}`, 3 + steps, true, (p, t) => by(p, t, side, steps))),
  ),
  ...SIDES.map((side) => carries(`leap-${side}`, 4, true, (p, t) => by(p, t, side, sizeOf(t, side)))),
  ...SIDES.map((side) => carries(`move-by-size-${side}`, 5, true, (p, t) => by(p, t, side, t.cells.length))),
  carries('approach', 4, true, (p, t) => approach(p, t, () => true)),
  carries('approach-largest', 4, true, (p, t) => approach(p, t, (other) => isLargest(p, other))),
  carries('approach-colour', 4, true, (p, t) => approach(p, t, (other) => other.colour === t.colour)),
  carries('dock-colour', 4, true, (p, t) =>
    dock(p, t, (o) => o.colour === t.colour && o.cells.length > t.cells.length),
  ),
  carries('dock-largest', 4, true, (p, t) => dock(p, t, (o) => isLargest(p, o))),
  carries('step-nearer', 4, true, nearer),
  carries('dress', 4, true, dressed),
  ...[0, 1].flatMap((gap) => [
    ...SIDES.map((side) =>
      carries(`copy-${side}-${gap}`, 4 + gap, false, (p, t) => by(p, t, side, sizeOf(t, side) + gap)),
    ),
    ...SIDES.map((side) =>
      carries(`repeat-${side}-${gap}`, 4 + gap, false, (p, t) => copies(p, t, side, gap)),
    ),
  ]),
  carries('flip-across', 3, true, (p, t) => mapped(p, t, (x, y) => [t.x0 + t.x1 - x, y])),
  carries('flip-along', 3, true, (p, t) => mapped(p, t, (x, y) => [x, t.y0 + t.y1 - y])),
  carries('turn-half', 4, true, (p, t) => mapped(p, t, (x, y) => [t.x0 + t.x1 - x, t.y0 + t.y1 - y])),
  carries('turn-right', 4, true, (p, t) => mapped(p, t, (x, y) => [t.x0 + t.y1 - y, t.y0 + x - t.x0])),
  carries('turn-left', 4, true, (p, t) => mapped(p, t, (x, y) => [t.x0 + y - t.y0, t.y0 + t.x1 - x])),
  carries('fold-across', 4, false, (p, t) => mapped(p, t, (x, y) => [t.x0 + t.x1 - x, y])),
  carries('fold-along', 4, false, (p, t) => mapped(p, t, (x, y) => [x, t.y0 + t.y1 - y])),
  carries('mirror-left', 4, false, (p, t) => mapped(p, t, (x, y) => [2 * t.x0 - 1 - x, y])),
  carries('mirror-right', 4, false, (p, t) => mapped(p, t, (x, y) => [2 * t.x1 + 1 - x, y])),
  carries('mirror-up', 4, false, (p, t) => mapped(p, t, (x, y) => [x, 2 * t.y0 - 1 - y])),
  carries('mirror-down', 4, false, (p, t) => mapped(p, t, (x, y) => [x, 2 * t.y1 + 1 - y])),
  carries('stamp', 5, false, stamped),
  paints('stamp-ink', 5, (p, t) => stamped(p, t).cells),
  ...SIDES.map((side) => paints(`shade-${side}`, 5, (p, t) => by(p, t, side, sizeOf(t, side)).cells)),
]
