// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { commitLike, copyOut } from './kernel.ts'

const DX = [-1, 1, 0, 0, -1, 1, -1, 1]
const DY = [0, 0, -1, 1, -1, 1, 1, -1]
/** Ray directions by name, as indexes into DX/DY. */
const RAYS: Readonly<Record<string, readonly number[]>> = {
  left: [0],
  right: [1],
  up: [2],
  down: [3],
  across: [0, 1],
  along: [2, 3],
  plus: [0, 1, 2, 3],
  'up-left': [4],
  'down-right': [5],
  'down-left': [6],
  'up-right': [7],
  falling: [4, 5],
  rising: [6, 7],
  cross: [4, 5, 6, 7],
  star: [0, 1, 2, 3, 4, 5, 6, 7],
}

/**
 * One sweep per direction: every empty cell takes on what its neighbour against the ray has passed on, so a ray costs
 * one look at each cell however long it is.
 */
function rays(s: GridStore, g: Value, directions: readonly number[]): Value {
  copyOut(s, g)
  const { w, h, from } = s.box(g)
  const cells = s.cells
  const out = s.out
  const carried = s.scratch
  for (let k = 0; k < directions.length; k++) {
    const dx = DX[directions[k]!]!
    const dy = DY[directions[k]!]!
    const jump = dy * w + dx
    const backwards = jump < 0
    for (let row = 0; row < h; row++) {
      const y = backwards ? h - 1 - row : row
      const started = dy === 0 || (dy > 0 ? y > 0 : y < h - 1)
      const first = y * w
      for (let column = 0; column < w; column++) {
        const x = backwards ? w - 1 - column : column
        const i = first + x
        const own = cells[from + i]!
        if (own !== 0) {
          carried[i] = own
          continue
        }
        const inside = started && (dx === 0 || (dx > 0 ? x > 0 : x < w - 1))
        const ink = inside ? carried[i - jump]! : 0
        carried[i] = ink
        if (ink !== 0) out[i] = ink
      }
    }
  }
  return commitLike(s, g)
}

/** Bridges empty cells between two cells of one colour along one line direction. */
function bridge(s: GridStore, g: Value, dx: number, dy: number): void {
  const { w, h, from } = s.box(g)
  const jump = dy * w + dx
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const start = y * w + x
      const ink = s.cells[from + start]!
      if (ink === 0) continue
      let cx = x + dx
      let cy = y + dy
      let i = start + jump
      while (cx >= 0 && cy >= 0 && cx < w && cy < h && s.cells[from + i] === 0) {
        cx += dx
        cy += dy
        i += jump
      }
      if (cx < 0 || cy < 0 || cx >= w || cy >= h || s.cells[from + i] !== ink) continue
      for (let j = start + jump; j !== i; j += jump) s.out[j] = ink
    }
  }
}

function connect(s: GridStore, g: Value, how: string): Value {
  copyOut(s, g)
  if (how === 'across' || how === 'both' || how === 'star') bridge(s, g, 1, 0)
  if (how === 'along' || how === 'both' || how === 'star') bridge(s, g, 0, 1)
  if (how === 'cross' || how === 'star') {
    bridge(s, g, 1, 1)
    bridge(s, g, -1, 1)
  }
  return commitLike(s, g)
}

/** Every empty cell takes the colour that reaches it first, four ways, all colours at the same speed. */
function spread(s: GridStore, g: Value): Value {
  copyOut(s, g)
  const { w, area } = s.box(g)
  const queue = s.stack
  let tail = 0
  for (let i = 0; i < area; i++) if (s.out[i] !== 0) queue[tail++] = i
  if (tail === 0) return NONE
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
  return commitLike(s, g)
}

export const rayOps: readonly Primitive[] = [
  gridStep('rays', choice(...Object.keys(RAYS)), (s, g, how) => rays(s, g, RAYS[String(how)] ?? [])),
  gridStep('connect', choice('across', 'along', 'both', 'cross', 'star'), (s, g, how) =>
    connect(s, g, String(how)),
  ),
  gridStep('spread', NO_PARAMETER, spread),
]
