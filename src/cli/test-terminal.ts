/** A terminal small enough to read: what a user would see after these bytes. Only the codes that we write are known. */
import { EventEmitter } from 'node:events'
import { textWidth } from './text-width.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export class TestTerminal extends EventEmitter {
  columns: number
  rows: number
  /** Every byte that was written, as text. */
  raw = ''
  cursorVisible = true
  #lines: string[][] = [[]]
  #row = 0
  #column = 0
  #top = 0

  constructor(columns = 80, rows = 24) {
    super()
    this.columns = columns
    this.rows = rows
  }

  write(text: string): boolean {
    this.raw += text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a terminal is told with
    for (const [token] of text.matchAll(/\x1b\[[?\d;]*[A-Za-z]|[^\x1b]+|\x1b/g)) {
      if (token.startsWith('\x1b')) this.#control(token)
      else for (const { segment } of graphemes.segment(token)) this.#put(segment)
    }
    return true
  }

  resize(columns: number, rows: number): void {
    this.#rewrap(columns)
    this.columns = columns
    this.rows = rows
    this.emit('resize')
  }

  /** All lines, those that scrolled away too. */
  get text(): string {
    return this.#lines
      .map((line) => line.join('').trimEnd())
      .join('\n')
      .trimEnd()
  }

  #control(token: string): void {
    const count = Number(/\d+/.exec(token)?.[0] ?? 0)
    if (token.endsWith('A')) this.#row = Math.max(this.#top, this.#row - Math.max(1, count))
    else if (token.endsWith('J')) {
      this.#line().length = Math.min(this.#line().length, this.#column)
      this.#lines.length = this.#row + 1
    } else if (token.endsWith('K')) this.#line().length = Math.min(this.#line().length, this.#column)
    else if (token.endsWith('G')) this.#column = Math.max(1, count) - 1
    else if (token.endsWith('C')) this.#column += Math.max(1, count)
    else if (token.endsWith('D')) this.#column = Math.max(0, this.#column - Math.max(1, count))
    else if (token === '\x1b[?25l') this.cursorVisible = false
    else if (token === '\x1b[?25h') this.cursorVisible = true
    else if (!token.endsWith('m') && !token.startsWith('\x1b[?2026'))
      throw new Error(`unknown ${JSON.stringify(token)}`)
  }

  #put(segment: string): void {
    if (segment === '\n' || segment === '\r\n') this.#down()
    else if (segment === '\r') this.#column = 0
    else {
      const width = textWidth(segment)
      if (this.#column + width > this.columns) this.#down()
      this.#line()[this.#column] = segment
      // The second cell of a wide character holds nothing of its own.
      for (let at = 1; at < width; at += 1) this.#line()[this.#column + at] = ''
      this.#column += width
    }
  }

  #down(): void {
    this.#row += 1
    this.#column = 0
    this.#line()
    this.#top = Math.max(this.#top, this.#row - this.rows + 1)
  }

  #line(): string[] {
    for (let at = this.#lines.length; at <= this.#row; at += 1) this.#lines[at] = []
    const line = this.#lines[this.#row]
    if (!line) throw new Error('a terminal without its line')
    return line
  }

  /** As terminals do it: a line that is too long now takes several rows. */
  #rewrap(columns: number): void {
    const wrapped = this.#lines.map((line) =>
      line.length === 0
        ? [line]
        : Array.from({ length: Math.ceil(line.length / columns) }, (_, at) =>
            line.slice(at * columns, (at + 1) * columns),
          ),
    )
    this.#row = wrapped.slice(0, this.#row).flat().length
    this.#lines = wrapped.flat()
  }
}
