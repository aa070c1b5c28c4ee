import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { choice, gridStep, INK, NO_PARAMETER, type Primitive } from '../op.ts'
import { mainColour } from './colour.ts'
import { commitLike, copyOut, enclosed, redraw, write } from './kernel.ts'

/** Fills enclosed cells with the colour met first going left; with `only`, nothing else is kept. */
function fillHoles(s: GridStore, g: Value, only: boolean, eight: boolean): Value {
  const { marks } = enclosed(s, g, eight)
  let ink = 0
  const fill = (here: number, i: number): number => {
    if (here !== 0) ink = here
    return marks[i] !== 0 ? ink : only ? 0 : here
  }
  return redraw(s, g, fill, only)
}

/** Colours that are wanted flow over empty cells, four ways, all at the same speed: how many cells had one, and got one. */
function flow(s: GridStore, g: Value, isSource: (ink: number) => boolean): [sources: number, filled: number] {
  copyOut(s, g)
  const { w, area } = s.box(g)
  const queue = s.stack
  let tail = 0
  for (let i = 0; i < area; i++) if (isSource(s.out[i]!)) queue[tail++] = i
  const sources = tail
  const reach = (j: number, ink: number): void => {
    if (s.out[j] !== 0) return
    s.out[j] = ink
    queue[tail++] = j
  }
  for (let head = 0; head < tail; head++) {
    const i = queue[head]!
    const x = i % w
    const ink = s.out[i]!
    if (x > 0) reach(i - 1, ink)
    if (x < w - 1) reach(i + 1, ink)
    if (i >= w) reach(i - w, ink)
    if (i + w < area) reach(i + w, ink)
  }
  return [sources, tail - sources]
}

/** A colour flows over the empty cells that are connected with it over sides. */
function flood(s: GridStore, g: Value, ink: number): Value {
  const [, filled] = flow(s, g, (c) => c === ink)
  return filled === 0 ? NONE : commitLike(s, g)
}

/** Every empty cell takes the colour that reaches it first. */
function spread(s: GridStore, g: Value): Value {
  const [sources] = flow(s, g, (c) => c !== 0)
  return sources === 0 ? NONE : commitLike(s, g)
}

/** A one-cell frame along the edge of a grid of this size; the inside is empty. */
function frame(s: GridStore, w: number, h: number, ink: number): void {
  write(s, w, h, (x, y) => (x === 0 || y === 0 || x === w - 1 || y === h - 1 ? ink : 0))
}

/** The grid with a one-cell rim around it, in colour 1, and the inside empty. */
function ring(s: GridStore, g: Value): Value {
  const [w, h] = [s.width[g]! + 2, s.height[g]! + 2]
  frame(s, w, h, 1)
  return s.commit(w, h, s.left[g]! - 1, s.top[g]! - 1)
}

/** Empties the objects of a single cell, or keeps only those. */
function denoise(s: GridStore, g: Value, keepSmall: boolean): Value {
  const labels = s.scratch
  const sizes = new Int32Array(label(s, g, 'colour', true, labels) + 1)
  for (let i = 0; i < s.width[g]! * s.height[g]!; i++) sizes[labels[i]!]!++
  return redraw(s, g, (here, i) => ((sizes[labels[i]!] === 1) === keepSmall ? here : 0), true)
}

const PLAIN_OR_TIGHT = choice('plain', 'tight')

export const fillOps: readonly Primitive[] = [
  gridStep('fill-holes', PLAIN_OR_TIGHT, (s, g, how) => fillHoles(s, g, false, how === 'tight')),
  gridStep('holes', PLAIN_OR_TIGHT, (s, g, how) => fillHoles(s, g, true, how === 'tight')),
  gridStep('flood', INK, (s, g, ink) => flood(s, g, Number(ink))),
  gridStep('solid', NO_PARAMETER, (s, g) => {
    const ink = mainColour(s, g)
    return redraw(s, g, () => ink, true)
  }),
  gridStep('canvas', NO_PARAMETER, (s, g) => redraw(s, g, () => 1)),
  gridStep('frame', NO_PARAMETER, (s, g) => {
    frame(s, s.width[g]!, s.height[g]!, mainColour(s, g) || 1)
    return commitLike(s, g)
  }),
  gridStep('ring', NO_PARAMETER, ring),
  gridStep('denoise', NO_PARAMETER, (s, g) => denoise(s, g, false)),
  gridStep('specks', NO_PARAMETER, (s, g) => denoise(s, g, true)),
]

export const spreadOps: readonly Primitive[] = [gridStep('spread', NO_PARAMETER, spread)]
