import { visible } from '../visible-text.ts'

interface LogLine {
  readonly at: string
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
}

const KEPT = 500
const LONGEST = 2_000

/** The last lines of the server's log. Secrets that it is told about never get in. */
export class LogBook {
  readonly #lines: LogLine[] = []
  readonly #secrets: readonly string[]
  readonly #echo: ((line: LogLine) => void) | undefined

  constructor({ secrets = [], echo }: { secrets?: readonly string[]; echo?: (line: LogLine) => void } = {}) {
    this.#secrets = secrets.filter(Boolean)
    this.#echo = echo
  }

  get lines(): readonly LogLine[] {
    return this.#lines
  }

  write(level: LogLine['level'], text: string): void {
    const clean = visible(text.slice(0, LONGEST))
    const message = this.#secrets.reduce((line, secret) => line.replaceAll(secret, '(secret)'), clean)
    const line = { at: new Date().toISOString(), level, message }
    this.#lines.push(line)
    if (this.#lines.length > KEPT) this.#lines.shift()
    this.#echo?.(line)
  }

  error(error: unknown): void {
    this.write('error', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}
