import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { ANY_COLOUR, choice, gridStep, heavyStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { commitLike, copyOut, cut, cutAround } from './kernel.ts'

const UNKNOWN = 255
type Axis = 'across' | 'along' | 'diagonal'
/** Fewer known cells than this show no pattern. */
const MIN_KNOWN = 5

/** The cells of a grid with one colour made unknown; undefined when the colour does not occur or is all there is. */
function hide(s: GridStore, g: Value, hidden: number): Uint8Array | undefined {
  const cells = s.cellsOf(g).map((c) => (c === hidden ? UNKNOWN : c))
  const known = cells.filter((c) => c !== UNKNOWN).length
  return known === cells.length || known < MIN_KNOWN ? undefined : cells
}

/** Fills unknown cells so that classes of cells agree; false when known cells of a class disagree or stay unknown. */
function fillClasses(cells: Uint8Array, classes: Int32Array, count: number): boolean {
  const colour = new Uint8Array(count).fill(UNKNOWN)
  for (let i = 0; i < cells.length; i++) {
    const c = cells[i]!
    if (c === UNKNOWN) continue
    const k = classes[i]!
    if (colour[k] === UNKNOWN) colour[k] = c
    else if (colour[k] !== c) return false
  }
  for (let i = 0; i < cells.length; i++) if (colour[classes[i]!] === UNKNOWN) return false
  for (let i = 0; i < cells.length; i++) cells[i] = colour[classes[i]!]!
  return true
}

/** Completes the smallest tile that explains every known cell: rectangular tiles first, then slanted stripes. */
function completeTiling(cells: Uint8Array, w: number, h: number): boolean {
  const classes = new Int32Array(w * h)
  const tiles: [number, number][] = []
  for (let px = 1; px <= w; px++)
    for (let py = 1; py <= h; py++) if (px * py * 2 <= w * h) tiles.push([px, py])
  tiles.sort((a, b) => a[0] * a[1] - b[0] * b[1] || a[0] - b[0])
  for (const [px, py] of tiles) {
    for (let i = 0; i < classes.length; i++) {
      const x = i % w
      classes[i] = (((i - x) / w) % py) * px + (x % px)
    }
    if (fillClasses(cells, classes, px * py)) return true
    if (py !== 1) continue
    for (const slant of [1, -1]) {
      for (let i = 0; i < classes.length; i++) {
        const x = i % w
        classes[i] = (x + slant * ((i - x) / w) + px * h) % px
      }
      if (fillClasses(cells, classes, px)) return true
    }
  }
  return false
}

/** Where cell i goes under a mirror whose two coordinates add up to `sum`; -1 outside the grid. */
function mirrored(i: number, w: number, h: number, axis: Axis, sum: number): number {
  const x = i % w
  const y = (i - x) / w
  const mx = axis === 'across' ? sum - x : axis === 'diagonal' ? y + sum : x
  const my = axis === 'along' ? sum - y : axis === 'diagonal' ? x - sum : y
  return mx < 0 || my < 0 || mx >= w || my >= h ? -1 : my * w + mx
}

/** The axis position with no disagreement and the most agreement; undefined when nothing convinces. */
function bestAxis(cells: Uint8Array, w: number, h: number, axis: Axis): number | undefined {
  const length = axis === 'along' ? h : w
  const range = axis === 'diagonal' ? [-4, 4] : [Math.floor(length * 0.6), Math.ceil(length * 1.4)]
  let best: number | undefined
  let most = w * h * 0.3
  for (let sum = range[0]!; sum <= range[1]!; sum++) {
    let agree = 0
    for (let i = 0; i < cells.length; i++) {
      const j = mirrored(i, w, h, axis, sum)
      if (j < 0 || cells[i] === UNKNOWN || cells[j] === UNKNOWN) continue
      if (cells[i] !== cells[j]) {
        agree = -1
        break
      }
      agree++
    }
    if (agree > most) {
      most = agree
      best = sum
    }
  }
  return best
}

function completeSymmetry(cells: Uint8Array, w: number, h: number): boolean {
  const axes = (['across', 'along', 'diagonal'] as const).flatMap((axis) => {
    const sum = bestAxis(cells, w, h, axis)
    return sum === undefined ? [] : [{ axis, sum }]
  })
  let changed = axes.length > 0
  while (changed) {
    changed = false
    for (const { axis, sum } of axes) {
      for (let i = 0; i < cells.length; i++) {
        if (cells[i] !== UNKNOWN) continue
        const j = mirrored(i, w, h, axis, sum)
        if (j < 0 || cells[j] === UNKNOWN) continue
        cells[i] = cells[j]!
        changed = true
      }
    }
  }
  return !cells.includes(UNKNOWN)
}

type Completer = (cells: Uint8Array, w: number, h: number) => boolean

function complete(s: GridStore, g: Value, hidden: number, completer: Completer): Value {
  const cells = hide(s, g, hidden)
  if (cells === undefined || !completer(cells, s.width[g]!, s.height[g]!)) return NONE
  s.out.set(cells)
  return commitLike(s, g)
}

/** The completed rectangle around what was hidden. */
function patch(s: GridStore, g: Value, hidden: number, completer: Completer): Value {
  const whole = complete(s, g, hidden, completer)
  return whole === NONE ? NONE : cutAround(s, g, (colour) => colour === hidden, whole)
}

/** The smallest tile that explains every cell, though its last copies may be cut off; a third must be repetition. */
function smallestTile(s: GridStore, g: Value): Value {
  const { w, h, from } = s.box(g)
  let best: [number, number] | undefined
  for (let px = 1; px <= w; px++) {
    for (let py = 1; py <= h; py++) {
      if (3 * px * py > 2 * w * h || (best !== undefined && px * py >= best[0] * best[1])) continue
      let holds = true
      for (let i = 0; i < w * h && holds; i++) {
        const x = i % w
        const y = (i - x) / w
        holds = s.cells[from + i] === s.cells[from + (y % py) * w + (x % px)]
      }
      if (holds) best = [px, py]
    }
  }
  return best === undefined ? NONE : cut(s, g, 0, 0, best[0], best[1])
}

/** The ink so far, read towards one side, goes on over the empty rest with the smallest period that it shows. */
function goOn(s: GridStore, g: Value, to: string): Value {
  const { w, h, from } = s.box(g)
  const across = to === 'left' || to === 'right'
  const [lines, length] = across ? [h, w] : [w, h]
  const place = (line: number, k: number): number => {
    const at = to === 'left' || to === 'up' ? length - 1 - k : k
    return across ? line * w + at : at * w + line
  }
  const inkAt = (line: number, k: number): number => s.cells[from + place(line, k)]!
  const isEmpty = (k: number): boolean => {
    for (let line = 0; line < lines; line++) if (inkAt(line, k) !== 0) return false
    return true
  }
  let known = length
  while (known > 0 && isEmpty(known - 1)) known--
  const repeats = (period: number): boolean => {
    for (let k = period; k < known; k++)
      for (let line = 0; line < lines; line++) if (inkAt(line, k) !== inkAt(line, k - period)) return false
    return true
  }
  let period = 1
  while (period < known && !repeats(period)) period++
  if (known === length || period >= known) return NONE
  copyOut(s, g)
  for (let k = known; k < length; k++)
    for (let line = 0; line < lines; line++) s.out[place(line, k)] = s.out[place(line, k - period)]!
  return commitLike(s, g)
}

export const repairOps: readonly Primitive[] = [
  heavyStep('smallest-tile', NO_PARAMETER, smallestTile),
  gridStep('continue', choice('left', 'right', 'up', 'down'), (s, g, to) => goOn(s, g, String(to))),
  heavyStep('complete-tiling', ANY_COLOUR, (s, g, hidden) => complete(s, g, Number(hidden), completeTiling)),
  heavyStep('complete-symmetry', ANY_COLOUR, (s, g, hidden) =>
    complete(s, g, Number(hidden), completeSymmetry),
  ),
  heavyStep('patch-tiling', ANY_COLOUR, (s, g, hidden) => patch(s, g, Number(hidden), completeTiling)),
  heavyStep('patch-symmetry', ANY_COLOUR, (s, g, hidden) => patch(s, g, Number(hidden), completeSymmetry)),
]
