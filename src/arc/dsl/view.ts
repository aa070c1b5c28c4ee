import { type Grid, GridStore } from '../grid/index.ts'
import { dividedBy, histogramOf, latticeOf, panelsOf, topColour } from '../objects/index.ts'
import { type Rigid, turn } from './ops/grow.ts'
import type { Relabel, Turn, View } from './program.ts'

/**
 * Turns that every input finds for itself, so that inputs which show one thing in several directions look alike: most
 * lines go across, or most of the ink, of the rarest or of the commonest colour lies below, then to the right.
 */
export const UPRIGHT_NAMES = ['lines-across', 'ink-down', 'rare-down', 'common-down'] as const
export type Upright = (typeof UPRIGHT_NAMES)[number]

/** Rectangles of an input: around all its ink, and around its largest object. */
export const BOX_NAMES = ['ink-box', 'object-box'] as const
export type BoxName = (typeof BOX_NAMES)[number]

/** A view fixed on one input: how to look at grids of that pair, and how to look back. */
interface Lens {
  readonly view: (grid: Grid) => Grid
  readonly undo: (grid: Grid) => Grid
}

const AS_IT_IS: Lens = { view: (grid) => grid, undo: (grid) => grid }

/** The lens of a view on one input. Names of colours, and panels, are those of that input alone. */
export function lensOf(view: View, input: Grid): Lens {
  const names = renaming(view.relabel, input)
  const back = new Uint8Array(10)
  names.forEach((to, from) => {
    back[to] = from
  })
  const held = holding(view.turn, input)
  const rename = (grid: Grid, by: Uint8Array): Grid => ({ ...grid, cells: grid.cells.map((c) => by[c]!) })
  return {
    view: (grid) => rename(held.view(grid), names),
    undo: (grid) => held.undo(rename(grid, back)),
  }
}

function holding(turn: Turn, input: Grid): Lens {
  switch (turn) {
    case 'panels':
      return panelLens(input)
    case 'ink-box':
    case 'object-box':
      return boxLens(input, turn)
    case 'lines-across':
    case 'ink-down':
    case 'rare-down':
    case 'common-down':
      return holding(uprightTurn(input, turn), input)
    case 'none':
      return AS_IT_IS
    default:
      return { view: (grid) => turned(grid, turn), undo: (grid) => turned(grid, INVERSE[turn] ?? turn) }
  }
}

/** The turns that are not their own inverse. */
const INVERSE: Partial<Record<Rigid, Rigid>> = { right: 'left', left: 'right' }

function turned(grid: Grid, how: Rigid): Grid {
  const store = new GridStore(4)
  return store.grid(turn(store, store.add(grid), how))
}

/** The permutation of colours for one input: ties in count go to the colour met first in reading order. */
function renaming(relabel: Relabel, { cells }: Grid): Uint8Array {
  const names = Uint8Array.from({ length: 10 }, (_, c) => c)
  if (relabel.kind === 'as-is') return names
  const count = histogramOf(cells, cells.keys())
  if (relabel.kind === 'ground') {
    const ground = count.indexOf(Math.max(...count))
    names[ground] = 0
    names[0] = ground
    return names
  }
  const slots = [...relabel.colours].sort((a, b) => a - b)
  const byCount = [...slots].sort(
    (a, b) => count[b]! - count[a]! || cells.indexOf(a) - cells.indexOf(b) || a - b,
  )
  byCount.forEach((from, k) => {
    names[from] = slots[k]!
  })
  return names
}

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
function uprightTurn(input: Grid, how: Upright): Rigid | 'none' {
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

/**
 * Looks at a part of an input only: each cell that is seen stands for some places of it, and has their main colour.
 * Looking back paints these places. A grid that is not as large as the input is left as it is, both ways.
 */
function partLens(input: Grid, width: number, height: number, parts: readonly (readonly number[])[]): Lens {
  return {
    view: (grid) =>
      grid.width === input.width && grid.height === input.height
        ? { width, height, cells: Uint8Array.from(parts, (of) => topColour(histogramOf(grid.cells, of))) }
        : grid,
    undo: (grid) => {
      if (grid.width !== width || grid.height !== height) return grid
      const cells = input.cells.slice()
      parts.forEach((places, k) => {
        for (const i of places) cells[i] = grid.cells[k]!
      })
      return { ...input, cells }
    },
  }
}

/** A rectangle of an input. */
function boxLens(input: Grid, how: BoxName): Lens {
  const store = new GridStore(4)
  const { objects: found } = dividedBy(store, store.add(input), 'side')
  const largest = Math.max(...found.map(({ cells }) => cells.length))
  const objects =
    how === 'ink-box' ? found : found.filter(({ cells }) => cells.length === largest).slice(0, 1)
  if (objects.length === 0) return AS_IT_IS
  const [x0, y0] = [Math.min(...objects.map((o) => o.x0)), Math.min(...objects.map((o) => o.y0))]
  const width = Math.max(...objects.map((o) => o.x1)) + 1 - x0
  const height = Math.max(...objects.map((o) => o.y1)) + 1 - y0
  const box = { rows: [[y0, height]], columns: [[x0, width]] } as const
  const places = panelsOf(box, input.width).flat()
  return partLens(
    input,
    width,
    height,
    places.map((i) => [i]),
  )
}

/** One cell per panel of an input, in the panel's main colour; looking back paints whole panels between the lines. */
function panelLens(input: Grid): Lens {
  const store = new GridStore(4)
  const lattice = latticeOf(store, store.add(input))
  if (lattice === undefined) return AS_IT_IS
  return partLens(input, lattice.columns.length, lattice.rows.length, panelsOf(lattice, input.width))
}
