// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, heavyStep, NO_PARAMETER, type Primitive } from '../op.ts'

/** Where a cell goes; NaN-free, but it may lie outside the grid. */
type Move = (x: number, y: number) => readonly [number, number]

interface Ink {
  readonly cells: Uint8Array
  readonly w: number
  readonly h: number
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
}

function inkOf(s: GridStore, g: Value): Ink | undefined {
  const { w, h } = s.box(g)
  const cells = s.cells.slice(s.start[g]!, s.start[g]! + w * h)
  let [x0, x1, y0, y1] = [w, -1, h, -1]
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue
    const x = i % w
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, (i - x) / w)
    y1 = (i - x) / w
  }
  return x1 < 0 ? undefined : { cells, w, h, x0, x1, y0, y1 }
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
  return s.commit(w, h, s.left[g]!, s.top[g]!)
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
