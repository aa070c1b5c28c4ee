/**
 * The log of a command: JSON lines with a time, a level, a constant message and fields. It is not the output: what the
 * user asked for is printed, what happened on the way is logged. Secrets do not get in, by their value where it is
 * known and by the name of the field where it is not.
 */
import { RotatingLog } from './rotating-log.ts'

/** Most important first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

export type LogFields = Readonly<Record<string, unknown>>

export interface Log {
  write(level: LogLevel, message: string, fields?: LogFields): void
}

export interface LogEntry {
  readonly level: LogLevel
  readonly message: string
  readonly fields: LogFields
}

export interface LogOptions {
  /** What is less important is left out. */
  readonly level: LogLevel
  /** Where the lines go; they are kept in a few files of a fixed size. */
  readonly file?: string | undefined
  /** Told every line, too, as it is written and as what it says. */
  readonly echo?: ((line: string, entry: LogEntry) => void) | undefined
  /** Values that must never be written. */
  readonly secrets?: readonly string[] | undefined
  readonly now?: () => Date
}

const SECRET_NAME = /key$|token|secret|password|authorization/i
const CREDENTIALS = /:\/\/[^\s/@]+@/g
const HIDDEN = '(secret)'
const LONGEST = 4_000

export function openLog({ level, file, echo, secrets = [], now = () => new Date() }: LogOptions): Log {
  const rotating = file === undefined ? undefined : new RotatingLog(file)
  const hidden = secrets.filter((secret) => secret !== '')
  const most = LOG_LEVELS.indexOf(level)

  function clean(name: string, value: unknown): unknown {
    if (value === undefined || value === null) return value
    if (SECRET_NAME.test(name)) return HIDDEN
    if (typeof value !== 'string') return value
    const short = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
    return hidden
      .reduce((text, secret) => text.replaceAll(secret, HIDDEN), short)
      .replace(CREDENTIALS, `://${HIDDEN}@`)
  }

  return {
    write(lineLevel, message, fields = {}) {
      if (LOG_LEVELS.indexOf(lineLevel) > most || (!rotating && !echo)) return
      const clear = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, clean(name, value)]),
      )
      const line = JSON.stringify({ time: now().toISOString(), level: lineLevel, message, ...clear })
      rotating?.append(`${line}\n`)
      echo?.(line, { level: lineLevel, message, fields: clear })
    },
  }
}
