// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, heavyStep, type Primitive } from '../op.ts'
import { membersOf } from './kernel.ts'

/** A cell of a pattern, counted from the first cell of its marking colour. */
interface Dot {
  readonly x: number
  readonly y: number
  readonly colour: number
}

/** The ways to hold a pattern: as it is, mirrored, turned. */
const WAYS: readonly ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [-x, y],
  (x, y) => [x, -y],
  (x, y) => [-x, -y],
  (x, y) => [y, x],
  (x, y) => [-y, x],
  (x, y) => [y, -x],
  (x, y) => [-y, -x],
]

const MAX_PATTERNS = 6

/** Whether a pattern fits with its origin at a place: all marks are there, and nothing stands in the way. */
function fits(
  cells: Uint8Array,
  taken: Uint8Array,
  w: number,
  h: number,
  at: number,
  dots: readonly Dot[],
  mark: number,
): boolean {
  const x = at % w
  const y = (at - x) / w
  let open = false
  for (const dot of dots) {
    const [px, py] = [x + dot.x, y + dot.y]
    if (px < 0 || py < 0 || px >= w || py >= h) {
      if (dot.colour === mark) return false
      continue
    }
    const there = cells[py * w + px]!
    if (taken[py * w + px] === 1 || (there !== 0 && there !== dot.colour)) return false
    if (there === 0 && dot.colour === mark) return false
    if (there === 0) open = true
  }
  return open
}

/**
 * Patterns are the connected pieces with more than one colour. Wherever all cells of one of a pattern's colours stand
 * alone and the rest of it would cover only empty or equal cells, the rest is drawn.
 */
function copies(s: GridStore, g: Value, turned: boolean): Value {
  const { w, h, area } = s.box(g)
  const cells = s.cells.slice(s.start[g]!, s.start[g]! + area)
  const patterns = membersOf(s, g, 'ink')
    .filter((own) => own.some((i) => cells[i] !== cells[own[0]!]))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_PATTERNS)
  const taken = new Uint8Array(area)
  const out = cells.slice()
  for (const pattern of patterns) {
    if (pattern.some((i) => taken[i] === 1)) continue
    for (const i of pattern) taken[i] = 1
    for (const mark of new Set(pattern.map((i) => cells[i]!))) {
      const origin = pattern.find((i) => cells[i] === mark)!
      for (const way of turned ? WAYS : WAYS.slice(0, 1)) {
        const dots = pattern.map((i): Dot => {
          const [x, y] = way((i % w) - (origin % w), Math.floor(i / w) - Math.floor(origin / w))
          return { x, y, colour: cells[i]! }
        })
        for (let at = 0; at < area; at++) {
          if (cells[at] !== mark || taken[at] === 1 || !fits(cells, taken, w, h, at, dots, mark)) continue
          const x = at % w
          for (const dot of dots) {
            const [px, py] = [x + dot.x, (at - x) / w + dot.y]
            if (px < 0 || py < 0 || px >= w || py >= h) continue
            out[py * w + px] = dot.colour
            taken[py * w + px] = 1
          }
        }
      }
    }
  }
  if (out.every((c, i) => c === cells[i])) return NONE
  s.out.set(out)
  return s.commit(w, h, s.left[g]!, s.top[g]!)
}

export const copyOps: readonly Primitive[] = [
  heavyStep('complete-copies', choice('still', 'turned'), (s, g, how) => copies(s, g, how === 'turned')),
]
