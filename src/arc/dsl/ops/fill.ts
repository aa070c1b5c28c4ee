// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { choice, gridStep, INK, NO_PARAMETER, type Primitive } from '../op.ts'
import { mainColour } from './colour.ts'

/** Marks in `scratch` the empty cells that cannot reach the rim: 1 enclosed, 0 not. Diagonal gaps leak when `eight`. */
function enclosed(s: GridStore, g: Value, eight: boolean): Int32Array {
  const w = s.width[g]!
  const h = s.height[g]!
  const area = w * h
  const marks = s.scratch
  const count = label(s, g, 'empty', eight, marks)
  const open = new Uint8Array(count + 1)
  for (let i = 0; i < area; i++) {
    const x = i % w
    if (x === 0 || x === w - 1 || i < w || i >= area - w) open[marks[i]!] = 1
  }
  for (let i = 0; i < area; i++) marks[i] = marks[i] !== 0 && open[marks[i]!] === 0 ? 1 : 0
  return marks
}

/** Fills enclosed cells with the colour met first going left; with `only`, nothing else is kept. */
function fillHoles(s: GridStore, g: Value, only: boolean, eight: boolean): Value {
  const w = s.width[g]!
  const area = w * s.height[g]!
  const marks = enclosed(s, g, eight)
  const from = s.start[g]!
  let found = false
  let ink = 0
  for (let i = 0; i < area; i++) {
    const here = s.cells[from + i]!
    if (here !== 0) ink = here
    if (marks[i] === 1) {
      s.out[i] = ink
      found = true
    } else s.out[i] = only ? 0 : here
  }
  return found || !only ? s.commit(w, s.height[g]!, s.left[g]!, s.top[g]!) : NONE
}

/** Empty cells that touch ink become colour 1; with `eight` over corners too. */
function outline(s: GridStore, g: Value, eight: boolean, grow: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = s.cells[from + y * w + x]!
      let ink = 0
      if (here === 0) {
        for (let dy = -1; dy <= 1 && ink === 0; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            if (!eight && dx !== 0 && dy !== 0) continue
            const nx = x + dx
            const ny = y + dy
            if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue
            ink = s.cells[from + ny * w + nx]!
            if (ink !== 0) break
          }
        }
      }
      s.out[y * w + x] = grow ? ink | here : ink === 0 ? 0 : ink
    }
  }
  return s.commit(w, h, s.left[g]!, s.top[g]!)
}

/** A colour flows over the empty cells that are connected with it over sides. */
function flood(s: GridStore, g: Value, ink: number): Value {
  const w = s.width[g]!
  const area = w * s.height[g]!
  const from = s.start[g]!
  const stack: number[] = []
  for (let i = 0; i < area; i++) {
    s.out[i] = s.cells[from + i]!
    if (s.out[i] === ink) stack.push(i)
  }
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
  return filled === 0 ? NONE : s.commit(w, s.height[g]!, s.left[g]!, s.top[g]!)
}

/** Splits ink into its rim (touching an empty cell or the edge of the grid) and the rest. */
function rim(s: GridStore, g: Value, wantRim: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  let found = false
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = s.cells[from + y * w + x]!
      let onRim = false
      for (let dy = -1; dy <= 1 && !onRim; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const nx = x + dx
          const ny = y + dy
          if (nx < 0 || ny < 0 || nx >= w || ny >= h || s.cells[from + ny * w + nx] === 0) onRim = true
        }
      }
      s.out[y * w + x] = onRim === wantRim ? here : 0
      if (here !== 0 && onRim === wantRim) found = true
    }
  }
  return found ? s.commit(w, h, s.left[g]!, s.top[g]!) : NONE
}

function solid(s: GridStore, g: Value, ink: number): Value {
  const area = s.width[g]! * s.height[g]!
  s.out.fill(ink, 0, area)
  return s.commit(s.width[g]!, s.height[g]!, s.left[g]!, s.top[g]!)
}

/** A one-cell frame along the edge of the grid, in its main colour; the inside is empty. */
function frame(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const ink = mainColour(s, g) || 1
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      s.out[y * w + x] = x === 0 || y === 0 || x === w - 1 || y === h - 1 ? ink : 0
    }
  }
  return s.commit(w, h, s.left[g]!, s.top[g]!)
}

/** The grid with a one-cell rim around it, in colour 1, and the inside empty. */
function ring(s: GridStore, g: Value): Value {
  const w = s.width[g]! + 2
  const h = s.height[g]! + 2
  if (w * h > 1600) return NONE
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) s.out[y * w + x] = x === 0 || y === 0 || x === w - 1 || y === h - 1 ? 1 : 0
  }
  return s.commit(w, h, s.left[g]! - 1, s.top[g]! - 1)
}

/** Empties the components of at most `limit` cells, or keeps only those. */
function denoise(s: GridStore, g: Value, keepSmall: boolean): Value {
  const area = s.width[g]! * s.height[g]!
  const labels = s.scratch
  const count = label(s, g, 'colour', true, labels)
  const sizes = new Int32Array(count + 1)
  for (let i = 0; i < area; i++) sizes[labels[i]!]!++
  const from = s.start[g]!
  let found = false
  for (let i = 0; i < area; i++) {
    const small = labels[i] !== 0 && sizes[labels[i]!] === 1
    const kept = labels[i] !== 0 && small === keepSmall
    s.out[i] = kept ? s.cells[from + i]! : 0
    if (kept) found = true
  }
  return found ? s.commit(s.width[g]!, s.height[g]!, s.left[g]!, s.top[g]!) : NONE
}

export const fillOps: readonly Primitive[] = [
  gridStep(
    'fill-holes',
    'Fills enclosed empty cells with the colour to their left; `tight` also treats corner gaps as open.',
    choice('plain', 'tight'),
    (s, g, how) => fillHoles(s, g, false, how === 'tight'),
  ),
  gridStep(
    'holes',
    'Keeps only the enclosed empty cells, in the colour to their left.',
    choice('plain', 'tight'),
    (s, g, how) => fillHoles(s, g, true, how === 'tight'),
  ),
  gridStep(
    'outline',
    'Keeps only a ring of empty cells around the ink, in the colour it touches; `side` leaves the corners out.',
    choice('corner', 'side'),
    (s, g, how) => outline(s, g, how === 'corner', false),
  ),
  gridStep(
    'thicken',
    'Grows the ink by one cell in its own colour, over corners or over sides.',
    choice('corner', 'side'),
    (s, g, how) => outline(s, g, how === 'corner', true),
  ),
  gridStep(
    'flood',
    'Lets a colour flow over all empty cells that are connected with it over sides.',
    INK,
    (s, g, ink) => flood(s, g, Number(ink)),
  ),
  gridStep(
    'rim',
    'Keeps the coloured cells that touch an empty cell or the edge of the grid.',
    NO_PARAMETER,
    (s, g) => rim(s, g, true),
  ),
  gridStep(
    'core',
    'Removes the coloured cells that touch an empty cell or the edge of the grid.',
    NO_PARAMETER,
    (s, g) => rim(s, g, false),
  ),
  gridStep('solid', 'Fills the whole grid with its main colour.', NO_PARAMETER, (s, g) => {
    const ink = mainColour(s, g)
    return ink === 0 ? NONE : solid(s, g, ink)
  }),
  gridStep('canvas', 'Fills the whole grid with colour 1, whatever it held.', NO_PARAMETER, (s, g) =>
    solid(s, g, 1),
  ),
  gridStep(
    'frame',
    'Draws a one-cell frame along the edge in the main colour and empties the inside.',
    NO_PARAMETER,
    frame,
  ),
  gridStep('ring', 'Replaces the grid by a one-cell ring just outside it, in colour 1.', NO_PARAMETER, ring),
  gridStep('denoise', 'Empties the objects of a single cell.', NO_PARAMETER, (s, g) => denoise(s, g, false)),
  gridStep('specks', 'Keeps only the objects of a single cell.', NO_PARAMETER, (s, g) => denoise(s, g, true)),
]
