// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, MAX_AREA, NONE, type Value } from '../grid/index.ts'

/**
 * How a piece becomes a layer of the wanted size: at its position, at the origin, tiled from the origin, tiled from its
 * position, tiled with mirror images, or scaled.
 */
export const FITS = ['place', 'corner', 'tile', 'tile-place', 'mirror-tile', 'scale'] as const
export type Fit = (typeof FITS)[number]

/** The layer of width x height that a grid makes; NONE when it makes none. */
export function fitTo(s: GridStore, g: Value, how: Fit, width: number, height: number): Value {
  if (width * height > MAX_AREA) return NONE
  const { w, h, from } = s.box(g)
  const out = s.out
  switch (how) {
    case 'place': {
      const left = s.left[g]!
      const top = s.top[g]!
      if (left === 0 && top === 0 && w === width && h === height) return g
      out.fill(0, 0, width * height)
      let any = false
      for (let y = Math.max(0, top); y < Math.min(height, top + h); y++) {
        for (let x = Math.max(0, left); x < Math.min(width, left + w); x++) {
          const ink = s.cells[from + (y - top) * w + x - left]!
          out[y * width + x] = ink
          if (ink !== 0) any = true
        }
      }
      return any ? s.commit(width, height, 0, 0) : NONE
    }
    case 'corner':
      if (w !== width || h !== height || (s.left[g] === 0 && s.top[g] === 0)) return NONE
      for (let i = 0; i < w * h; i++) out[i] = s.cells[from + i]!
      return s.commit(w, h, 0, 0)
    case 'tile':
      if (w >= width && h >= height) return NONE
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) out[y * width + x] = s.cells[from + (y % h) * w + (x % w)]!
      }
      return s.commit(width, height, 0, 0)
    case 'tile-place': {
      const left = ((-s.left[g]! % w) + w) % w
      const top = ((-s.top[g]! % h) + h) % h
      if ((s.left[g] === 0 && s.top[g] === 0) || (w >= width && h >= height)) return NONE
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++)
          out[y * width + x] = s.cells[from + ((y + top) % h) * w + ((x + left) % w)]!
      }
      return s.commit(width, height, 0, 0)
    }
    case 'mirror-tile':
      if (w >= width && h >= height) return NONE
      for (let y = 0; y < height; y++) {
        const ky = y % (2 * h)
        const sy = ky < h ? ky : 2 * h - 1 - ky
        for (let x = 0; x < width; x++) {
          const kx = x % (2 * w)
          out[y * width + x] = s.cells[from + sy * w + (kx < w ? kx : 2 * w - 1 - kx)]!
        }
      }
      return s.commit(width, height, 0, 0)
    case 'scale': {
      if (w === width && h === height) return NONE
      const up = width % w === 0 && height % h === 0
      const down = w % width === 0 && h % height === 0
      if (!up && !down) return NONE
      for (let y = 0; y < height; y++) {
        const sy = up ? Math.floor(y / (height / h)) : y * (h / height)
        for (let x = 0; x < width; x++) {
          const sx = up ? Math.floor(x / (width / w)) : x * (w / width)
          out[y * width + x] = s.cells[from + sy * w + sx]!
        }
      }
      return s.commit(width, height, 0, 0)
    }
  }
}
