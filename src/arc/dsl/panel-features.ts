// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import { type Lattice, latticeOf, type Span, topColour } from '../objects/index.ts'
import type { Feature } from './features.ts'

const ON_LINE = 255

/** One panel: its cells in reading order, as places in the grid. */
interface Panel {
  readonly row: number
  readonly column: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  ink: number
  main: number
  kinds: number
  text: string
}

function panelsOf(colour: Uint8Array, w: number, { rows, columns }: Lattice): Panel[] {
  return rows.flatMap(([y, height], row) =>
    columns.map(([x, width], column) => {
      const counts = new Int32Array(10)
      let text = `${width}:`
      for (let k = 0; k < width * height; k++) {
        const c = colour[(y + Math.floor(k / width)) * w + x + (k % width)]!
        counts[c]!++
        text += c
      }
      const kinds = counts.reduce((sum, n, c) => sum + Number(c > 0 && n > 0), 0)
      const ink = width * height - counts[0]!
      return { row, column, x, y, width, height, ink, main: topColour(counts), kinds, text }
    }),
  )
}

/** What a panel shows at a place within it, 0 beyond it. */
type Show = (panel: Panel, x: number, y: number) => number
/** What a cell is told through its panel: name, meaning, whether it is a colour, and the number for a place in the panel. */
type Asked = readonly [name: string, doc: string, copyable: boolean, value: Show]

function questions(panels: readonly Panel[], show: Show): Asked[] {
  const inks = panels.map((panel) => panel.ink)
  const ranks = [...new Set(inks)].sort((a, b) => b - a)
  const [most, least] = [Math.max(...inks), Math.min(...inks)]
  const kinds = panels.map((panel) => panel.kinds)
  const [mostKinds, fewestKinds] = [Math.max(...kinds), Math.min(...kinds)]
  const texts = new Map<string, number>()
  for (const { text } of panels) texts.set(text, (texts.get(text) ?? 0) + 1)
  const inkHere = (x: number, y: number): number =>
    panels.reduce((count, panel) => count + Number(show(panel, x, y) > 0), 0)
  return [
    ['ink', 'panel’s count of coloured cells', false, ({ ink }) => Math.min(250, ink)],
    ['ink-rank', 'panel’s place by coloured cells', false, ({ ink }) => ranks.indexOf(ink)],
    ['fullest', 'panel’s being the fullest', false, ({ ink }) => Number(ink === most)],
    ['emptiest', 'panel’s being the emptiest', false, ({ ink }) => Number(ink === least)],
    ['kinds', 'panel’s count of colours', false, (panel) => panel.kinds],
    ['most-kinds', 'panel’s having the most colours', false, (panel) => Number(panel.kinds === mostKinds)],
    [
      'fewest-kinds',
      'panel’s having the fewest colours',
      false,
      (panel) => Number(panel.kinds === fewestKinds),
    ],
    ['alone', 'panel’s being unlike all others', false, ({ text }) => Number(texts.get(text) === 1)],
    ['row', 'panel’s row', false, ({ row }) => row],
    ['column', 'panel’s column', false, ({ column }) => column],
    ['checker', 'panel’s colour on a chessboard', false, ({ row, column }) => (row + column) % 2],
    ['main', 'panel’s main colour', true, ({ main }) => main],
    ['column-in', 'column in its panel', false, (_, x) => x],
    ['row-in', 'row in its panel', false, (_, __, y) => y],
    ['ink-here', 'count of panels with ink at its place', false, (_, x, y) => inkHere(x, y)],
    ['on-line', 'place on a line between panels', false, () => 0],
    ...GUIDES.flatMap(([name, merit]): Asked[] => {
      const leader = guide(panels, merit)
      const said = name.replace('-', ' ')
      const mapped = `colour for its panel on one panel (${said}), read as a map`
      return [
        [`as-${name}`, `colour at its place in one panel (${said})`, true, (_, x, y) => show(leader, x, y)],
        [`mapped-${name}`, mapped, true, ({ row, column }) => show(leader, column, row)],
      ]
    }),
  ]
}

/** The panel that a question singles out; the first one on a tie. */
const GUIDES: readonly (readonly [string, (panel: Panel) => number])[] = [
  ['first', () => 0],
  ['fullest', ({ ink }) => ink],
  ['emptiest', ({ ink }) => -ink],
  ['most-kinds', ({ kinds }) => kinds],
  ['fewest-kinds', ({ kinds }) => -kinds],
]

function guide(panels: readonly Panel[], value: (panel: Panel) => number): Panel {
  let best = panels[0]!
  for (const panel of panels) if (value(panel) > value(best)) best = panel
  return best
}

/**
 * What a cell has through the panel it lies in, where full lines divide the picture: the panel's own numbers, the
 * place within it, what other panels show at that place, and what a guiding panel, read as a map of all panels, shows
 * for this one. Without such lines every feature is the same everywhere.
 */
export function featuresOfPanels(s: GridStore, g: Value): Feature[] {
  const { w, h, area, from } = s.box(g)
  const colour = s.cells.slice(from, from + area)
  const lattice = latticeOf(s, g)
  const panels = lattice === undefined ? [] : panelsOf(colour, w, lattice)
  const at = lattice && owners(lattice, w, h)
  const show: Show = (panel, x, y) =>
    x < panel.width && y < panel.height ? colour[(panel.y + y) * w + panel.x + x]! : 0
  return questions(panels, show).map(([name, doc, copyable, value]) => {
    const cells = new Uint8Array(area)
    if (at !== undefined && !copyable) cells.fill(ON_LINE)
    for (let i = 0; at !== undefined && i < area; i++) {
      const panel = panels[at[i]!]
      const x = i % w
      if (panel !== undefined) cells[i] = value(panel, x - panel.x, (i - x) / w - panel.y)
    }
    return { name: `panel-${name}`, doc, copyable, cells }
  })
}

/** Per cell the number of its panel in reading order, -1 on a line. */
function owners({ rows, columns }: Lattice, w: number, h: number): Int16Array {
  const of = (spans: readonly Span[], length: number): Int16Array => {
    const number = new Int16Array(length).fill(-1)
    spans.forEach(([begin, long], k) => {
      number.fill(k, begin, begin + long)
    })
    return number
  }
  const [down, across] = [of(rows, h), of(columns, w)]
  return Int16Array.from({ length: w * h }, (_, i) => {
    const [row, column] = [down[Math.floor(i / w)]!, across[i % w]!]
    return row < 0 || column < 0 ? -1 : row * columns.length + column
  })
}
