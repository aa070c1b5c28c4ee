import { crc32, deflateSync } from 'node:zlib'
import type { Grid } from '../grid/index.ts'
import type { LabelledTask } from './task.ts'

/** The ten colours as the ARC site shows them. */
const PALETTE = [
  0x000000, 0x0074d9, 0xff4136, 0x2ecc40, 0xffdc00, 0xaaaaaa, 0xf012be, 0xff851b, 0x7fdbff, 0x870c25,
] as const
const PAPER = 0xffffff
const LINE = 0x555555
const CELL = 14
const GAP = 20

/** One row of a picture: what goes in, what comes out or is guessed. */
interface Strip {
  readonly label: string
  readonly grids: readonly Grid[]
}

/** What a picture shows beside the task itself: guesses, per test input. */
export type Guesses = readonly (readonly Grid[])[]

function stripsOf({ task, answers }: LabelledTask, guesses: Guesses): Strip[] {
  return [
    ...task.train.map((pair, i) => ({ label: `train ${i}`, grids: [pair.input, pair.output] })),
    ...task.tests.map((input, i) => {
      const answer = answers[i]
      const guessed = guesses[i] ?? []
      const columns = ['input', ...(answer ? ['output'] : []), ...guessed.map((_, at) => `guess ${at + 1}`)]
      const label = `test ${i}${guessed.length > 0 ? `: ${columns.join(', ')}` : ''}`
      return { label, grids: [input, ...(answer ? [answer] : []), ...guessed] }
    }),
  ]
}

/** Coloured cells for a terminal, two columns a cell; plain digits without colour. */
export function taskText(labelled: LabelledTask, guesses: Guesses, colour: boolean): string {
  const cell = (c: number): string => {
    if (!colour) return `${c} `
    const rgb = PALETTE[c] ?? 0
    return `\x1b[48;2;${rgb >> 16};${(rgb >> 8) & 255};${rgb & 255}m  \x1b[0m`
  }
  const blank = (grid: Grid): string => '  '.repeat(grid.width)
  const lines: string[] = []
  for (const { label, grids } of stripsOf(labelled, guesses)) {
    lines.push(`${labelled.task.id} ${label}`)
    const height = Math.max(...grids.map((grid) => grid.height))
    for (let y = 0; y < height; y++) {
      const parts = grids.map((grid) =>
        y < grid.height
          ? Array.from(grid.cells.subarray(y * grid.width, (y + 1) * grid.width), cell).join('')
          : blank(grid),
      )
      lines.push(parts.join('   ').trimEnd())
    }
    lines.push('')
  }
  return lines.join('\n')
}

interface Placed {
  readonly grid: Grid
  readonly left: number
  readonly top: number
}

function layOut(strips: readonly Strip[]): { placed: Placed[]; width: number; height: number } {
  const placed: Placed[] = []
  let top = GAP
  let width = 0
  for (const { grids } of strips) {
    let left = GAP
    for (const grid of grids) {
      placed.push({ grid, left, top })
      left += grid.width * CELL + GAP
    }
    width = Math.max(width, left)
    top += Math.max(...grids.map((grid) => grid.height)) * CELL + GAP
  }
  return { placed, width, height: top }
}

const hex = (rgb: number): string => `#${rgb.toString(16).padStart(6, '0')}`

/** One grid as a drawing that can stand in a page: a path for each colour, since a page has thousands of cells. */
export function gridSvg({ width, height, cells }: Grid, place = ''): string {
  const runs = PALETTE.map(() => '')
  for (let at = 0, end = 0; at < cells.length; at = end) {
    const [c = 0, x, y] = [cells[at], at % width, Math.floor(at / width)]
    for (end = at + 1; end % width > 0 && cells[end] === c; ) end++
    runs[c] += `M${x} ${y}h${end - at}v1H${x}z`
  }
  const paths = runs.map((d, c) => (d === '' ? '' : `<path fill="${hex(PALETTE[c] ?? 0)}" d="${d}"/>`))
  const lines = [
    ...Array.from({ length: width + 1 }, (_, x) => `M${x} 0v${height}`),
    ...Array.from({ length: height + 1 }, (_, y) => `M0 ${y}h${width}`),
  ].join('')
  return `<svg ${place}width="${width * CELL}" height="${height * CELL}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${width} by ${height} cells">${paths.join('')}<path stroke="${hex(LINE)}" stroke-width=".08" d="${lines}"/></svg>`
}

export function taskSvg(labelled: LabelledTask, guesses: Guesses = []): string {
  const { placed, width, height } = layOut(stripsOf(labelled, guesses))
  const grids = placed.map(({ grid, left, top }) => gridSvg(grid, `x="${left}" y="${top}" `))
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const paper = `<rect width="${width}" height="${height}" fill="${hex(PAPER)}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${paper}\n${grids.join('\n')}\n</svg>\n`
}

export function taskPng(labelled: LabelledTask, guesses: Guesses = []): Buffer {
  const { placed, width, height } = layOut(stripsOf(labelled, guesses))
  const row = 1 + width * 3
  // Each line of pixels starts with its filter, 0: none.
  const pixels = Buffer.alloc(row * height, 0xff)
  for (let y = 0; y < height; y++) pixels[y * row] = 0
  const dot = (x: number, y: number, rgb: number): void => {
    pixels.writeUIntBE(rgb, y * row + 1 + x * 3, 3)
  }
  for (const { grid, left, top } of placed) {
    for (let y = 0; y <= grid.height * CELL; y++) {
      for (let x = 0; x <= grid.width * CELL; x++) {
        const onLine = x % CELL === 0 || y % CELL === 0
        const c = grid.cells[Math.floor(y / CELL) * grid.width + Math.floor(x / CELL)] ?? 0
        dot(left + x, top + y, onLine ? LINE : (PALETTE[c] ?? 0))
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
