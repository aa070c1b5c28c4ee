// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, listStep, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { ATTRIBUTES, type Attribute, measure } from './attribute.ts'
import { histogram, mainColour } from './colour.ts'

function bar(s: GridStore, length: number, ink: number, shape: string): Value {
  if (length < 1 || length > 40) return NONE
  const area = shape === 'square' ? length * length : length
  s.out.fill(ink, 0, area)
  if (shape === 'diagonal') {
    s.out.fill(0, 0, length * length)
    for (let i = 0; i < length; i++) s.out[i * length + i] = ink
    return s.commit(length, length, 0, 0)
  }
  if (shape === 'square') return s.commit(length, length, 0, 0)
  return shape === 'across' ? s.commit(length, 1, 0, 0) : s.commit(1, length, 0, 0)
}

/** One row per colour, most frequent on top, as long as the colour is frequent. */
function ranking(s: GridStore, g: Value, bars: boolean): Value {
  const counts = histogram(s, g)
  const colours = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((c) => counts[c]! > 0)
  colours.sort((a, b) => counts[b]! - counts[a]! || a - b)
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
  gridStep(
    'dot',
    'Shrinks the grid to one cell of its main colour, at its position.',
    NO_PARAMETER,
    (s, g) => {
      s.out[0] = mainColour(s, g)
      return s.out[0] === 0 ? NONE : s.commit(1, 1, s.left[g]!, s.top[g]!)
    },
  ),
  gridStep(
    'count-ink',
    'Draws a bar, square or diagonal as long as the number of coloured cells, in the main colour.',
    shapes,
    (s, g, shape) => bar(s, measure(s, g, 'ink', []), mainColour(s, g), String(shape)),
  ),
  gridStep(
    'count-colours',
    'Draws a bar, square or diagonal as long as the number of colours, in the main colour.',
    shapes,
    (s, g, shape) => bar(s, measure(s, g, 'colours', []), mainColour(s, g), String(shape)),
  ),
  gridStep(
    'ranking',
    'Lists the colours from most to least frequent, one row each: one cell (list) or as many as there are (bars).',
    choice('list', 'bars'),
    (s, g, how) => ranking(s, g, how === 'bars'),
  ),
  mergeStep(
    'count-pieces',
    'Draws a bar, square or diagonal as long as the list, in the first piece’s main colour.',
    shapes,
    (s, v, shape) => {
      const list = s.items(v)
      const first = list[0]
      return first === undefined ? NONE : bar(s, list.length, mainColour(s, first), String(shape))
    },
  ),
  {
    ...listStep(
      'number-pieces',
      'Repaints each piece by its rank in an attribute: the least gets 1, the next 2, equal ones the same.',
      choice(
        ...ATTRIBUTES.filter(
          (a) => a === 'ink' || a === 'holes' || a === 'height' || a === 'left' || a === 'top',
        ),
      ),
      (s, v, attribute) => {
        const list = s.items(v)
        const scores = list.map((g) => measure(s, g, attribute as Attribute, list))
        const ranks = [...new Set(scores)].sort((a, b) => a - b)
        return s.list(
          list.map((g, k) => {
            const ink = Math.min(9, ranks.indexOf(scores[k]!) + 1)
            const area = s.width[g]! * s.height[g]!
            for (let i = 0; i < area; i++) s.out[i] = s.cells[s.start[g]! + i] === 0 ? 0 : ink
            return s.commit(s.width[g]!, s.height[g]!, s.left[g]!, s.top[g]!)
          }),
        )
      },
    ),
    cost: 10,
  },
]
