/** Places in a text: Lean counts lines and characters, files have offsets. Line ends may be of either kind. */
import type { TextPosition } from '../lean/index.ts'

export interface TextSpan {
  readonly start: TextPosition
  readonly end: TextPosition
  /** Where it stands in the text as JavaScript counts, and in the file as bytes. */
  readonly from: number
  readonly to: number
  readonly fromByte: number
  readonly toByte: number
}

export class TextLines {
  readonly text: string
  /** Where each line begins. */
  readonly #starts: number[] = [0]
  readonly #bytes: number[] = [0]

  constructor(text: string) {
    this.text = text
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      const last = this.#starts.at(-1) ?? 0
      this.#bytes.push((this.#bytes.at(-1) ?? 0) + Buffer.byteLength(text.slice(last, at + 1)))
      this.#starts.push(at + 1)
    }
  }

  get count(): number {
    return this.#starts.length
  }

  /** A line, counted from 1, without its end. */
  line(number: number): string {
    const end = this.#starts[number] ?? this.text.length + 1
    return this.text.slice(this.#starts[number - 1] ?? this.text.length, end - 1).replace(/\r$/, '')
  }

  offset({ line, column }: TextPosition): number {
    const start = this.#starts[line - 1] ?? this.text.length
    // A byte order mark is in the file, but Lean does not count it.
    const mark = line === 1 && this.text.startsWith('\uFEFF') ? 1 : 0
    let at = start + mark
    for (let left = column; left > 0 && at < this.text.length; left--)
      at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    return at
  }

  span(start: TextPosition, end: TextPosition): TextSpan {
    const [from, to] = [this.offset(start), this.offset(end)]
    return { start, end, from, to, fromByte: this.#byte(start.line, from), toByte: this.#byte(end.line, to) }
  }

  #byte(line: number, offset: number): number {
    const start = this.#starts[line - 1] ?? 0
    return (this.#bytes[line - 1] ?? 0) + Buffer.byteLength(this.text.slice(start, offset))
  }
}

/** What ends the lines of a file: what most of them end with. */
export function lineEnd(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return windows > all / 2 ? '\r\n' : '\n'
}

/** The blanks that a line begins with. */
export function indentation(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
