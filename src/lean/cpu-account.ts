/**
 * Where the CPU time of this process's Lean processes goes. Lean tells what each answer took; the system tells what a
 * process took in all. What is in no answer is the start, and the rest: compiling the WebAssembly that runs, the
 * reader thread, and work that a process was killed over.
 */
import { readFileSync } from 'node:fs'
import type { LeanCommandName } from './requests.ts'

/** What an answer was for. Whatever is not named here is the search's own work. */
const PURPOSES: Partial<Record<LeanCommandName | 'context', Purpose>> = {
  context: 'preambles',
  import: 'preambles',
  goal: 'statements',
  export: 'checking',
  judge: 'checking',
}

type Purpose = 'preambles' | 'statements' | 'search' | 'checking' | 'given_up'

/** CPU seconds; counts of processes. */
export interface LeanCpu {
  readonly starts: number
  readonly preambles: number
  readonly statements: number
  readonly search: number
  readonly checking: number
  /** Answers that came after they had been cancelled. */
  readonly given_up: number
  readonly rest: number
  readonly total: number
  readonly processes: number
  /** Those that ignored a cancel, or fell silent, and were killed. */
  readonly killed: number
}

const TICKS_PER_SECOND = 100
const FIELDS_BEFORE_TIMES = 11

/** CPU seconds of a living process; undefined where the system does not tell, and of one that is gone. */
export function cpuOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name may hold spaces and brackets; the fields that count come after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = fields.slice(FIELDS_BEFORE_TIMES, FIELDS_BEFORE_TIMES + 2).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

export class CpuAccount {
  #answers = { preambles: 0, statements: 0, search: 0, checking: 0, given_up: 0 }
  #starts = 0
  #ended = 0
  #processes = 0
  #killed = 0
  /** What each living process had taken when it was last looked at. */
  #living = new Map<number, number>()

  started(pid: number | undefined): void {
    const cpu = cpuOf(pid)
    if (pid === undefined || cpu === undefined) return
    this.#processes++
    this.#starts += cpu
    this.#living.set(pid, cpu)
  }

  answered(command: LeanCommandName | 'context', cpuMicros: number | null, wasGivenUp: boolean): void {
    this.#answers[wasGivenUp ? 'given_up' : (PURPOSES[command] ?? 'search')] += (cpuMicros ?? 0) / 1e6
  }

  /** To be called while the process is still there to be asked. */
  ends(pid: number | undefined, wasKilled: boolean): void {
    if (pid === undefined || !this.#living.has(pid)) return
    this.#ended += cpuOf(pid) ?? this.#living.get(pid) ?? 0
    this.#living.delete(pid)
    if (wasKilled) this.#killed++
  }

  /** So far, or since an earlier look. */
  look(since?: LeanCpu): LeanCpu {
    for (const pid of this.#living.keys()) {
      const cpu = cpuOf(pid)
      if (cpu !== undefined) this.#living.set(pid, cpu)
    }
    const total = this.#ended + [...this.#living.values()].reduce((sum, cpu) => sum + cpu, 0)
    const known = Object.values(this.#answers).reduce((sum, cpu) => sum + cpu, this.#starts)
    const now: LeanCpu = {
      starts: this.#starts,
      ...this.#answers,
      rest: Math.max(0, total - known),
      total,
      processes: this.#processes,
      killed: this.#killed,
    }
    if (!since) return now
    const keys = Object.keys(now) as (keyof LeanCpu)[]
    return Object.fromEntries(keys.map((key) => [key, now[key] - since[key]])) as unknown as LeanCpu
  }
}

/** Of this process: Lean processes are its children. */
export const leanCpu = new CpuAccount()
