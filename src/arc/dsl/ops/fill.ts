// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { choice, gridStep, INK, NO_PARAMETER, type Primitive } from '../op.ts'
import { mainColour } from './colour.ts'
import { commitLike, copyOut, enclosed, redraw } from './kernel.ts'

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

/** A colour flows over the empty cells that are connected with it over sides. */
function flood(s: GridStore, g: Value, ink: number): Value {
  const { w, area } = s.box(g)
  const stack: number[] = []
  copyOut(s, g)
  for (let i = 0; i < area; i++) if (s.out[i] === ink) stack.push(i)
  let filled = 0
  const flow = (j: number): void => {
    if (s.out[j] !== 0) return
    s.out[j] = ink
    filled++
    stack.push(j)
  }
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % w
    if (x > 0) flow(i - 1)
    if (x < w - 1) flow(i + 1)
    if (i >= w) flow(i - w)
    if (i < area - w) flow(i + w)
  }
  return filled === 0 ? NONE : commitLike(s, g)
}

/** A one-cell frame along the edge of a grid of this size; the inside is empty. */
function frame(s: GridStore, w: number, h: number, ink: number): void {
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) s.out[y * w + x] = x === 0 || y === 0 || x === w - 1 || y === h - 1 ? ink : 0
  }
}

/** The grid with a one-cell rim around it, in colour 1, and the inside empty. */
function ring(s: GridStore, g: Value): Value {
  const [w, h] = [s.width[g]! + 2, s.height[g]! + 2]
  if (w * h > 1600) return NONE
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
