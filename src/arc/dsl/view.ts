import { type Grid, GridStore } from '../grid/index.ts'
import { boxLens } from './box-view.ts'
import { type Rigid, turn } from './ops/rigid.ts'
import { panelLens } from './panel-view.ts'
import type { Relabel, Turn, View } from './program.ts'
import { uprightTurn } from './upright-view.ts'

const INVERSE: Readonly<Record<Rigid, Rigid>> = {
  'left-right': 'left-right',
  'up-down': 'up-down',
  'half-turn': 'half-turn',
  diagonal: 'diagonal',
  'anti-diagonal': 'anti-diagonal',
  right: 'left',
  left: 'right',
}

/** A view fixed on one input: how to look at grids of that pair, and how to look back. */
export interface Lens {
  readonly view: (grid: Grid) => Grid
  readonly undo: (grid: Grid) => Grid
}

/** The lens of a view on one input. Names of colours, and panels, are those of that input alone. */
export function lensOf(view: View, input: Grid): Lens {
  const names = renaming(view.relabel, input)
  const back = new Uint8Array(10)
  names.forEach((to, from) => {
    back[to] = from
  })
  const held = holding(view.turn, input)
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
      return { view: (grid) => grid, undo: (grid) => grid }
    default:
      return { view: (grid) => turned(grid, turn), undo: (grid) => turned(grid, INVERSE[turn]) }
  }
}

function turned(grid: Grid, how: Rigid): Grid {
  const store = new GridStore(4)
  return store.grid(turn(store, store.add(grid), how))
}

function rename(grid: Grid, names: Uint8Array): Grid {
  const cells = new Uint8Array(grid.cells.length)
  for (let i = 0; i < cells.length; i++) cells[i] = names[grid.cells[i] ?? 0] ?? 0
  return { width: grid.width, height: grid.height, cells }
}

function commonest(count: Int32Array): number {
  let best = 0
  count.forEach((n, c) => {
    if (n > (count[best] ?? 0)) best = c
  })
  return best
}

/** The permutation of colours for one input: ties in count go to the colour met first in reading order. */
function renaming(relabel: Relabel, input: Grid): Uint8Array {
  const names = Uint8Array.from({ length: 10 }, (_, c) => c)
  if (relabel.kind === 'as-is') return names
  const count = new Int32Array(10)
  const first = new Int32Array(10).fill(1e6)
  input.cells.forEach((c, i) => {
    count[c] = (count[c] ?? 0) + 1
    if (i < (first[c] ?? 0)) first[c] = i
  })
  if (relabel.kind === 'ground') {
    const ground = commonest(count)
    names[ground] = 0
    names[0] = ground
    return names
  }
  const slots = [...relabel.colours].sort((a, b) => a - b)
  const order = [...slots].sort(
    (a, b) => (count[b] ?? 0) - (count[a] ?? 0) || (first[a] ?? 0) - (first[b] ?? 0) || a - b,
  )
  order.forEach((from, k) => {
    names[from] = slots[k] ?? from
  })
  return names
}
