/**
 * A few lines at the bottom of a terminal that redraw themselves, with other lines scrolling by above them.
 * The cursor stays visible all the time, so a process that is killed leaves nothing to repair.
 */
import { forTerminal } from './output.ts'
import { textWidth } from './text-width.ts'

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

type ScreenStream = Pick<NodeJS.WriteStream, 'write' | 'on' | 'off' | 'columns' | 'rows'>

export const REDRAW_MS = 125
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const ERASE_BELOW = '\x1b[0J'
const ERASE_TO_END = '\x1b[K'
/** Terminals that know these show the frame all at once; others ignore them. */
const BEGIN_FRAME = '\x1b[?2026h'
const END_FRAME = '\x1b[?2026l'

/** Whether a stream is a terminal on which lines can be redrawn. A log of CI is none, even if it claims to be. */
export function isLive(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb' && !env.CI
}

export class LiveScreen implements Disposable {
  readonly #stream: ScreenStream
  readonly #draw: (size: ScreenSize) => readonly string[]
  readonly #timer: NodeJS.Timeout
  readonly #refresh = () => this.refresh()
  readonly #end = () => this.close()
  readonly #onSignal = (signal: NodeJS.Signals) => {
    // A command that stops in its own way goes on drawing meanwhile.
    if (process.listenerCount(signal) > 1) return
    this.close()
    process.kill(process.pid, signal)
  }
  #said: string[] = []
  #shown: readonly string[] = []
  #closed = false

  /** `draw` gives at most `rows - 1` lines, none wider than `columns - 1`. */
  constructor(stream: ScreenStream, draw: (size: ScreenSize) => readonly string[]) {
    this.#stream = stream
    this.#draw = draw
    this.#timer = setInterval(this.#refresh, REDRAW_MS)
    this.#timer.unref()
    stream.on('resize', this.#refresh)
    // A second Ctrl-C and a crash end the process without asking anybody.
    process.on('exit', this.#end)
    for (const signal of SIGNALS) process.on(signal, this.#onSignal)
  }

  /** A line that stays, above those that change. */
  say(line: string): void {
    if (this.#closed) this.#stream.write(`${forTerminal(line)}\n`)
    else this.#said.push(line)
  }

  refresh(): void {
    if (!this.#closed) this.#put(this.#draw(this.#size()))
  }

  /** Takes the changing lines away; what was said stays. */
  close(): void {
    if (this.#closed) return
    this.#put([])
    this.#closed = true
    clearInterval(this.#timer)
    this.#stream.off('resize', this.#refresh)
    process.off('exit', this.#end)
    for (const signal of SIGNALS) process.off(signal, this.#onSignal)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #put(lines: readonly string[]): void {
    const same = lines.length === this.#shown.length && lines.every((line, at) => line === this.#shown[at])
    if (same && this.#said.length === 0) return
    const said = this.#said.map((line) => `${forTerminal(line)}\n`).join('')
    const frame = lines.map((line) => `${forTerminal(line)}${ERASE_TO_END}\n`).join('')
    // Erasing first would flicker; it is needed only where lines push the frame down.
    const start = this.#back() + (said ? ERASE_BELOW : '')
    this.#stream.write(`${BEGIN_FRAME}${start}${said}${frame}${ERASE_BELOW}${END_FRAME}`)
    this.#said = []
    this.#shown = lines
  }

  /** To the first row of the frame. A terminal that became narrower has wrapped its lines. */
  #back(): string {
    const { columns } = this.#size()
    const rows = this.#shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / columns)), 0)
    return rows === 0 ? '' : `\r\x1b[${rows}A`
  }

  #size(): ScreenSize {
    const { columns, rows } = this.#stream
    return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 }
  }
}
