import { join } from 'node:path'
import { jsonLines, writeWhole } from '../files/index.ts'
import type { LeanCpu } from '../lean/index.ts'
import type { StrategyStats } from '../ledger/index.ts'
import type { BadLine } from './bank-file.ts'
import type { GoalReport } from './report.ts'

/** The results file of a bank run. The first six fields are the classic format; the rest came later. */
export interface BankResults {
  readonly timestamp: string
  readonly goals_total: number
  readonly goals_processed: number
  readonly goals_solved: number
  readonly strategies: Readonly<Record<string, StrategyResult>>
  readonly config: {
    readonly timeout: number
    readonly max_heavy: number
    readonly max_light: number
    readonly cpu_target: number
    readonly profile: number
    readonly policy: string
    readonly slate: number
    readonly cache: boolean
  }
  readonly goals_refuted: number
  readonly goals_ill_typed: number
  /** Beside the goals of the bank, for them or, with --tickets, for others. */
  readonly lemmas_proved: number
  readonly bad_lines: readonly BadLine[]
  readonly bank: string
  readonly run_id: string
  readonly seed: number
  /** Whether this run went on where an earlier one was stopped. */
  readonly resumed: boolean
  /** Why it ended: nothing left to do, out of time, or interrupted. */
  readonly ended: 'done' | 'timeout' | 'interrupted'
  readonly time_seconds: number
  /** CPU time of the attempts. */
  readonly cpu_seconds: number
  /** CPU time of every Lean process of this invocation, start and checks included; null where the system does not tell. */
  readonly lean_cpu_seconds: number | null
  /** What that time went into. */
  readonly lean_cpu: LeanCpu | null
  readonly toolchain: { readonly kind: string; readonly fingerprint: string }
  /** The per-goal file: one JSON object per line. */
  readonly goals_file: string
}

interface StrategyResult {
  readonly used: number
  readonly succeeded: number
  readonly refuted: number
  readonly cpu_seconds: number
}

export function strategyResults(
  stats: readonly StrategyStats[],
  names: readonly string[],
): BankResults['strategies'] {
  const none = { used: 0, succeeded: 0, refuted: 0, cpu_seconds: 0 }
  const used = stats.map(({ strategy, attempts, solved, refuted, cpuSeconds }) => [
    strategy,
    { used: attempts, succeeded: solved, refuted, cpu_seconds: roundSeconds(cpuSeconds) },
  ])
  return { ...Object.fromEntries(names.map((name) => [name, none])), ...Object.fromEntries(used) }
}

export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** `20261231-235959`, local time, as in the names of results files. */
export function fileTimestamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}

export function resultsPaths(folder: string, timestamp: string): { results: string; goals: string } {
  const base = join(folder, `bank-${timestamp}`)
  return { results: `${base}.json`, goals: `${base}.goals.jsonl` }
}

/** Writes both files, each in one step: there is never half a results file. */
export function writeResults(path: string, results: BankResults, goals: readonly GoalReport[]): void {
  writeWhole([
    { path: results.goals_file, text: jsonLines(goals) },
    { path, text: `${JSON.stringify(results, null, 2)}\n` },
  ])
}
