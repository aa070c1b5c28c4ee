// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here

import type { GridObject, Picture } from '../../objects/index.ts'
import { SIDES, type Side, STEP_X, STEP_Y } from '../../objects/index.ts'
import { type ObjectAction, paints } from './action.ts'

/** How far a beam goes: through everything to the edge, up to the first ink, or only where it meets ink. */
const REACHES = ['edge', 'contact', 'hit'] as const
type Reach = (typeof REACHES)[number]

function ray(p: Picture, x: number, y: number, dx: number, dy: number, reach: Reach): number[] {
  const cells: number[] = []
  let hit = false
  for (let [cx, cy] = [x, y]; cx >= 0 && cy >= 0 && cx < p.width && cy < p.height; cx += dx, cy += dy) {
    const i = cy * p.width + cx
    if (p.cells[i] !== 0 && reach !== 'edge') {
      hit = true
      break
    }
    cells.push(i)
  }
  return reach === 'hit' && !hit ? [] : cells
}

/** The cells to one side of an object: as wide as its box, or from the middle of the side only. */
function beam(p: Picture, t: GridObject, side: Side, reach: Reach, thin: boolean): number[] {
  const [dx, dy] = [STEP_X[side], STEP_Y[side]]
  const across = dx !== 0
  const start = across ? (dx < 0 ? t.x0 - 1 : t.x1 + 1) : dy < 0 ? t.y0 - 1 : t.y1 + 1
  let [from, to] = across ? [t.y0, t.y1] : [t.x0, t.x1]
  if (thin) [from, to] = [(from + to) >> 1, (from + to + 1) >> 1]
  const cells: number[] = []
  for (let k = from; k <= to; k++)
    cells.push(...(across ? ray(p, start, k, dx, dy, reach) : ray(p, k, start, dx, dy, reach)))
  return cells
}

const SETS: Readonly<Record<string, readonly Side[]>> = {
  left: ['left'],
  right: ['right'],
  up: ['up'],
  down: ['down'],
  across: ['left', 'right'],
  along: ['up', 'down'],
  plus: ['left', 'right', 'up', 'down'],
}

type Slant = readonly [dx: number, dy: number]
const [UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT]: [Slant, Slant, Slant, Slant] = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
]
const CORNERS: Readonly<Record<string, readonly Slant[]>> = {
  'up-left': [UP_LEFT],
  'up-right': [UP_RIGHT],
  'down-left': [DOWN_LEFT],
  'down-right': [DOWN_RIGHT],
  falling: [UP_LEFT, DOWN_RIGHT],
  rising: [UP_RIGHT, DOWN_LEFT],
  cross: [UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT],
}

/** The first cell of a larger object that each side of an object faces. */
function marks(p: Picture, t: GridObject): number[] {
  const found: number[] = []
  for (const i of t.cells) {
    for (const side of SIDES) {
      const [dx, dy] = [STEP_X[side], STEP_Y[side]]
      let [x, y] = [(i % p.width) + dx, Math.floor(i / p.width) + dy]
      while (x >= 0 && y >= 0 && x < p.width && y < p.height && p.cells[y * p.width + x] === 0) {
        x += dx
        y += dy
      }
      if (x < 0 || y < 0 || x >= p.width || y >= p.height) continue
      const other = p.objects[p.owner[y * p.width + x]!]
      if (other === undefined || other.cells.length <= t.cells.length) continue
      found.push(y * p.width + x)
    }
  }
  return found
}

/** Lines drawn from an object: straight from its sides, or slanting from the corners of its box. */
export const beamActions: readonly ObjectAction[] = [
  paints('mark-faced', 4, marks, false),
  ...Object.entries(SETS).flatMap(([name, sides]) =>
    REACHES.flatMap((reach) =>
      [false, true].map((thin) =>
        paints(
          `${thin ? 'thin-beam' : 'beam'}-${name}-${reach}`,
          3 + Number(thin) + Number(reach !== 'edge'),
          (p, t) => sides.flatMap((side) => beam(p, t, side, reach, thin)),
        ),
      ),
    ),
  ),
  ...Object.entries(CORNERS).flatMap(([name, ways]) =>
    (['edge', 'contact'] as const).map((reach) =>
      paints(`slant-${name}-${reach}`, 4 + Number(reach !== 'edge'), (p, t) =>
        ways.flatMap(([dx, dy]) =>
          ray(p, dx < 0 ? t.x0 - 1 : t.x1 + 1, dy < 0 ? t.y0 - 1 : t.y1 + 1, dx, dy, reach),
        ),
      ),
    ),
  ),
]
