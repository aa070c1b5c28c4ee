/** How often each row of the tables was tried in an attempt, what that cost, and whether the proof has it. */
import type { Tactic } from '../tactics/index.ts'

export interface RowCount {
  readonly row: string
  readonly uses: number
  readonly solves: number
  readonly cpuSeconds: number
}

interface Count {
  uses: number
  cpuMicros: number
  /** Tactics of the row that Lean accepted; whether they are in the proof is known at the end. */
  readonly texts: Set<string>
}

export class RowCounts {
  readonly #rows = new Map<string, Count>()

  used({ row, text }: Tactic, cpuMicros: number, worked: boolean): void {
    const count = this.#rows.get(row) ?? { uses: 0, cpuMicros: 0, texts: new Set<string>() }
    this.#rows.set(row, count)
    count.uses += 1
    count.cpuMicros += cpuMicros
    if (worked) count.texts.add(text)
  }

  /** The rows in the script of a proof have solved something; without a script none has. */
  counts(script?: string): readonly RowCount[] {
    const isIn = (text: string): boolean => script?.includes(text) === true
    return [...this.#rows].map(([row, { uses, cpuMicros, texts }]) => ({
      row,
      uses,
      solves: [...texts].some(isIn) ? 1 : 0,
      cpuSeconds: cpuMicros / 1e6,
    }))
  }
}
