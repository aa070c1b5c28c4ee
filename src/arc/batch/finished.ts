import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder, unwritable, writeAll, writeWhole } from '../../files/index.ts'
import { type Trace, traceSchema } from '../trace/index.ts'
import type { TaskResult } from './rows.ts'

/**
 * Finished tasks of a batch that is still running, beside its output: one line each, on disk before it counts. A run
 * that is killed leaves this folder, and the same run started again goes on from it. Another run (other tasks,
 * settings, checkpoints or memory) finds another key and starts afresh.
 */
export class FinishedTasks {
  readonly results: Map<number, TaskResult>
  readonly #folder: string
  readonly #log: string
  #fd: number

  constructor(output: string, key: string) {
    this.#folder = `${output}.running`
    this.#log = join(this.#folder, 'finished.jsonl')
    try {
      const keyFile = join(this.#folder, 'key')
      const mine = existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key
      if (!mine) {
        rmSync(this.#folder, { recursive: true, force: true })
        makeFolder(this.#folder)
        writeWhole([{ path: keyFile, text: [key] }])
      }
      const { results, bytes } =
        mine && existsSync(this.#log) ? readLog(this.#log) : { results: new Map(), bytes: 0 }
      this.results = results
      this.#fd = openSync(this.#log, 'a')
      truncateSync(this.#log, bytes)
    } catch (cause) {
      throw unwritable(output, cause)
    }
  }

  /** Returns when the result is on disk. */
  add(index: number, result: TaskResult): void {
    try {
      writeAll(this.#fd, `${JSON.stringify({ index, result })}\n`)
      fsyncSync(this.#fd)
    } catch (cause) {
      throw unwritable(this.#log, cause)
    }
    this.results.set(index, result)
  }

  /** Keeps what is finished, for the next run. */
  close(): void {
    if (this.#fd >= 0) closeSync(this.#fd)
    this.#fd = -1
  }

  /** The outputs are in place: nothing is left to resume. */
  remove(): void {
    this.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Every whole line; a last one that a kill cut short does not count. */
function readLog(file: string): { results: Map<number, TaskResult>; bytes: number } {
  const results = new Map<number, TaskResult>()
  const data = readFileSync(file)
  let from = 0
  for (let end = data.indexOf(10, from); end >= 0; end = data.indexOf(10, from)) {
    const row = parse(data.toString('utf8', from, end))
    if (row === undefined) break
    results.set(row.index, row.result)
    from = end + 1
  }
  return { results, bytes: from }
}

function parse(line: string): { index: number; result: TaskResult } | undefined {
  try {
    const row = JSON.parse(line) as { index: number; result: TaskResult }
    const whole = row.result.kind === 'error' || traceSchema.safeParse(row.result.trace).success
    return whole ? row : undefined
  } catch {
    return undefined
  }
}

const MOST_BYTES = 64 * 1024 * 1024
const MOST_RUNS = 10

export function keptTraces(home: string, runId: string): string {
  return join(home, 'arc-traces', `${runId}.jsonl`)
}

export class TraceKeeper {
  readonly #file: string
  #bytes = 0

  constructor(home: string, runId: string) {
    this.#file = keptTraces(home, runId)
    try {
      const folder = join(home, 'arc-traces')
      makeFolder(folder)
      const old = readdirSync(folder)
        .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
        .sort((one, other) => other.at - one.at)
      for (const { name } of old.slice(MOST_RUNS - 1)) rmSync(join(folder, name), { force: true })
    } catch {
      // A full or read-only disk takes nothing from the run itself.
    }
  }

  add(trace: Trace): void {
    const line = `${JSON.stringify(trace)}\n`
    if (this.#bytes + line.length > MOST_BYTES) return
    try {
      appendFileSync(this.#file, line)
      this.#bytes += line.length
    } catch {
      this.#bytes = MOST_BYTES
    }
  }
}
