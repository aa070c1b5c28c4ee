import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { unwritable, writeAll } from '../io/index.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What happens in a run, for people (standard error) or for a file (JSON lines). */
export interface Log extends Disposable {
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void
}

export function openLog(level: LogLevel, file: string | undefined, say: (text: string) => void): Log {
  const least = LOG_LEVELS.indexOf(level)
  let fd: number | undefined
  try {
    if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
    fd = file === undefined ? undefined : openSync(file, 'a')
  } catch (cause) {
    throw unwritable(file ?? '', cause)
  }
  return {
    write(at, message, fields = {}) {
      if (LOG_LEVELS.indexOf(at) < least) return
      if (fd === undefined) {
        const extra = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`)
        say(`${at}: ${message}${extra.join('')}`)
        return
      }
      try {
        writeAll(fd, `${JSON.stringify({ time: new Date().toISOString(), level: at, message, ...fields })}\n`)
      } catch (cause) {
        throw unwritable(file ?? '', cause)
      }
    },
    [Symbol.dispose]() {
      if (fd !== undefined) closeSync(fd)
    },
  }
}
