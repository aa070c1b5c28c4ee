/** The engine at work on holes: every strategy as an arm, what it may spend, and who judges what it claims. */
import { hostname } from 'node:os'
import { createRandom, createScheduler, type ProblemScheduler } from '../engine/index.ts'
import { type Checker, GoalError, type LeanPool } from '../lean/index.ts'
import {
  type createPolicy,
  GLANCE_SECONDS,
  HEAD_START_MS,
  type ProofEvidence,
  RunMemory,
  type SearchMonitor,
  strategyTimeouts,
  toArm,
} from '../search/index.ts'
import type { FillOptions } from './fill-options.ts'
import { type HoleProblem, holeTools, type OpenProblems } from './hole-problem.ts'
import type { HoleQueue } from './hole-queue.ts'
import type { StepProfile } from './profile.ts'
import { createHoleVerify } from './verify-hole.ts'

const VERIFY_SECONDS = 180

export interface HoleSearch {
  readonly lean: { readonly pool: LeanPool; readonly checker: Checker }
  readonly runId: string
  readonly seed: number
  readonly policy: Awaited<ReturnType<typeof createPolicy>>
  /** What strategies get besides Lean. */
  readonly tools: Parameters<typeof holeTools>[3]
  readonly problems: OpenProblems
  readonly queue: HoleQueue
  readonly monitor: SearchMonitor
}

export function createHoleScheduler(
  options: FillOptions,
  { lean, runId, seed, policy, tools: more, problems, queue, monitor }: HoleSearch,
): ProblemScheduler<HoleProblem> {
  const { bench, config, ledger, strategies, profile, fleet, rounds, again } = options
  const timeouts = strategyTimeouts(config, strategies)
  const memory = new RunMemory(ledger, { runId, useCache: true })
  const tools = holeTools(lean.pool, bench, problems, more)
  const statements = new Map<string, string>()
  const placeOf = problems.placeOf(bench)
  const searched = fleet?.strategies(strategies, { runId, useCache: !again, placeOf }) ?? strategies
  const scheduler = createScheduler<HoleProblem, ProofEvidence>({
    arms: searched.map((strategy) =>
      blocking(toArm(strategy, { tools, memory, onHoles: () => {} }), queue, profile),
    ),
    policy,
    random: createRandom(seed + 1),
    verify: createHoleVerify({
      bench,
      ledger,
      profile,
      ...lean,
      onReceipt: ({ id, statement }) => statements.set(id, statement),
    }),
    // An attempt counts as a proof if its text is what the receipt speaks of: not the state in the hole.
    record: (attempt) =>
      memory.record({ ...attempt, goalText: statements.get(attempt.receipt ?? '') ?? attempt.goalText }),
    budget: (arm, _, round) => ({ seconds: timeouts(arm) * 2 ** round }),
    throttle: monitor.throttle,
    maxLight: monitor.most.light,
    maxHeavy: monitor.most.heavy,
    // The job queue has repeated a broken attempt already.
    ...(fleet && { errorRetries: 0 }),
    heavyFrom: config.escalateThreshold,
    slate: config.slate,
    headStartMs: HEAD_START_MS,
    // Short looks first: holes that are easy for some strategy are proved before anybody works long on a hard one.
    glanceSeconds: GLANCE_SECONDS,
    rounds,
    // Whoever waits for a lemma says so once everybody has failed, while further rounds go on.
    escalateAfter: strategies.length,
    // Tidying and judging elaborate the declaration some twenty times.
    verifySeconds: VERIFY_SECONDS,
    ...(again ? {} : { priors: (problem: HoleProblem) => memory.priors(problem) }),
    runId,
    worker: `${hostname()}:${process.pid}`,
  })
  monitor.follow(scheduler, ({ hole, text }) => ({ id: hole.id, text }))
  return scheduler
}

type HoleArm = ReturnType<typeof toArm<HoleProblem>>

/** A strategy that leaves alone what rests on something false, and for which bad text is a failure like any other. */
function blocking(arm: HoleArm, queue: HoleQueue, profile: StepProfile): HoleArm {
  return {
    ...arm,
    async run(problem, context) {
      const blocked = queue.blockedBy(problem.hole)
      if (blocked !== undefined) return { kind: 'cancelled', error: `it rests on ${blocked}, which is false` }
      try {
        return await profile.during(`search: ${arm.name}`, problem.hole, () => arm.run(problem, context))
      } catch (error) {
        if (error instanceof GoalError) return { kind: 'failed', error: error.message }
        throw error
      }
    },
  }
}
