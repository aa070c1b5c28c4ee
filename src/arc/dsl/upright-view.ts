// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Grid } from '../grid/index.ts'
import { histogramOf, topColour } from '../objects/index.ts'
import type { Rigid } from './ops/rigid.ts'

/**
 * Turns that every input finds for itself, so that inputs which show one thing in several directions look alike: most
 * lines go across, or most of the ink, of the rarest or of the commonest colour lies below, then to the right.
 */
export const UPRIGHT_NAMES = ['lines-across', 'ink-down', 'rare-down', 'common-down'] as const
export type Upright = (typeof UPRIGHT_NAMES)[number]

/** By whether left and right, then top and bottom, change places. */
const STRAIGHT: readonly (Rigid | 'none')[] = ['none', 'up-down', 'left-right', 'half-turn']
const TRANSPOSED: readonly Rigid[] = ['diagonal', 'left', 'right', 'anti-diagonal']

/** How many coloured cells have the colour of the next cell of their row, less those with that of the next one below. */
function linesAcross({ width, cells }: Grid): number {
  let lines = 0
  cells.forEach((c, i) => {
    if (c === 0) return
    if ((i + 1) % width !== 0 && cells[i + 1] === c) lines++
    if (cells[i + width] === c) lines--
  })
  return lines
}

/** The turn that puts an input upright. */
export function uprightTurn(input: Grid, how: Upright): Rigid | 'none' {
  const { width, height, cells } = input
  if (how === 'lines-across') return linesAcross(input) < 0 ? 'diagonal' : 'none'
  const colour = how === 'ink-down' ? 0 : topColour(histogramOf(cells, cells.keys()), how === 'rare-down')
  let [right, below] = [0, 0]
  cells.forEach((c, i) => {
    if (c === 0 || (colour !== 0 && c !== colour)) return
    right += 2 * (i % width) + 1 - width
    below += 2 * Math.floor(i / width) + 1 - height
  })
  return Math.abs(right) > Math.abs(below)
    ? TRANSPOSED[2 * Number(below < 0) + Number(right < 0)]!
    : STRAIGHT[2 * Number(right < 0) + Number(below < 0)]!
}
