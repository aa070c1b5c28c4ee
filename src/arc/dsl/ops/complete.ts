import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import type { Bounds } from '../../objects/index.ts'
import { choice, gridStep, heavyStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { boundsIn, commitLike, membersOf } from './kernel.ts'

/** Where a cell goes; NaN-free, but it may lie outside the grid. */
type Move = (x: number, y: number) => readonly [number, number]

interface Ink extends Bounds {
  readonly cells: Uint8Array
  readonly w: number
  readonly h: number
}

function inkOf(s: GridStore, g: Value): Ink | undefined {
  const bounds = boundsIn(s, g, (colour) => colour !== 0)
  const { w, h } = s.box(g)
  return bounds && { ...bounds, cells: s.cellsOf(g), w, h }
}

/** How many coloured cells meet their own colour under a move; -1 when one meets another colour or leaves the grid. */
function agreement({ cells, w, h }: Ink, move: Move): number {
  let agree = 0
  for (let i = 0; i < cells.length; i++) {
    const c = cells[i]!
    if (c === 0) continue
    const x = i % w
    const [mx, my] = move(x, (i - x) / w)
    if (mx < 0 || my < 0 || mx >= w || my >= h) return -1
    const there = cells[my * w + mx]!
    if (there === c) agree++
    else if (there !== 0) return -1
  }
  return agree
}

/** The candidate with most agreement; the middle of the ink wins a tie by coming first. */
function best<T>(ink: Ink, candidates: readonly T[], moveOf: (candidate: T) => Move): T | undefined {
  let found: T | undefined
  let most = 0
  for (const candidate of candidates) {
    const agree = agreement(ink, moveOf(candidate))
    if (agree <= most) continue
    most = agree
    found = candidate
  }
  return found
}

/** All sums of two mirrored coordinates whose axis crosses the ink, the middle first. */
function axes(from: number, to: number): number[] {
  const sums = Array.from({ length: 2 * (to - from) + 1 }, (_, k) => 2 * from + k)
  return sums.sort((a, b) => Math.abs(a - from - to) - Math.abs(b - from - to) || a - b)
}

/** Adds to the ink what every move makes of it; NONE when nothing is new. */
function draw(s: GridStore, g: Value, { cells, w, h }: Ink, moves: readonly Move[]): Value {
  const out = cells.slice()
  let added = false
  for (const move of moves) {
    const now = out.slice()
    for (let i = 0; i < now.length; i++) {
      if (now[i] === 0) continue
      const x = i % w
      const [mx, my] = move(x, (i - x) / w)
      if (mx < 0 || my < 0 || mx >= w || my >= h || out[my * w + mx] !== 0) continue
      out[my * w + mx] = now[i]!
      added = true
    }
  }
  if (!added) return NONE
  s.out.set(out)
  return commitLike(s, g)
}

const across =
  (sum: number): Move =>
  (x, y) => [sum - x, y]
const along =
  (sum: number): Move =>
  (x, y) => [x, sum - y]
const quarter =
  ([a, b]: readonly [number, number]): Move =>
  (x, y) => [(a + b) / 2 - y, x + (b - a) / 2]

function balance(s: GridStore, g: Value, how: string): Value {
  const ink = inkOf(s, g)
  if (ink === undefined) return NONE
  const sum = how === 'along' ? undefined : best(ink, axes(ink.x0, ink.x1), across)
  const height = how === 'across' ? undefined : best(ink, axes(ink.y0, ink.y1), along)
  if ((sum === undefined && how !== 'along') || (height === undefined && how !== 'across')) return NONE
  return draw(s, g, ink, [
    ...(sum === undefined ? [] : [across(sum)]),
    ...(height === undefined ? [] : [along(height)]),
  ])
}

function whirl(s: GridStore, g: Value): Value {
  const ink = inkOf(s, g)
  if (ink === undefined) return NONE
  const centres = axes(ink.x0, ink.x1).flatMap((a) =>
    axes(ink.y0, ink.y1)
      .filter((b) => (a + b) % 2 === 0)
      .map((b) => [a, b] as const),
  )
  const centre = best(ink, centres, quarter)
  return centre === undefined ? NONE : draw(s, g, ink, Array(3).fill(quarter(centre)))
}

export const balanceOps: readonly Primitive[] = [
  gridStep('balance', choice('across', 'along', 'both'), (s, g, how) => balance(s, g, String(how))),
  heavyStep('whirl', NO_PARAMETER, whirl),
]

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

/** A picture, and which of its cells belong to a pattern already. */
interface Canvas {
  readonly cells: Uint8Array
  readonly taken: Uint8Array
  readonly w: number
  readonly h: number
}

/** Whether a pattern fits with its origin at a place: all marks are there, and nothing stands in the way. */
function fits({ cells, taken, w, h }: Canvas, at: number, dots: readonly Dot[], mark: number): boolean {
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
  const cells = s.cellsOf(g)
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
          if (cells[at] !== mark || taken[at] === 1 || !fits({ cells, taken, w, h }, at, dots, mark)) continue
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
  return commitLike(s, g)
}

export const copyOps: readonly Primitive[] = [
  heavyStep('complete-copies', choice('still', 'turned'), (s, g, how) => copies(s, g, how === 'turned')),
]
