/** A run as lines of a given width: nothing but state in, text out. */
import type { ScreenSize } from './live-screen.ts'
import { bar, clock, percentText } from './meter.ts'
import type { ArmCounts, GoalCounts } from './run-tracker.ts'
import { cutText, oneLine, padEnd, padStart, textWidth } from './text-width.ts'

export interface RunState {
  readonly command: string
  readonly goals: GoalCounts
  /** Lean is not there yet: nothing is searched, and no limit counts. */
  readonly starting: boolean
  readonly elapsedSeconds: number
  readonly limitSeconds?: number | undefined
  readonly perMinute: number
  /** Whether the run is over when no goal is open. */
  readonly ends: boolean
  readonly stopping: boolean
  readonly paused: boolean
  readonly cpuShare: number
  readonly cpuTarget: number
  readonly memoryShare: number
  readonly lanes: readonly { readonly name: string; readonly running: number; readonly limit: number }[]
  readonly queued: number
  readonly arms: readonly ArmCounts[]
  readonly running: readonly RunningNow[]
}

export interface RunningNow {
  readonly strategy: string
  readonly goalId: string
  readonly goal: string
  readonly seconds: number
  readonly budgetSeconds: number
}

export type Colour = 'green' | 'cyan' | 'yellow' | 'dim' | 'bold'
export type Painter = (colour: Colour, text: string) => string

interface Piece {
  readonly text: string
  readonly colour?: Colour
}

const GAP = 2
const MOST_RUNNING = 6
/** In characters; no terminal shows more, and measuring the rest would only cost time. */
const LONGEST_STATEMENT = 400
/** On a terminal with fewer rows than this the view has no blank line, which leaves one more for what scrolls by. */
const ROWS_FOR_AIR = 16

export function drawRun(state: RunState, { columns, rows }: ScreenSize, paint: Painter): string[] {
  // The last column stays free: a terminal may wrap there.
  const width = Math.max(1, columns - 1)
  const head = [
    ...drawProgress(state, width, paint),
    ...flow(countPieces(state), width, paint),
    ...flow(machinePieces(state), width, paint),
  ]
  const air = rows >= ROWS_FOR_AIR ? [''] : []
  const room = Math.max(0, rows - 2 - air.length - head.length)
  const wanted = Math.min(state.running.length, MOST_RUNNING)
  const forArms = Math.max(0, room - Math.min(wanted, 2))
  const arms = drawArms(state.arms, width, paint).slice(0, forArms)
  const left = room - arms.length
  const isNew = state.goals.open > 0 && !state.arms.some(({ attempts }) => attempts > 0)
  const starting = (state.starting || isNew) && left > 0
  const running =
    wanted === 0 && starting
      ? [paint('dim', cutText('Lean is starting …', width))]
      : drawRunning(state.running, width, Math.min(wanted, left), paint)
  return [...air, ...head, ...(arms.length > 1 ? arms : []), ...running].slice(0, Math.max(1, rows - 1))
}

/** The same in one line of a log. */
export function runLine(state: RunState): string {
  const { goals } = state
  if (state.starting) return `progress: Lean is starting, ${clock(state.elapsedSeconds)}`
  const parts = [
    `progress: ${goals.total - goals.open}/${goals.total} goals`,
    ...countPieces(state).map(({ text }) => text),
    `CPU ${percentText(state.cpuShare)} of ${percentText(state.cpuTarget)}`,
    clock(state.elapsedSeconds),
  ]
  return parts.join(', ')
}

function drawProgress(state: RunState, width: number, paint: Painter): string[] {
  const { goals, limitSeconds } = state
  const done = goals.total - goals.open
  const share = goals.total > 0 ? done / goals.total : 0
  const name = paint('bold', cutText(state.command, width))
  const numbers = `${done}/${goals.total} ${percentText(share)}`
  const limit = limitSeconds === undefined ? '' : ` of ${clock(limitSeconds)}`
  const time = `${clock(state.elapsedSeconds)}${limit}`
  const left = width - textWidth(state.command) - textWidth(numbers) - textWidth(time) - 3 * GAP
  if (left >= 6) {
    const drawn = paint('green', bar(share, Math.min(left, 40)))
    return [[name, drawn, numbers, paint('dim', time)].join(' '.repeat(GAP))]
  }
  return [cutText(`${state.command} ${numbers} ${time}`, width)]
}

function countPieces(state: RunState): Piece[] {
  const { goals, perMinute } = state
  const pieces: Piece[] = [{ text: `${goals.proved} proved`, colour: 'green' }]
  if (goals.refuted > 0) pieces.push({ text: `${goals.refuted} refuted`, colour: 'cyan' })
  if (goals.unsolved > 0) pieces.push({ text: `${goals.unsolved} unsolved`, colour: 'yellow' })
  if (goals.illTyped > 0) pieces.push({ text: `${goals.illTyped} ill-typed`, colour: 'yellow' })
  pieces.push({ text: `${goals.open} open` }, { text: `${perMinute.toFixed(perMinute < 10 ? 1 : 0)}/min` })
  const left = timeLeft(state)
  if (state.starting) return pieces
  if (state.stopping) pieces.push({ text: 'stopping', colour: 'yellow' })
  else if (left) pieces.push({ text: left })
  return pieces
}

/** The time until all goals are done at the present rate, or until the time limit where that comes first. */
function timeLeft({ goals, perMinute, ends, elapsedSeconds, limitSeconds }: RunState): string | undefined {
  const limit = limitSeconds === undefined ? Infinity : Math.max(0, limitSeconds - elapsedSeconds)
  const goalsTake = ends && perMinute > 0 ? (60 * goals.open) / perMinute : Infinity
  if (goals.open > 0 && goalsTake < limit) return `about ${clock(goalsTake)} left`
  return Number.isFinite(limit) ? `${clock(limit)} left at most` : undefined
}

function machinePieces({ cpuShare, cpuTarget, memoryShare, lanes, queued, paused }: RunState): Piece[] {
  const over = cpuTarget < 1 && cpuShare > cpuTarget + 0.1
  const cpu = { text: `CPU ${bar(cpuShare, 8)} ${percentText(cpuShare)} of ${percentText(cpuTarget)}` }
  return [
    ...(paused ? [{ text: 'paused', colour: 'yellow' as const }] : []),
    over ? { ...cpu, colour: 'yellow' } : cpu,
    { text: `memory ${percentText(memoryShare)}` },
    ...lanes.map(({ name, running, limit }) => ({ text: `${name} ${running}/${limit}` })),
    { text: `queue ${queued}` },
  ]
}

/** As many pieces on a line as fit. */
function flow(pieces: readonly Piece[], width: number, paint: Painter): string[] {
  const lines: Piece[][] = []
  let used = 0
  for (const piece of pieces) {
    const columns = textWidth(piece.text)
    const line = lines.at(-1)
    if (line && used + GAP + columns <= width) {
      line.push(piece)
      used += GAP + columns
    } else {
      lines.push([piece])
      used = columns
    }
  }
  const show = ({ text, colour }: Piece) => {
    const fitting = cutText(text, width)
    return colour ? paint(colour, fitting) : fitting
  }
  return lines.map((line) => line.map(show).join(' '.repeat(GAP)))
}

interface Column {
  readonly title: string
  /** So that the table does not shift as its numbers grow. */
  readonly least: number
  readonly value: (arm: ArmCounts) => string
}

/** The most important first: a narrow terminal loses the last ones. */
const COLUMNS: readonly Column[] = [
  { title: 'attempts', least: 8, value: ({ attempts }) => String(attempts) },
  { title: 'solved', least: 6, value: ({ solved }) => String(solved) },
  {
    title: 'mean',
    least: 6,
    value: ({ attempts, meanSeconds }) => (attempts > 0 ? `${meanSeconds.toFixed(1)} s` : ''),
  },
  {
    title: 'CPU',
    least: 8,
    value: ({ attempts, cpuSeconds }) => (attempts > 0 ? `${cpuSeconds.toFixed(1)} s` : ''),
  },
  {
    title: 'rate',
    least: 4,
    value: ({ attempts, solved }) => (attempts > 0 ? percentText(solved / attempts) : ''),
  },
]

function drawArms(arms: readonly ArmCounts[], width: number, paint: Painter): string[] {
  const title = 'strategy'
  const names = arms.map(({ strategy }) => cutText(oneLine(strategy), 16))
  const nameWidth = Math.max(title.length, ...names.map(textWidth))
  let used = nameWidth
  const shown: { column: Column; width: number }[] = []
  for (const column of COLUMNS) {
    const columns = Math.max(column.least, ...arms.map((arm) => column.value(arm).length))
    used += GAP + columns
    if (used > width) break
    shown.push({ column, width: columns })
  }
  const row = (name: string, cell: (column: Column) => string) =>
    [
      padEnd(name, nameWidth),
      ...shown.map(({ column, width: columns }) => padStart(cell(column), columns)),
    ].join(' '.repeat(GAP))
  const fits = (line: string) => cutText(line.trimEnd(), width)
  const head = paint('dim', fits(row(title, (column) => column.title)))
  return [head, ...arms.map((arm, at) => fits(row(names[at] ?? '', (column) => column.value(arm))))]
}

function drawRunning(running: readonly RunningNow[], width: number, most: number, paint: Painter): string[] {
  if (most <= 0) return []
  // Those that have been at it for longest come first.
  const chosen = [...running].sort((left, right) => right.seconds - left.seconds).slice(0, most)
  const names = chosen.map(({ strategy }) => cutText(oneLine(strategy), 16))
  const times = chosen.map(
    // Budgets are seconds of work: on a busy machine more seconds pass than that.
    ({ seconds, budgetSeconds }) =>
      seconds > budgetSeconds
        ? `${seconds.toFixed(0)} s, ${budgetSeconds.toFixed(0)} s work`
        : `${seconds.toFixed(0)}/${budgetSeconds.toFixed(0)} s`,
  )
  const ids = chosen.map(({ goalId }) => cutText(oneLine(goalId), 24))
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(textWidth))
  return chosen.map(({ goal }, at) => {
    const cells = [
      padEnd(names[at] ?? '', widest(names)),
      padStart(times[at] ?? '', widest(times)),
      padEnd(ids[at] ?? '', widest(ids)),
    ]
    const start = `▸ ${cells.join(' '.repeat(GAP))}`
    const room = width - textWidth(start) - GAP
    const statement = room >= 8 ? cutText(oneLine(goal.slice(0, LONGEST_STATEMENT)), room) : ''
    const line = cutText(start.trimEnd(), width)
    return statement ? `${start}${' '.repeat(GAP)}${paint('dim', statement)}` : line
  })
}
