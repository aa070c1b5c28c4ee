import type { GridStore, Value } from '../grid/index.ts'
import { histogramOf, type Lattice, latticeOf, panelsOf, sightsOf, topColour } from '../objects/index.ts'
import type { Feature } from './features.ts'

/** Features a cell has through its row and column: what it sees, and what the whole line holds. */
export function featuresOfLines(s: GridStore, g: Value): Feature[] {
  const { w, h } = s.box(g)
  const colour = s.cellsOf(g)
  const [left, right, up, down] = [
    sightsOf(colour, w, h, -1, 0),
    sightsOf(colour, w, h, 1, 0),
    sightsOf(colour, w, h, 0, -1),
    sightsOf(colour, w, h, 0, 1),
  ] as const
  const between = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((c, i) => (c === b[i] ? c : 0))
  const both = 'colour it sees on both sides'
  return [
    ...Object.entries({ left, right, up, down }).map(([way, cells]) => ({
      name: `sees-${way}`,
      doc: `first colour it sees, ${way}`,
      copyable: true,
      cells: () => cells,
    })),
    {
      name: 'between-across',
      doc: `${both}, left and right`,
      copyable: true,
      cells: () => between(left, right),
    },
    { name: 'between-along', doc: `${both}, up and down`, copyable: true, cells: () => between(up, down) },
    {
      name: 'sides-seen',
      doc: 'count of sides on which it sees ink',
      copyable: false,
      cells: () => left.map((_, i) => [left, right, up, down].filter((seen) => seen[i] !== 0).length),
    },
    ...lineTotals(colour, w, h, true),
    ...lineTotals(colour, w, h, false),
  ]
}

/** What a whole row or column holds. */
interface Line {
  readonly ink: number
  readonly kinds: number
  readonly main: number
  readonly first: number
  readonly last: number
  readonly isUniform: boolean
}

/** What a cell is told of its line: name, meaning, whether it is a colour, and the number; `most` is the fullest's ink. */
const TOTALS: readonly (readonly [string, string, boolean, (line: Line, most: number) => number])[] = [
  ['ink', 'count of coloured cells', false, ({ ink }) => ink],
  ['parity-of-ink', 'count of coloured cells, odd or even', false, ({ ink }) => ink % 2],
  ['kinds', 'count of colours', false, ({ kinds }) => kinds],
  ['has-ink', 'having ink', false, ({ ink }) => Number(ink > 0)],
  ['fullest', 'being the fullest', false, ({ ink }, most) => Number(ink === most)],
  ['uniform', 'being of one colour', false, ({ isUniform }) => Number(isUniform)],
  ['main', 'main colour', true, ({ main }) => main],
  ['first', 'first colour', true, ({ first }) => first],
  ['last', 'last colour', true, ({ last }) => last],
]

function lineTotals(colour: Uint8Array, w: number, h: number, row: boolean): Feature[] {
  const [count, length] = row ? [h, w] : [w, h]
  const lines = Array.from({ length: count }, (_, at): Line => {
    const own = Array.from({ length }, (__, k) => colour[row ? at * w + k : k * w + at]!)
    const counts = new Int32Array(10)
    for (const c of own) counts[c]!++
    const kinds = counts.reduce((sum, n, c) => sum + Number(c > 0 && n > 0), 0)
    const isUniform = kinds === 0 || (kinds === 1 && counts[0] === 0)
    const ink = length - counts[0]!
    return { ink, kinds, main: topColour(counts), first: own[0]!, last: own.at(-1)!, isUniform }
  })
  const most = Math.max(...lines.map(({ ink }) => ink))
  const line = row ? 'row' : 'column'
  return TOTALS.map(([name, doc, copyable, value]) => {
    const values = lines.map((own) => value(own, most))
    const cells = (): Uint8Array => colour.map((_, i) => values[row ? Math.floor(i / w) : i % w]!)
    return { name: `${line}-${name}`, doc: `${line}’s ${doc}`, copyable, cells }
  })
}

const ON_LINE = 255

/** One panel, with its cells in reading order, as places in the grid. */
interface Panel {
  readonly row: number
  readonly column: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly places: readonly number[]
  readonly ink: number
  readonly main: number
  readonly kinds: number
  readonly text: string
}

function shownPanels(colour: Uint8Array, w: number, lattice: Lattice): Panel[] {
  const { columns, rows } = lattice
  return panelsOf(lattice, w).map((places, k) => {
    const column = k % columns.length
    const row = (k - column) / columns.length
    const counts = histogramOf(colour, places)
    const [[x, width], [y, height]] = [columns[column]!, rows[row]!]
    const text = `${width}:${places.map((i) => colour[i]).join('')}`
    const kinds = counts.reduce((sum, n, c) => sum + Number(c > 0 && n > 0), 0)
    const ink = places.length - counts[0]!
    return { row, column, x, y, width, height, places, ink, main: topColour(counts), kinds, text }
  })
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
  const { w, area } = s.box(g)
  const colour = s.cellsOf(g)
  const lattice = latticeOf(s, g)
  const panels = lattice === undefined ? [] : shownPanels(colour, w, lattice)
  const show: Show = (panel, x, y) =>
    x < panel.width && y < panel.height ? colour[(panel.y + y) * w + panel.x + x]! : 0
  return questions(panels, show).map(([name, doc, copyable, value]) => {
    const measure = (): Uint8Array => {
      const cells = new Uint8Array(area).fill(panels.length === 0 || copyable ? 0 : ON_LINE)
      for (const panel of panels)
        panel.places.forEach((i, k) => {
          cells[i] = value(panel, k % panel.width, Math.floor(k / panel.width))
        })
      return cells
    }
    return { name: `panel-${name}`, doc, copyable, cells: measure }
  })
}
