import type { Random } from '../../engine/index.ts'
import type { Grid } from '../grid/index.ts'

const pick = (random: Random, least: number, most: number): number =>
  least + Math.floor(random.next() * (most - least + 1))

/** What an input of a generated task looks like; all inputs of one task are of one kind. */
const SCENES = ['rectangles', 'specks', 'shapes', 'panels', 'noise', 'pattern', 'mixture'] as const
export type SceneKind = (typeof SCENES)[number]

export interface SceneStyle {
  readonly kind: SceneKind
  readonly colours: readonly number[]
  readonly least: number
  readonly most: number
}

export function styleOf(random: Random): SceneStyle {
  const kind = SCENES[pick(random, 0, SCENES.length - 1)] ?? 'rectangles'
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((c) => ({ c, key: random.next() }))
    .sort((a, b) => a.key - b.key)
  const least = pick(random, 3, 8)
  return {
    kind,
    colours: all.slice(0, pick(random, 2, 4)).map(({ c }) => c),
    least,
    most: least + pick(random, 0, 5),
  }
}

/** A grid of a style: objects on an empty ground, as the tasks people make have them. */
export function drawGrid(style: SceneStyle, random: Random): Grid {
  const width = pick(random, style.least, style.most)
  const height = pick(random, style.least, style.most)
  const cells = new Uint8Array(width * height)
  const colour = (): number => style.colours[pick(random, 0, style.colours.length - 1)] ?? 1
  const put = (x: number, y: number, c: number): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) cells[y * width + x] = c
  }
  const rectangle = (): void => {
    const [w, h] = [pick(random, 1, Math.max(1, width >> 1)), pick(random, 1, Math.max(1, height >> 1))]
    const [x, y, c] = [pick(random, 0, width - w), pick(random, 0, height - h), colour()]
    const hollow = random.next() < 0.3
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++)
        if (!hollow || i === 0 || j === 0 || i === w - 1 || j === h - 1) put(x + i, y + j, c)
  }
  const speck = (): void => put(pick(random, 0, width - 1), pick(random, 0, height - 1), colour())
  const shape = (): void => {
    let [x, y] = [pick(random, 0, width - 1), pick(random, 0, height - 1)]
    const c = colour()
    for (let n = pick(random, 2, 6); n > 0; n--) {
      put(x, y, c)
      if (random.next() < 0.5) x += random.next() < 0.5 ? 1 : -1
      else y += random.next() < 0.5 ? 1 : -1
    }
  }
  const times = (n: number, draw: () => void): void => {
    for (let i = 0; i < n; i++) draw()
  }
  switch (style.kind) {
    case 'rectangles':
      times(pick(random, 1, 4), rectangle)
      break
    case 'specks':
      times(pick(random, 2, 6), speck)
      break
    case 'shapes':
      times(pick(random, 2, 4), shape)
      break
    case 'panels': {
      times(pick(random, 3, 9), speck)
      for (let y = 0; y < height; y++) put(width >> 1, y, style.colours[0] ?? 1)
      break
    }
    case 'noise':
      cells.forEach((_, i) => {
        cells[i] = random.next() < 0.4 ? 0 : colour()
      })
      break
    case 'pattern': {
      const [w, h] = [pick(random, 1, 3), pick(random, 1, 3)]
      const tile = Array.from({ length: w * h }, colour)
      cells.forEach((_, i) => {
        cells[i] = tile[(Math.floor(i / width) % h) * w + ((i % width) % w)] ?? 0
      })
      break
    }
    case 'mixture':
      times(pick(random, 1, 2), rectangle)
      times(pick(random, 1, 3), shape)
      times(pick(random, 1, 3), speck)
      break
  }
  return { width, height, cells }
}
