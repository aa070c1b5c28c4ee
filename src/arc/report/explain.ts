/** Programs in plain English: one sentence for the view, then one or more for every stage. */
import {
  type Action,
  findPrimitive,
  type Ink,
  type Layer,
  type OutputSizeRule,
  type Plane,
  type Program,
  type Segmentation,
  type Stage,
  type Step,
  type View,
} from '../dsl/index.ts'
import { meaningOf } from '../words.ts'

const COLOURS = 'black blue red green yellow grey magenta orange azure maroon'.split(' ')

const colourName = (colour: number): string => `${COLOURS[colour] ?? colour} (${colour})`
const spoken = (name: string): string => name.replaceAll('-', ' ')
/** Tables are read out up to this many rows. */
const MOST_ROWS = 12

const OBJECTS: Readonly<Record<Segmentation, string>> = {
  side: 'connected cells of one colour',
  corner: 'cells of one colour connected over sides or corners',
  'blob-corner': 'coloured cells connected over sides or corners',
  'blob-side': 'coloured cells connected over sides',
  colour: 'all cells of one colour',
  gap: 'connected empty cells',
  cell: 'single coloured cells',
  panel: 'the panels between full lines',
}

export function explainProgram({ view, stages }: Program): string[] {
  const many = stages.length > 1
  return [
    ...explainView(view),
    ...stages.flatMap((stage, at) =>
      explainStage(stage).map((text, i) => (many && i === 0 ? `Step ${at + 1}: ${text}` : text)),
    ),
  ]
}

const below = (what: string): string =>
  `Turn or flip each input so that most of ${what} lies below, then to the right, and turn the answer back.`

/** Views that are not the same turn for every input. */
const HELD: Partial<Record<View['turn'], string>> = {
  panels: 'Look at one cell for each panel between full lines, and paint whole panels.',
  'ink-box': 'Look at the box around all coloured cells only, and leave what is outside as it is.',
  'object-box': 'Look at the box around the largest object only, and leave what is outside as it is.',
  'lines-across': 'Flip each input whose lines go up and down along the diagonal, and flip the answer back.',
  'ink-down': below('the coloured cells'),
  'rare-down': below('its rarest colour'),
  'common-down': below('its commonest colour'),
}

function explainView({ turn, relabel }: View): string[] {
  const said: string[] = []
  if (turn !== 'none')
    said.push(HELD[turn] ?? `Look at the grid turned or flipped (${spoken(turn)}), and turn the answer back.`)
  if (relabel.kind === 'ground') said.push('Treat the commonest colour of the input as the empty one.')
  if (relabel.kind === 'by-count')
    said.push(
      `Name the colours ${relabel.colours.join(', ')} by how often the input has them, the commonest first, and name them back at the end.`,
    )
  return said
}

function explainStage(stage: Stage): string[] {
  switch (stage.kind) {
    case 'pipe':
      return explainSteps(stage.steps, 'Take the grid')
    case 'stack': {
      const [first, ...more] = stage.layers
      const size = explainSize(stage.size)
      if (first !== undefined && more.length === 0) return [`${size} ${explainLayer(first)}`]
      return [
        `${size} Lay ${stage.layers.length} pictures over each other, the first on top:`,
        ...stage.layers.map((layer, i) => `  ${i + 1}. ${explainLayer(layer)}`),
      ]
    }
    case 'cells':
      return explainCells(stage)
    case 'each':
      return explainEach(stage)
    case 'repeat':
      return ['Do this again and again until nothing changes:', ...explainStage(stage.stage)]
  }
}

function explainSize(size: OutputSizeRule): string {
  if (size.kind === 'fixed') return `The output is always ${size.width} wide and ${size.height} high.`
  const isSame =
    [size.times, size.over].every(([x, y]) => x === 1 && y === 1) && size.plus.every((n) => n === 0)
  const of =
    size.steps.length === 0 ? 'the input' : `what this gives: ${size.steps.map(stepText).join(', then ')}`
  if (isSame)
    return size.steps.length === 0
      ? 'The output has the size of the input.'
      : `The output has the size of ${of}.`
  const side = (at: 0 | 1, name: string): string => {
    const plus =
      size.plus[at] === 0 ? '' : ` ${size.plus[at] < 0 ? 'less' : 'plus'} ${Math.abs(size.plus[at])}`
    return `${name} ${size.times[at]}/${size.over[at]}${plus}`
  }
  return `The output has ${side(0, 'width')} and ${side(1, 'height')} of ${of}.`
}

function stepText({ op, argument }: Step): string {
  const primitive = findPrimitive(op)
  const doc = (primitive?.doc ?? op).replace(/\.$/, '')
  const told =
    argument === ''
      ? ''
      : primitive?.parameter.kind === 'colour'
        ? ` [${colourName(Number(argument))}]`
        : ` [${argument}]`
  return `${doc.charAt(0).toLowerCase()}${doc.slice(1)}${told}`
}

function explainSteps(steps: readonly Step[], from: string): string[] {
  return steps.length === 0 ? [`${from} as it is.`] : [`${from}; ${steps.map(stepText).join('; then ')}.`]
}

const FIT_TEXT: Readonly<Record<Layer['fit'], string>> = {
  place: '',
  corner: ' Put it at the top left.',
  tile: ' Repeat it over the output.',
  'tile-place': ' Repeat it over the output to all sides of where it is.',
  'mirror-tile': ' Repeat it with mirror images over the output.',
  scale: ' Scale it to the output.',
}

function explainLayer({ steps, fit }: Layer): string {
  return `${explainSteps(steps, 'Take the input').join(' ')}${FIT_TEXT[fit]}`
}

function planeText({ feature, layer }: Plane): string {
  const of = layer.steps.length === 0 ? '' : ` (after: ${layer.steps.map(stepText).join(', then ')})`
  return `${meaningOf('feature', feature)}${of}`
}

function inkText(ink: Ink): string {
  if (ink.kind === 'colour') return `colour ${colourName(ink.colour)}`
  return `the ${planeText(ink.plane)}${ink.plane.feature === 'colour' ? ' found there' : ''}`
}

/** What a cell answers that is part of no object, panel or gap. */
const NO_VALUE = 255

function explainCells(stage: Extract<Stage, { kind: 'cells' }>): string[] {
  const keys = stage.keys.map(planeText)
  const [only] = stage.table
  if (keys.length === 0)
    return [explainSize(stage.size), `  For every cell: write ${inkText(only?.ink ?? stage.otherwise)}.`]
  const rows = stage.table.slice(0, MOST_ROWS).map(({ key, ink }) => {
    const when = key.map((value, i) => `${keys[i]} is ${value === NO_VALUE ? 'none' : value}`).join(' and ')
    return `  When ${when}: write ${inkText(ink)}.`
  })
  return [
    `${explainSize(stage.size)} Ask every cell for its ${keys.join(' and its ')}.`,
    ...rows,
    ...hidden(stage.table.length),
    `  Otherwise: write ${inkText(stage.otherwise)}.`,
  ]
}

function hidden(rows: number): string[] {
  return rows > MOST_ROWS ? [`  (and ${rows - MOST_ROWS} further rows)`] : []
}

function actionText({ name, ink }: Action): string {
  const does = meaningOf('action', name).replace(/\b1 cells/, '1 cell')
  if (ink === undefined) return does
  return `${does}, in ${typeof ink === 'number' ? colourName(ink) : meaningOf('ink', ink)}`
}

/** An answer as people give it: yes, no, a colour or a number. */
function answerText(attribute: string, value: number): string {
  if (attribute === 'colour' || attribute.endsWith('-colour')) return colourName(value)
  if (
    meaningOf('attribute', attribute).startsWith('whether') &&
    attribute !== 'lie' &&
    !attribute.startsWith('half')
  )
    return value === 0 ? 'no' : 'yes'
  return String(value)
}

function explainEach(stage: Extract<Stage, { kind: 'each' }>): string[] {
  const objects = `The objects are ${OBJECTS[stage.by]}`
  const [only] = stage.table
  if (stage.keys.length === 0 && only !== undefined)
    return [`${objects}.`, `  Every object ${actionText(only.action)}.`]
  const asked = stage.keys.map((name) => meaningOf('attribute', name))
  const rows = stage.table.slice(0, MOST_ROWS).map(({ key, action }) => {
    const answers = key.map((value, i) => answerText(stage.keys[i] ?? '', value)).join(' and ')
    return `  Where the answer is ${answers}: it ${actionText(action)}.`
  })
  return [
    `${objects}. Ask each ${asked.join(' and ')}.`,
    ...rows,
    ...hidden(stage.table.length),
    `  Otherwise: it ${actionText(stage.otherwise)}.`,
  ]
}
