// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { measure } from './attribute.ts'
import { coloursOf, histogram, mainColour } from './colour.ts'
import { draw } from './kernel.ts'

function bar(s: GridStore, length: number, ink: number, shape: string): Value {
  if (length < 1 || length > 40) return NONE
  const w = shape === 'along' ? 1 : length
  const h = shape === 'across' ? 1 : length
  return draw(s, w, h, (x, y) => (shape === 'diagonal' && x !== y ? 0 : ink))
}

/** One row per colour, most frequent on top, as long as the colour is frequent. */
function ranking(s: GridStore, g: Value, bars: boolean): Value {
  const colours = coloursOf(s, g)
  const counts = histogram(s, g)
  const most = colours[0]
  if (most === undefined) return NONE
  const w = bars ? counts[most]! : 1
  if (w * colours.length > 900) return NONE
  s.out.fill(0, 0, w * colours.length)
  colours.forEach((c, y) => {
    s.out.fill(c, y * w, y * w + (bars ? counts[c]! : 1))
  })
  return s.commit(w, colours.length, 0, 0)
}

const shapes = choice('across', 'along', 'square', 'diagonal')

export const countOps: readonly Primitive[] = [
  gridStep('dot', NO_PARAMETER, (s, g) => {
    s.out[0] = mainColour(s, g)
    return s.out[0] === 0 ? NONE : s.commit(1, 1, s.left[g]!, s.top[g]!)
  }),
  gridStep('count-ink', shapes, (s, g, shape) =>
    bar(s, measure(s, g, 'ink', []), mainColour(s, g), String(shape)),
  ),
  gridStep('count-colours', shapes, (s, g, shape) =>
    bar(s, measure(s, g, 'colours', []), mainColour(s, g), String(shape)),
  ),
  gridStep('ranking', choice('list', 'bars'), (s, g, how) => ranking(s, g, how === 'bars')),
  mergeStep('count-pieces', shapes, (s, v, shape) => {
    const list = s.items(v)
    const first = list[0]
    return first === undefined ? NONE : bar(s, list.length, mainColour(s, first), String(shape))
  }),
]
