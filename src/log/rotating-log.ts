/** A log that never grows beyond a few files of a fixed size. */

import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder, unwritable } from '../files/index.ts'

const MOST_BYTES = 1_000_000
const KEPT = 3

export class RotatingLog {
  readonly file: string
  readonly #most: number
  #bytes: number

  constructor(file: string, mostBytes = MOST_BYTES) {
    this.file = file
    this.#most = mostBytes
    try {
      makeFolder(dirname(file))
      this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    } catch (cause) {
      throw unwritable(file, cause)
    }
  }

  write(line: string, now: Date = new Date()): void {
    this.append(`${now.toISOString()} ${line}\n`)
  }

  append(text: string): void {
    if (this.#bytes > 0 && this.#bytes + Buffer.byteLength(text) > this.#most) this.#rotate()
    try {
      appendFileSync(this.file, text)
    } catch (cause) {
      throw unwritable(this.file, cause)
    }
    this.#bytes += Buffer.byteLength(text)
  }

  #rotate(): void {
    for (let number = KEPT - 1; number >= 0; number--) {
      const from = number === 0 ? this.file : `${this.file}.${number}`
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${this.file}.${number + 1}`)
    }
    this.#bytes = 0
  }
}
