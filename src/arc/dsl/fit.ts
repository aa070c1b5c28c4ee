import { type GridStore, NONE, type Value } from '../grid/index.ts'
import { draw, write } from './ops/kernel.ts'

/**
 * How a piece becomes a layer of the wanted size: at its position, at the origin, tiled from the origin, tiled from its
 * position, tiled with mirror images, or scaled.
 */
export const FITS = ['place', 'corner', 'tile', 'tile-place', 'mirror-tile', 'scale'] as const
export type Fit = (typeof FITS)[number]

/** A place in a row of grids that are mirror images of their neighbours. */
const folded = (k: number, length: number): number =>
  k % (2 * length) < length ? k % length : length - 1 - (k % length)

/** The layer of width x height that a grid makes; NONE when it makes none. */
export function fitTo(s: GridStore, g: Value, how: Fit, width: number, height: number): Value {
  const { w, h, from } = s.box(g)
  const [left, top] = [s.left[g]!, s.top[g]!]
  const isAtOrigin = left === 0 && top === 0
  const hasSize = w === width && h === height
  const isTooLarge = w >= width && h >= height
  const at = (x: number, y: number): number => s.cells[from + y * w + x]!
  switch (how) {
    case 'place': {
      if (isAtOrigin && hasSize) return g
      const isInk = write(s, width, height, (x, y) =>
        x >= left && y >= top && x < left + w && y < top + h ? at(x - left, y - top) : 0,
      )
      return isInk ? s.commit(width, height, 0, 0) : NONE
    }
    case 'corner':
      return hasSize && !isAtOrigin ? draw(s, width, height, at) : NONE
    case 'tile':
      return isTooLarge ? NONE : draw(s, width, height, (x, y) => at(x % w, y % h))
    case 'tile-place': {
      const [dx, dy] = [((-left % w) + w) % w, ((-top % h) + h) % h]
      if (isAtOrigin || isTooLarge) return NONE
      return draw(s, width, height, (x, y) => at((x + dx) % w, (y + dy) % h))
    }
    case 'mirror-tile':
      return isTooLarge ? NONE : draw(s, width, height, (x, y) => at(folded(x, w), folded(y, h)))
    case 'scale': {
      const isUp = width % w === 0 && height % h === 0
      const isDown = w % width === 0 && h % height === 0
      if (hasSize || (!isUp && !isDown)) return NONE
      return draw(s, width, height, (x, y) => at(Math.floor((x * w) / width), Math.floor((y * h) / height)))
    }
  }
}
