/** What the kernels of several steps share. */
import { type GridStore, MAX_AREA, NONE, type Value } from '../../grid/index.ts'
import { type Bounds, boxAround, label, type Membership } from '../../objects/index.ts'

/** Writes the cells of a picture of any size; whether it has ink. Nothing is written of one that is too large. */
export function write(s: GridStore, w: number, h: number, ink: (x: number, y: number) => number): boolean {
  let any = 0
  if (w * h > MAX_AREA) return false
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) any |= s.out[y * w + x] = ink(x, y)
  return any !== 0
}

/** A grid of any size, cell by cell. */
export function draw(s: GridStore, w: number, h: number, ink: (x: number, y: number) => number): Value {
  write(s, w, h, ink)
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

/** The rectangle around the cells of a grid whose colour passes a test. */
export function boundsIn(s: GridStore, g: Value, test: (colour: number) => boolean): Bounds | undefined {
  const { w, area, from } = s.box(g)
  const places: number[] = []
  for (let i = 0; i < area; i++) if (test(s.cells[from + i]!)) places.push(i)
  return places.length === 0 ? undefined : boxAround(places, w)
}

/** What lies within bounds, with its position kept; `less` lines are left out on every side. */
export function cutOut(s: GridStore, g: Value, { x0, y0, x1, y1 }: Bounds, less = 0): Value {
  return cut(s, g, x0 + less, y0 + less, x1 - x0 + 1 - 2 * less, y1 - y0 + 1 - 2 * less)
}

/** The smallest rectangle with all cells of a grid whose colour passes a test, cut out of another of its size. */
export function cutAround(s: GridStore, g: Value, test: (colour: number) => boolean, from: Value = g): Value {
  const bounds = boundsIn(s, g, test)
  return bounds === undefined ? NONE : cutOut(s, from, bounds)
}

/** The cells of each component, in reading order. */
export function membersOf(s: GridStore, g: Value, member: Membership, eight = true): number[][] {
  const labels = s.scratch
  const members: number[][] = Array.from({ length: label(s, g, member, eight, labels) }, () => [])
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
export interface Box extends Bounds {
  readonly colour: number
}

/** The boxes around the components, in the order of their labels, which stay in `scratch`. */
export function boxesOf(s: GridStore, g: Value, member: Membership, eight: boolean): Box[] {
  const { w, from } = s.box(g)
  return membersOf(s, g, member, eight).map((own) => ({
    ...boxAround(own, w),
    colour: s.cells[from + own[0]!]!,
  }))
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
