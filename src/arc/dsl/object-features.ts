// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import type { Feature } from './features.ts'
import { label, type Membership } from './ops/label.ts'

interface Segmentation {
  readonly name: string
  readonly member: Membership
  readonly eight: boolean
}

const SEGMENTATIONS: readonly Segmentation[] = [
  { name: 'object', member: 'colour', eight: false },
  { name: 'wide-object', member: 'colour', eight: true },
  { name: 'blob', member: 'ink', eight: true },
  { name: 'gap', member: 'empty', eight: false },
]

interface Box {
  size: number
  x0: number
  x1: number
  y0: number
  y1: number
  readonly counts: Int32Array
  readonly touching: Int32Array
  holes: number
  shape: string
}

function boxesOf(colour: Uint8Array, labels: Int32Array, count: number, w: number, h: number): Box[] {
  const boxes: Box[] = Array.from({ length: count }, () => ({
    size: 0,
    x0: w,
    x1: -1,
    y0: h,
    y1: -1,
    counts: new Int32Array(10),
    touching: new Int32Array(10),
    holes: 0,
    shape: '',
  }))
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      if (labels[i] === 0) continue
      const box = boxes[labels[i]! - 1]!
      box.size++
      box.counts[colour[i]!]!++
      box.x0 = Math.min(box.x0, x)
      box.x1 = Math.max(box.x1, x)
      box.y0 = Math.min(box.y0, y)
      box.y1 = y
      if (x > 0 && labels[i - 1] !== labels[i]) box.touching[colour[i - 1]!]!++
      if (x < w - 1 && labels[i + 1] !== labels[i]) box.touching[colour[i + 1]!]!++
      if (y > 0 && labels[i - w] !== labels[i]) box.touching[colour[i - w]!]!++
      if (y < h - 1 && labels[i + w] !== labels[i]) box.touching[colour[i + w]!]!++
    }
  }
  boxes.forEach((box, k) => {
    describe(box, labels, k + 1, w)
  })
  return boxes
}

/** Holes by a flood from outside the box, and the shape as text, so that equal shapes are equal strings. */
function describe(box: Box, labels: Int32Array, id: number, w: number): void {
  const bw = box.x1 - box.x0 + 3
  const bh = box.y1 - box.y0 + 3
  const open = new Uint8Array(bw * bh)
  let shape = `${bw}:`
  for (let y = 1; y < bh - 1; y++) {
    for (let x = 1; x < bw - 1; x++) {
      const mine = labels[(box.y0 + y - 1) * w + box.x0 + x - 1] === id
      open[y * bw + x] = mine ? 2 : 0
      shape += mine ? '1' : '0'
    }
  }
  box.shape = shape
  const flood = (start: number): void => {
    const stack = [start]
    open[start] = 1
    while (stack.length > 0) {
      const i = stack.pop()!
      for (const j of [i - 1, i + 1, i - bw, i + bw]) {
        if (j < 0 || j >= bw * bh || open[j] !== 0) continue
        open[j] = 1
        stack.push(j)
      }
    }
  }
  flood(0)
  for (let i = 0; i < bw * bh; i++) {
    if (open[i] !== 0) continue
    box.holes++
    flood(i)
  }
}

/** The commonest colour of a count, zero left out; `rare` asks for the least common. */
function topColour(counts: Int32Array, rare: boolean): number {
  let best = 0
  for (let c = 1; c < 10; c++) {
    if (counts[c] === 0) continue
    if (best === 0 || (rare ? counts[c]! < counts[best]! : counts[c]! > counts[best]!)) best = c
  }
  return best
}

function symmetric(shape: string): boolean {
  const [width, cells] = shape.split(':') as [string, string]
  const w = Number(width) - 2
  for (let y = 0; y < cells.length; y += w) {
    for (let x = 0; x < w; x++) if (cells[y + x] !== cells[y + w - 1 - x]) return false
  }
  return true
}

/** What each cell inherits from the object it is part of, under each segmentation. */
export function featuresOfObjects(s: GridStore, g: Value): Feature[] {
  const w = s.width[g]!
  const h = s.height[g]!
  const area = w * h
  const colour = s.cells.slice(s.start[g]!, s.start[g]! + area)
  return SEGMENTATIONS.flatMap(({ name, member, eight }) => {
    const labels = s.scratch
    const count = label(s, g, member, eight, labels)
    const boxes = boxesOf(colour, labels, count, w, h)
    const sizes = boxes.map((box) => box.size)
    const most = Math.max(0, ...sizes)
    const least = Math.min(1e6, ...sizes)
    const ranks = [...new Set(sizes)].sort((a, b) => b - a)
    const shapes = new Map<string, number>()
    for (const box of boxes) shapes.set(box.shape, (shapes.get(box.shape) ?? 0) + 1)
    const commonest = Math.max(0, ...shapes.values())
    const byBox = (what: string, copyable: boolean, value: (box: Box) => number): Feature => {
      const values = boxes.map(value)
      const cells = new Uint8Array(area)
      for (let i = 0; i < area; i++) cells[i] = labels[i] === 0 ? 255 : Math.min(254, values[labels[i]! - 1]!)
      if (copyable) for (let i = 0; i < area; i++) if (labels[i] === 0) cells[i] = 0
      return { name: `${name}-${what}`, copyable, cells }
    }
    const byCell = (what: string, value: (box: Box, x: number, y: number) => number): Feature => {
      const cells = new Uint8Array(area).fill(255)
      for (let i = 0; i < area; i++) {
        if (labels[i] === 0) continue
        const x = i % w
        cells[i] = value(boxes[labels[i]! - 1]!, x, (i - x) / w)
      }
      return { name: `${name}-${what}`, copyable: false, cells }
    }
    const bw = (box: Box): number => box.x1 - box.x0 + 1
    const bh = (box: Box): number => box.y1 - box.y0 + 1
    return [
      byBox('size', false, (box) => box.size),
      byBox('size-rank', false, (box) => ranks.indexOf(box.size)),
      byBox('largest', false, (box) => Number(box.size === most)),
      byBox('smallest', false, (box) => Number(box.size === least)),
      byBox('single', false, (box) => Number(box.size === 1)),
      byBox('size-parity', false, (box) => box.size % 2),
      byBox('holes', false, (box) => box.holes),
      byBox('holed', false, (box) => Number(box.holes > 0)),
      byBox('width', false, bw),
      byBox('height', false, bh),
      byBox('square', false, (box) => Number(bw(box) === bh(box))),
      byBox('full', false, (box) => Number(bw(box) * bh(box) === box.size)),
      byBox('full-square', false, (box) => Number(bw(box) === bh(box) && bw(box) * bh(box) === box.size)),
      byBox('lie', false, (box) => Math.sign(bw(box) - bh(box)) + 1),
      byBox('line', false, (box) => Number(bw(box) === 1 || bh(box) === 1)),
      byBox('on-edge', false, (box) =>
        Number(box.x0 === 0 || box.y0 === 0 || box.x1 === w - 1 || box.y1 === h - 1),
      ),
      byBox('symmetric', false, (box) => Number(symmetric(box.shape))),
      byBox('twins', false, (box) => shapes.get(box.shape)!),
      byBox('unique', false, (box) => Number(shapes.get(box.shape) === 1)),
      byBox('commonest', false, (box) => Number(shapes.get(box.shape) === commonest)),
      byBox('kinds', false, (box) => box.counts.reduce((kinds, n) => kinds + Number(n > 0), 0)),
      byBox('main', true, (box) => topColour(box.counts, false)),
      byBox('rare', true, (box) => topColour(box.counts, true)),
      byBox('touches', true, (box) => topColour(box.touching, false)),
      byCell('on-rim', (box, x, y) => Number(x === box.x0 || x === box.x1 || y === box.y0 || y === box.y1)),
      byCell('at-corner', (box, x, y) =>
        Number((x === box.x0 || x === box.x1) && (y === box.y0 || y === box.y1)),
      ),
      byCell('depth', (box, x, y) => Math.min(x - box.x0, y - box.y0, box.x1 - x, box.y1 - y)),
      byCell('depth-parity', (box, x, y) => Math.min(x - box.x0, y - box.y0, box.x1 - x, box.y1 - y) % 2),
      byCell('column-in', (box, x) => Math.min(250, x - box.x0)),
      byCell('row-in', (box, _, y) => Math.min(250, y - box.y0)),
      byCell('column-parity-in', (box, x) => (x - box.x0) % 2),
      byCell('row-parity-in', (box, _, y) => (y - box.y0) % 2),
      byCell('top-row-in', (box, _, y) => Number(y === box.y0)),
      byCell('bottom-row-in', (box, _, y) => Number(y === box.y1)),
    ]
  })
}
