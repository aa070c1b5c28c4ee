import { createHash } from 'node:crypto'
import { type Attempt, isConclusive, isSettled, type Outcome } from '../../src/attempt.ts'
import {
  type Belief,
  createMarginal,
  createRandom,
  createUcb,
  type Policy,
  type Random,
} from '../../src/engine/index.ts'
import { goalFeatures } from '../../src/goal/index.ts'

type Row = Pick<Attempt, 'goalKey' | 'goalText' | 'strategy' | 'outcome' | 'cpuSeconds'>

/** What every strategy does on one goal. */
interface RecordedGoal {
  readonly key: string
  readonly features: readonly string[]
  readonly byArm: ReadonlyMap<string, { readonly outcome: Outcome; readonly cpuSeconds: number }>
}

export interface ReplayTable {
  readonly goals: readonly RecordedGoal[]
  readonly arms: readonly string[]
}

/** Cancelled and broken attempts say nothing about what a strategy would have done, so they are left out. */
export function toTable(rows: Iterable<Row>): ReplayTable {
  const goals = new Map<string, { key: string; features: readonly string[]; byArm: Map<string, Row> }>()
  const arms = new Set<string>()
  for (const row of rows) {
    if (!isConclusive(row.outcome)) continue
    arms.add(row.strategy)
    const goal = goals.get(row.goalKey) ?? {
      key: row.goalKey,
      features: goalFeatures({ text: row.goalText }),
      byArm: new Map(),
    }
    goals.set(row.goalKey, goal)
    if (!goal.byArm.has(row.strategy)) goal.byArm.set(row.strategy, row)
  }
  return { goals: [...goals.values()], arms: [...arms] }
}

/** Two halves, to learn from one and to be measured on the other; which goal is where depends on its key alone. */
export function halves({ goals, arms }: ReplayTable): { learning: ReplayTable; heldOut: ReplayTable } {
  const isLearning = ({ key }: RecordedGoal) => (createHash('sha256').update(key).digest()[0] ?? 0) % 2 === 0
  return {
    learning: { arms, goals: goals.filter(isLearning) },
    heldOut: { arms, goals: goals.filter((goal) => !isLearning(goal)) },
  }
}

export interface ReplayResult {
  readonly solved: number
  readonly cpuSeconds: number
}

/**
 * Spends the CPU time on the recorded goals as the policy decides: goals take turns, one strategy per turn,
 * until they are solved, have nothing left to try, or the time is used up.
 */
export function replay(table: ReplayTable, policy: Policy, random: Random, cpuBudget: number): ReplayResult {
  const queue = shuffled(table.goals, random).map((goal) => ({ goal, failed: [] as string[] }))
  let cpuSeconds = 0
  let solved = 0
  for (let at = 0; at < queue.length && cpuSeconds < cpuBudget; at += 1) {
    const entry = queue[at]
    if (!entry) break
    const { goal, failed } = entry
    const arms = [...goal.byArm.keys()].filter((arm) => !failed.includes(arm))
    const choice = { failed: [...failed], features: goal.features }
    const [arm] = policy.choose({ ...choice, arms }, 1)
    const known = arm === undefined ? undefined : goal.byArm.get(arm)
    if (arm === undefined || !known) continue
    policy.started(arm)
    policy.ended({ ...choice, arm, ...known })
    cpuSeconds += known.cpuSeconds
    if (isSettled(known.outcome)) solved += 1
    else if (failed.push(arm) < goal.byArm.size) queue.push(entry)
  }
  return { solved, cpuSeconds }
}

/** Of each strategy alone, cut off after so many seconds: the share of goals it settles, and what a look costs. */
export function beliefs({ goals, arms }: ReplayTable, seconds: number): Record<string, Belief> {
  return Object.fromEntries(
    arms.map((arm) => {
      const looks = goals.flatMap(({ byArm }) => byArm.get(arm) ?? [])
      const settled = looks.filter(({ outcome, cpuSeconds }) => isSettled(outcome) && cpuSeconds <= seconds)
      const spent = looks.reduce((sum, { cpuSeconds }) => sum + Math.min(cpuSeconds, seconds), 0)
      return [arm, { success: settled.length / looks.length, cpuSeconds: spent / looks.length }]
    }),
  )
}

/** Lets a policy learn from other goals first, each strategy seen after those before it in the table had failed. */
export function train({ goals }: ReplayTable, policy: Policy): void {
  for (const { features, byArm } of goals) {
    const failed: string[] = []
    for (const [arm, known] of byArm) {
      policy.started(arm)
      policy.ended({ arm, failed: [...failed], features, ...known })
      if (!isSettled(known.outcome)) failed.push(arm)
    }
  }
}

/** The contestants: the two real policies, and the two that learn nothing. */
export const CONTESTANTS: Readonly<Record<string, (random: Random, order: readonly string[]) => Policy>> = {
  marginal: (random) => createMarginal(random),
  ucb: () => createUcb(),
  fixed: (_random, order) => unlearning('fixed', (arms) => order.filter((arm) => arms.includes(arm))),
  random: (random) => unlearning('random', (arms) => shuffled(arms, random)),
}

export function totalCpuSeconds({ goals }: ReplayTable): number {
  return goals.reduce(
    (sum, { byArm }) => sum + [...byArm.values()].reduce((all, { cpuSeconds }) => all + cpuSeconds, 0),
    0,
  )
}

export interface Standing {
  readonly policy: string
  readonly solved: number
  readonly solvedPerCpuSecond: number
}

/** The mean of every contestant over many shuffles of the goals, best first. */
export function compete(
  table: ReplayTable,
  options: { training?: ReplayTable | undefined; order: readonly string[]; share: number; seeds: number },
): Standing[] {
  const budget = totalCpuSeconds(table) * options.share
  const standings = Object.entries(CONTESTANTS).map(([name, create]) => {
    let solved = 0
    let cpuSeconds = 0
    for (let seed = 1; seed <= options.seeds; seed += 1) {
      const policy = create(createRandom(seed), options.order)
      if (options.training) train(options.training, policy)
      const result = replay(table, policy, createRandom(seed + 1_000_000), budget)
      solved += result.solved
      cpuSeconds += result.cpuSeconds
    }
    return { policy: name, solved: solved / options.seeds, solvedPerCpuSecond: solved / cpuSeconds }
  })
  return standings.sort((left, right) => right.solvedPerCpuSecond - left.solvedPerCpuSecond)
}

function unlearning(name: string, choose: (arms: readonly string[]) => readonly string[]): Policy {
  return {
    name,
    choose: ({ arms }, count) => choose(arms).slice(0, count),
    started() {},
    ended() {},
    save: () => ({}),
    restore: () => true,
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item)
}
