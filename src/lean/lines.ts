/** A reply with a large proof in it is some megabytes; more than this is not a reply. */
const MAX_LINE_BYTES = 128 * 1024 * 1024

/** Splits a byte stream into lines. While nobody listens lines are kept, so none is lost between two listeners. */
export class LineSplitter {
  onLine: ((line: string) => void) | undefined
  onOverflow: (() => void) | undefined
  #parts: Buffer[] = []
  #size = 0
  #waiting: string[] = []

  push(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#parts.push(rest.subarray(0, end))
      this.#waiting.push(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
      this.#size = 0
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) {
      this.#parts.push(rest)
      this.#size += rest.length
      if (this.#size > MAX_LINE_BYTES) {
        this.#parts = []
        this.#size = 0
        this.onOverflow?.()
      }
    }
    while (this.onLine && this.#waiting.length > 0) this.onLine(this.#waiting.shift() ?? '')
  }
}

export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A line as it can be shown in a sentence. */
export function clip(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
