// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, MAX_AREA, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, NO_PARAMETER, type Primitive } from '../op.ts'

/** The grid beside or above its mirror image or copy. */
function double(s: GridStore, g: Value, across: boolean, mirrored: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  if (w * h * 2 > MAX_AREA) return NONE
  const from = s.start[g]!
  const newW = across ? w * 2 : w
  const newH = across ? h : h * 2
  for (let y = 0; y < newH; y++) {
    const sy = y < h ? y : mirrored ? 2 * h - 1 - y : y - h
    for (let x = 0; x < newW; x++) {
      const sx = x < w ? x : mirrored ? 2 * w - 1 - x : x - w
      s.out[y * newW + x] = s.cells[from + sy * w + sx]!
    }
  }
  return s.commit(newW, newH, s.left[g]!, s.top[g]!)
}

function upscale(s: GridStore, g: Value, kx: number, ky: number): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const newW = w * kx
  const newH = h * ky
  if (newW * newH > MAX_AREA) return NONE
  const from = s.start[g]!
  for (let y = 0; y < newH; y++) {
    const row = from + Math.floor(y / ky) * w
    for (let x = 0; x < newW; x++) s.out[y * newW + x] = s.cells[row + Math.floor(x / kx)]!
  }
  return s.commit(newW, newH, 0, 0)
}

/** A copy of the grid in the place of every cell that is (or is not) empty. */
function fractal(s: GridStore, g: Value, onInk: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const newW = w * w
  const newH = h * h
  if (newW * newH > MAX_AREA) return NONE
  const from = s.start[g]!
  for (let y = 0; y < newH; y++) {
    const by = Math.floor(y / h)
    for (let x = 0; x < newW; x++) {
      const bx = Math.floor(x / w)
      const ink = s.cells[from + by * w + bx] !== 0
      s.out[y * newW + x] = ink === onInk ? s.cells[from + (y % h) * w + (x % w)]! : 0
    }
  }
  return s.commit(newW, newH, 0, 0)
}

/** Fills empty cells from the mirror image of the ink within the grid. */
function symmetrise(s: GridStore, g: Value, how: string): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  if ((how === 'diagonals' || how === 'all') && w !== h) return NONE
  const area = w * h
  const from = s.start[g]!
  for (let i = 0; i < area; i++) s.out[i] = s.cells[from + i]!
  const lay = (turned: (x: number, y: number) => number): void => {
    for (let i = 0; i < area; i++) {
      if (s.out[i] !== 0) continue
      const x = i % w
      s.out[i] = s.out[turned(x, (i - x) / w)]!
    }
  }
  if (how === 'left-right' || how === 'both' || how === 'all') lay((x, y) => y * w + (w - 1 - x))
  if (how === 'up-down' || how === 'both' || how === 'all') lay((x, y) => (h - 1 - y) * w + x)
  if (how === 'diagonals' || how === 'all') lay((x, y) => x * w + y)
  if (how === 'diagonals') lay((x, y) => (w - 1 - x) * w + (w - 1 - y))
  return s.commit(w, h, s.left[g]!, s.top[g]!)
}

/** Every block of the largest even partition becomes one cell, when all cells of each block agree. */
function shrink(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  for (let k = Math.min(w, h); k > 1; k--) {
    if (w % k !== 0 || h % k !== 0) continue
    let even = true
    for (let y = 0; y < h && even; y++) {
      for (let x = 0; x < w; x++) {
        if (s.cells[from + y * w + x] !== s.cells[from + (y - (y % k)) * w + x - (x % k)]) {
          even = false
          break
        }
      }
    }
    if (!even) continue
    const newW = w / k
    for (let y = 0; y < h / k; y++) {
      for (let x = 0; x < newW; x++) s.out[y * newW + x] = s.cells[from + y * k * w + x * k]!
    }
    return s.commit(newW, h / k, 0, 0)
  }
  return NONE
}

export const growOps: readonly Primitive[] = [
  gridStep(
    'mirror',
    'Puts the mirror image beside (across) or below (along) the grid.',
    choice('across', 'along'),
    (s, g, how) => double(s, g, how === 'across', true),
  ),
  gridStep(
    'repeat',
    'Puts a copy beside (across) or below (along) the grid.',
    choice('across', 'along'),
    (s, g, how) => double(s, g, how === 'across', false),
  ),
  gridStep(
    'upscale',
    'Blows every cell up to a square of cells.',
    { kind: 'number', values: [2, 3] },
    (s, g, k) => upscale(s, g, Number(k), Number(k)),
  ),
  gridStep(
    'shrink',
    'Turns every even block of one colour into one cell, with the largest block size that fits.',
    NO_PARAMETER,
    shrink,
  ),
  gridStep(
    'fractal',
    'Puts a copy of the grid in place of each of its coloured cells (ink) or empty cells (gap).',
    choice('ink', 'gap'),
    (s, g, how) => fractal(s, g, how === 'ink'),
  ),
  gridStep(
    'symmetrise',
    'Fills empty cells from the mirror image: left-right, up-down, both, over the diagonals, or all.',
    choice('left-right', 'up-down', 'both', 'diagonals', 'all'),
    (s, g, how) => symmetrise(s, g, String(how)),
  ),
]
