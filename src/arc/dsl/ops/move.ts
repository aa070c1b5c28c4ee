import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { AROUND_X, AROUND_Y, SIDES, type Side, STEP_X, STEP_Y, sightsOf, WAYS } from '../../objects/index.ts'
import { choice, gridStep, heavyStep, INK, type Primitive } from '../op.ts'
import { place } from './crop.ts'
import { commitLike, copyOut, membersOf } from './kernel.ts'

/** Every coloured cell falls to one side over empty cells. */
function pour(s: GridStore, g: Value, to: string): Value {
  const { w, h, from } = s.box(g)
  const cells = s.cells
  const out = s.out
  out.fill(0, 0, w * h)
  const across = to === 'left' || to === 'right'
  const lines = across ? h : w
  const length = across ? w : h
  const step = across ? 1 : w
  const reversed = to === 'right' || to === 'down'
  for (let line = 0; line < lines; line++) {
    const base = across ? line * w : line
    let end = 0
    for (let k = 0; k < length; k++) {
      const ink = cells[from + base + (reversed ? length - 1 - k : k) * step]!
      if (ink === 0) continue
      out[base + (reversed ? length - 1 - end : end) * step] = ink
      end++
    }
  }
  return commitLike(s, g)
}

/**
 * Objects that are not of the anchor colour slide straight towards the nearest anchor cell in their rows or columns,
 * until they touch it; objects out of line with every anchor stay.
 */
function attract(s: GridStore, g: Value, anchor: number): Value {
  const { w, h, area } = s.box(g)
  const cells = s.cellsOf(g)
  const members = membersOf(s, g, 'colour').filter(([first]) => cells[first!] !== anchor)
  let moved = false
  s.out.fill(0, 0, area)
  for (let i = 0; i < area; i++) if (cells[i] === anchor) s.out[i] = anchor
  for (const object of members) {
    let nearest = Number.POSITIVE_INFINITY
    let jump = 0
    for (const side of SIDES) {
      const [dx, dy] = [STEP_X[side], STEP_Y[side]]
      for (const i of object) {
        let x = (i % w) + dx
        let y = Math.floor(i / w) + dy
        let free = 0
        while (x >= 0 && y >= 0 && x < w && y < h && cells[y * w + x] !== anchor) {
          x += dx
          y += dy
          free++
        }
        if (x < 0 || y < 0 || x >= w || y >= h || free >= nearest) continue
        nearest = free
        jump = (dy * w + dx) * free
      }
    }
    if (jump !== 0) moved = true
    for (const i of object) s.out[i + jump] = cells[i]!
  }
  return moved ? commitLike(s, g) : NONE
}

const sides = choice(...SIDES)

export const moveOps: readonly Primitive[] = [
  gridStep('pour', sides, (s, g, to) => pour(s, g, String(to))),
  heavyStep('attract', INK, (s, g, anchor) => attract(s, g, Number(anchor))),
  gridStep('shift', sides, (s, g, to) =>
    place(s, g, s.left[g]! + STEP_X[to as Side], s.top[g]! + STEP_Y[to as Side]),
  ),
]

/** Empty cells take on what comes from these directions; what comes later is on top. */
function paintEmpty(s: GridStore, g: Value, inks: Iterable<Uint8Array>): Value {
  copyOut(s, g)
  const { area, from } = s.box(g)
  for (const ink of inks)
    for (let i = 0; i < area; i++) if (s.cells[from + i] === 0 && ink[i] !== 0) s.out[i] = ink[i]!
  return commitLike(s, g)
}

/** Every empty cell has a ray in it if it sees ink where the ray comes from. */
function rays(s: GridStore, g: Value, directions: readonly number[]): Value {
  const { w, h } = s.box(g)
  const cells = s.cellsOf(g)
  return paintEmpty(
    s,
    g,
    directions.map((k) => sightsOf(cells, w, h, -AROUND_X[k]!, -AROUND_Y[k]!)),
  )
}

/** The lines along which `connect` looks both ways, by one of their two directions. */
const LINES = { across: [1], along: [3], both: [1, 3], cross: [7, 6], star: [1, 3, 7, 6] } as const

/** Every empty cell that sees one colour both ways along a line takes it. */
function connect(s: GridStore, g: Value, lines: readonly number[]): Value {
  const { w, h } = s.box(g)
  const cells = s.cellsOf(g)
  const bridges = lines.map((k) => {
    const [dx, dy] = [AROUND_X[k]!, AROUND_Y[k]!]
    const back = sightsOf(cells, w, h, -dx, -dy)
    return sightsOf(cells, w, h, dx, dy).map((ink, i) => (ink === back[i] ? ink : 0))
  })
  return paintEmpty(s, g, bridges)
}

export const rayOps: readonly Primitive[] = [
  gridStep('rays', choice(...Object.keys(WAYS)), (s, g, how) => rays(s, g, WAYS[how as keyof typeof WAYS])),
  gridStep('connect', choice(...Object.keys(LINES)), (s, g, how) =>
    connect(s, g, LINES[how as keyof typeof LINES]),
  ),
]
