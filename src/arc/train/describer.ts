import { round } from '../compare/index.ts'
import { describe, factKey } from '../describe/index.ts'
import type { Task } from '../io/index.ts'

/** How a fact fared: seen on all pairs but one, and holding on that one too. */
export interface Fared {
  readonly seen: number
  readonly held: number
}

/** For every pair of every task: which facts of the other pairs it keeps. */
export function countFacts(tasks: readonly Pick<Task, 'train'>[]): Map<string, Fared> {
  const counts = new Map<string, Fared>()
  for (const { train } of tasks.filter((task) => task.train.length > 1)) {
    const whole = new Set(describe({ train }).map(factKey))
    for (const at of train.keys()) {
      for (const key of new Set(describe({ train: train.toSpliced(at, 1) }).map(factKey))) {
        const { seen, held } = counts.get(key) ?? { seen: 0, held: 0 }
        counts.set(key, { seen: seen + 1, held: held + Number(whole.has(key)) })
      }
    }
  }
  return counts
}

const PSEUDO = 2

/** The share of facts that held; what was never seen has nothing against it. */
export function shareHeld(counts: readonly Fared[]): number {
  const seen = counts.reduce((sum, fared) => sum + fared.seen, 0)
  return seen === 0 ? 1 : counts.reduce((sum, fared) => sum + fared.held, 0) / seen
}

/** Reliability per fact, drawn towards the mean of all where little was seen. */
export function factReliability(counts: ReadonlyMap<string, Fared>): Record<string, number> {
  const mean = shareHeld([...counts.values()])
  const entries = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, { seen, held }]) => [key, round((held + PSEUDO * mean) / (seen + PSEUDO))]),
  )
}
