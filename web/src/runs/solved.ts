/** What a run has solved, for every page that says it: the list of runs, a run's own page, two runs side by side. */
import type { RunAnswer, RunDetail } from '../data/api.ts'

export interface Solved {
  /** Goals of the bank that were proved, or tasks that were solved. */
  readonly solved: number
  readonly refuted: number
  /** How many goals or tasks there were; absent where nobody counted. */
  readonly total?: number
  /** Proved beside the goals of the bank. */
  readonly lemmas: number
}

/** By what the run says of itself, and undefined if it has not spoken. */
export function solvedOf({ pulse, summary }: Pick<RunAnswer, 'pulse' | 'summary'>): Solved | undefined {
  if (pulse) return { solved: pulse.goals.solved, refuted: 0, total: pulse.goals.total, lemmas: 0 }
  // A bank says goals_solved, an ARC batch says solved: tasks, not goals.
  const solved = number(summary?.goals_solved ?? summary?.solved)
  if (solved === undefined) return undefined
  const total = number(summary?.goals_total ?? summary?.tasks)
  return {
    solved,
    refuted: number(summary?.goals_refuted) ?? 0,
    ...(total !== undefined && { total }),
    lemmas: number(summary?.lemmas_proved) ?? 0,
  }
}

/** The same; a run that has not spoken, because it was killed, is known by its attempts. */
export function solvedInDetail(run: RunDetail): Solved & { readonly total: number } {
  const { goals_solved: solved, goals_refuted: refuted, goals_tried: total } = run
  const known = run.pulse ? undefined : solvedOf(run)
  return known?.total === undefined ? { solved, refuted, total, lemmas: 0 } : { ...known, total: known.total }
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
