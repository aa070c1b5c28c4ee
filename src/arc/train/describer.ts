import { describe, factKey } from '../describe/index.ts'
import type { Task } from '../io/index.ts'
import { tidy } from './ranker.ts'

/** How a fact fared: seen on all pairs but one, and holding on that one too. */
export interface Fared {
  seen: number
  held: number
}

/** For every pair of a task: which facts of the other pairs it keeps. */
export function countFacts(task: Pick<Task, 'train'>, counts: Map<string, Fared>): void {
  if (task.train.length < 2) return
  const whole = new Set(describe(task).map(factKey))
  task.train.forEach((_, at) => {
    for (const key of new Set(describe({ train: task.train.toSpliced(at, 1) }).map(factKey))) {
      const fared = counts.get(key) ?? { seen: 0, held: 0 }
      counts.set(key, { seen: fared.seen + 1, held: fared.held + (whole.has(key) ? 1 : 0) })
    }
  })
}

const PSEUDO = 2

/** Reliability per fact, drawn towards the mean of all where little was seen. */
export function factReliability(counts: ReadonlyMap<string, Fared>): Record<string, number> {
  const all = [...counts.values()].reduce((a, b) => ({ seen: a.seen + b.seen, held: a.held + b.held }), {
    seen: 0,
    held: 0,
  })
  const mean = all.seen === 0 ? 1 : all.held / all.seen
  const entries = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, { seen, held }]) => [key, tidy((held + PSEUDO * mean) / (seen + PSEUDO))]),
  )
}
