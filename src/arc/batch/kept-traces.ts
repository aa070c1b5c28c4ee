/**
 * Traces of a batch for whoever looks at it later, where nobody asked for them: one line each, as tasks end. They are
 * bounded, and the oldest runs make room for new ones; nothing is learnt or resumed from them.
 */
import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../files/index.ts'
import type { Trace } from '../trace/index.ts'

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
