// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
/** What the kernels of several steps share. */
import { type GridStore, MAX_AREA, NONE, type Value } from '../../grid/index.ts'
import { label, type Membership } from '../../objects/index.ts'

/** A grid of any size, cell by cell. */
export function draw(s: GridStore, w: number, h: number, ink: (x: number, y: number) => number): Value {
  if (w * h > MAX_AREA) return NONE
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) s.out[y * w + x] = ink(x, y)
  return s.commit(w, h, 0, 0)
}

/** The cells of a grid written anew where it is; with `orNone` a picture without ink is none. */
export function redraw(
  s: GridStore,
  g: Value,
  ink: (here: number, i: number, x: number, y: number) => number,
  orNone = false,
): Value {
  const { w, area, from } = s.box(g)
  let any = 0
  for (let i = 0; i < area; i++) {
    const x = i % w
    any |= s.out[i] = ink(s.cells[from + i]!, i, x, (i - x) / w)
  }
  return orNone && any === 0 ? NONE : commitLike(s, g)
}

/** Interns what was written, with the size and at the place of a grid. */
export function commitLike(s: GridStore, g: Value): Value {
  return s.commit(s.width[g]!, s.height[g]!, s.left[g]!, s.top[g]!)
}

/** Takes the cells of a grid as what is written so far. */
export function copyOut(s: GridStore, g: Value): void {
  const { area, from } = s.box(g)
  for (let i = 0; i < area; i++) s.out[i] = s.cells[from + i]!
}

/** The rectangle (x, y, w, h) of a grid, with its position kept. */
export function cut(s: GridStore, g: Value, x0: number, y0: number, w: number, h: number): Value {
  if (w < 1 || h < 1) return NONE
  const width = s.width[g]!
  const from = s.start[g]!
  for (let y = 0; y < h; y++) {
    const row = from + (y0 + y) * width + x0
    for (let x = 0; x < w; x++) s.out[y * w + x] = s.cells[row + x]!
  }
  return s.commit(w, h, s.left[g]! + x0, s.top[g]! + y0)
}

/** The smallest rectangle with all cells of a grid whose colour passes a test, cut out of another of its size. */
export function cutAround(s: GridStore, g: Value, test: (colour: number) => boolean, from: Value = g): Value {
  const { w, area, from: start } = s.box(g)
  let [x0, x1, y0, y1] = [w, -1, -1, -1]
  for (let i = 0; i < area; i++) {
    if (!test(s.cells[start + i]!)) continue
    const x = i % w
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    y1 = (i - x) / w
    if (y0 < 0) y0 = y1
  }
  return x1 < 0 ? NONE : cut(s, from, x0, y0, x1 - x0 + 1, y1 - y0 + 1)
}

/** The cells of each component, in reading order. */
export function membersOf(s: GridStore, g: Value, member: Membership): number[][] {
  const labels = s.scratch
  const members: number[][] = Array.from({ length: label(s, g, member, true, labels) }, () => [])
  for (let i = 0; i < s.width[g]! * s.height[g]!; i++) if (labels[i]! > 0) members[labels[i]! - 1]!.push(i)
  return members
}

/** Marks in `scratch` the empty cells that cannot reach the rim: which region each is in, or 0. */
export function enclosed(s: GridStore, g: Value, eight: boolean): { marks: Int32Array; count: number } {
  const { w, area } = s.box(g)
  const marks = s.scratch
  const open = new Uint8Array(label(s, g, 'empty', eight, marks) + 1)
  open[0] = 1
  for (let i = 0; i < area; i++) {
    const x = i % w
    if (x === 0 || x === w - 1 || i < w || i >= area - w) open[marks[i]!] = 1
  }
  for (let i = 0; i < area; i++) if (open[marks[i]!] === 1) marks[i] = 0
  return { marks, count: open.reduce((count, isOpen) => count + 1 - isOpen, 0) }
}

/** The rectangle around one component, and the colour of its first cell. */
export interface Box {
  readonly colour: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** The boxes around the components, in the order of their labels, which stay in `scratch`. */
export function boxesOf(s: GridStore, g: Value, member: Membership, eight: boolean): Box[] {
  const { w, area, from } = s.box(g)
  const labels = s.scratch
  label(s, g, member, eight, labels)
  const boxes: Box[] = []
  for (let i = 0; i < area; i++) {
    if (labels[i] === 0) continue
    const x = i % w
    const y = (i - x) / w
    boxes[labels[i]! - 1] ??= { colour: s.cells[from + i]!, x0: x, y0: y, x1: x, y1: y }
    const box = boxes[labels[i]! - 1]!
    if (x < box.x0) box.x0 = x
    if (x > box.x1) box.x1 = x
    box.y1 = y
  }
  return boxes
}

/** The rectangle that all pieces of a list span together. */
export function boundsOf(s: GridStore, list: readonly Value[]) {
  const bounds = { left: 999, top: 999, right: -999, bottom: -999 }
  for (const g of list) {
    bounds.left = Math.min(bounds.left, s.left[g]!)
    bounds.top = Math.min(bounds.top, s.top[g]!)
    bounds.right = Math.max(bounds.right, s.left[g]! + s.width[g]!)
    bounds.bottom = Math.max(bounds.bottom, s.top[g]! + s.height[g]!)
  }
  return bounds
}
