/** How commands show that they are still at work: one changing line in a terminal, a few plain lines in a log. */
import { isLive, LiveScreen, REDRAW_MS } from './live-screen.ts'
import { bar, Pace, percentText } from './meter.ts'
import { note } from './output.ts'
import { cutText, oneLine, textWidth } from './text-width.ts'

export interface ProgressStep {
  readonly message: string
  /** From 0 to 1, where it is known. */
  readonly fraction?: number | undefined
  /** Steps of one stage differ in numbers only: a log gets the first, and another now and then. */
  readonly stage?: string | undefined
}

export interface Progress extends Disposable {
  show(step: ProgressStep): void
}

export interface ProgressOptions {
  /** Standard output is for a program: a terminal still gets its line, a log none. */
  readonly json?: boolean | undefined
}

const BAR_COLUMNS = 24
const LEAST_BAR = 6
/** Of a line in a log: a tactic that is tried may have thousands of characters. */
const LONGEST_LINE = 120

export function openProgress({ json }: ProgressOptions = {}): Progress {
  if (isLive(process.stderr)) return liveProgress()
  return json ? { show: () => {}, [Symbol.dispose]: () => {} } : plainProgress(note)
}

export function drawStep({ message, fraction }: ProgressStep, columns: number): string {
  const words = oneLine(message)
  if (fraction === undefined) return cutText(`orch: ${words}`, columns - 1)
  const share = percentText(fraction)
  // The words come first; the bar takes what they leave.
  const room = Math.min(BAR_COLUMNS, columns - 1 - textWidth(`orch:  ${share} ${words}`))
  const meter = room >= LEAST_BAR ? `${bar(fraction, room)} ${share} ` : ''
  return cutText(`orch: ${meter}${words}`, columns - 1)
}

function liveProgress(): Progress {
  let step: ProgressStep | undefined
  let drawnAt = 0
  const screen = new LiveScreen(process.stderr, ({ columns }) => (step ? [drawStep(step, columns)] : []))
  return {
    show: (next) => {
      step = next
      // Work that never lets go of the thread would leave the screen's own timer waiting.
      if (Date.now() - drawnAt < REDRAW_MS) return
      drawnAt = Date.now()
      screen.refresh()
    },
    [Symbol.dispose]: () => screen.close(),
  }
}

export function plainProgress(say: (line: string) => void, pace: Pace = new Pace()): Progress {
  let last: string | undefined
  return {
    show: ({ message, stage = message }) => {
      const due = pace.due()
      // The same words again would look like a loop; the time that has passed tells them apart.
      const time = stage === message && stage === last ? `, ${pace.seconds} s` : ''
      if (stage !== last || due) say(`orch: ${cutText(oneLine(message), LONGEST_LINE)}${time}`)
      last = stage
    },
    [Symbol.dispose]: () => {},
  }
}

const PATIENCE_MS = 2_000

/** Says what the user is waiting for, once it has taken a while. */
export async function waiting<T>(
  message: string,
  work: (tell: (detail: string) => void) => Promise<T>,
  options: ProgressOptions = {},
): Promise<T> {
  const started = Date.now()
  let progress: Progress | undefined
  let detail = ''
  const tick = () => {
    progress ??= openProgress(options)
    const seconds = Math.round((Date.now() - started) / 1000)
    progress.show({ message: `${message}, ${seconds} s${detail && `: ${detail}`}`, stage: message })
  }
  let timer = setTimeout(() => {
    tick()
    timer = setInterval(tick, 1_000)
  }, PATIENCE_MS)
  try {
    return await work((latest) => {
      detail = latest
    })
  } finally {
    clearInterval(timer)
    progress?.[Symbol.dispose]()
  }
}
