/**
 * Strategies that run on other machines. Asked here, such a strategy is a job in a queue; what comes back is a claim
 * like any other, for the checker of the machine that asked. A worker is not believed in anything else either: what it
 * says of times is bounded, and what cannot be read is an error of the worker.
 */
import * as z from 'zod'
import { OrchError } from '../errors.ts'
import type { Goal } from '../goal/index.ts'
import type { JobQueue } from '../jobs/index.ts'
import { atHole, atStatement, Dojo, GoalError, type GoalInput, type HolePlace } from '../lean/index.ts'
import { readPlace, SentPlace, sentPlace } from './remote-place.ts'
import type { Strategy, StrategyResult, StrategyTools } from './strategy.ts'
import { strategyGoal } from './tools.ts'

const MOST_SECONDS = 10 * 86_400
const MOST_TEXT = 1_000_000
const MOST_LISTED = 1_000
/** A worker may take this much longer than the budget: Lean starts, a machine is slow. */
const SLACK_SECONDS = 120
/** The scheduler's own clock must not run while a job waits for its turn. */
const UNLIMITED = Number.POSITIVE_INFINITY

const text = z.string().max(MOST_TEXT)
const texts = z.array(text).max(MOST_LISTED)
const seconds = z.number().min(0).max(MOST_SECONDS)

const LeanJob = z.object({
  strategy: z.string(),
  version: z.number(),
  budget_seconds: seconds,
  is_glance: z.boolean().optional(),
  input: z.object({
    statement: z.string(),
    preamble: z.string().optional(),
    imports: z.array(z.string()).optional(),
  }),
  goal: z.object({
    id: z.string(),
    text: z.string(),
    context: z.array(z.string()),
    difficulty: z.number(),
    priority: z.number(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
  lemmas: z.string().optional(),
  /** Where the goal stands in a file: it is opened there, and `input` is for whoever needs a statement. */
  place: SentPlace.optional(),
  resume: texts.optional(),
})

const spent = { cpuSeconds: seconds.nullable() }
const Answer = z.object({
  timeSeconds: seconds,
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('proved'), script: text, premises: texts.optional(), ...spent }),
    z.object({ kind: z.literal('refuted'), script: text, counterexample: text, ...spent }),
    z.object({
      kind: z.literal('failed'),
      why: text,
      outOfTime: z.boolean().optional(),
      stuckOn: text.optional(),
      holes: texts.optional(),
      unfinished: texts.optional(),
      ...spent,
    }),
  ]),
})

export interface RemoteOptions {
  readonly queue: JobQueue
  /** The queue of a goal, by its difficulty: a lane of the workers that are like this machine. */
  readonly queueName: (difficulty: number) => string
  readonly runId: string
  /** 0 (whenever) to 1 (first), among the runs that share the workers. */
  readonly runPriority: number
  readonly onAnswer?: (difficulty: number) => void
  /** Part of the job's key: equal jobs are done once, so a run that ignores the cache uses a salt of its own. */
  readonly salt: string
  /** Where a goal stands that is a hole in a file. */
  readonly placeOf?: (input: GoalInput) => HolePlace | undefined
}

/** The strategy as a job for others. */
export function remoteStrategy(strategy: Strategy, options: RemoteOptions): Strategy {
  const { name, version } = strategy
  return {
    ...strategy,
    patience: UNLIMITED,
    async run({ input, lemmas, goal }, _tools, { budgetSeconds, isGlance, signal, resume, key = '' }) {
      const { id, text, context, difficulty, priority, metadata } = goal
      const place = options.placeOf?.(input)
      const { statement, preamble, imports } = input
      const data: z.input<typeof LeanJob> = {
        strategy: name,
        version,
        budget_seconds: budgetSeconds,
        is_glance: isGlance,
        input: { statement, preamble, imports: imports && [...imports] },
        goal: { id, text, context: [...context], difficulty, priority, metadata },
        lemmas,
        place: place && sentPlace(place, preamble ?? ''),
        resume: resume && [...resume],
      }
      const { queue, runId, runPriority, salt } = options
      const answer = await queue.ask(
        {
          queue: options.queueName(difficulty),
          // What was proved above a hole is part of its place, and makes the same strategy another experiment.
          key: JSON.stringify([key, name, version, budgetSeconds, lemmas ?? '', place, resume ?? [], salt]),
          data,
          priority: (runPriority * 999 + priority) / 1000,
          group: runId,
          expireSeconds: wallSeconds(strategy, budgetSeconds) + SLACK_SECONDS,
        },
        signal,
      )
      if (answer.kind === 'cancelled') throw new DOMException('The attempt was cancelled.', 'AbortError')
      options.onAnswer?.(difficulty)
      if (answer.kind === 'dead')
        throw new OrchError('job_dead', `Three workers broke on it; the last one said: ${answer.error}`)
      return readAnswer(answer.output, answer.worker)
    },
  }
}

function readAnswer(output: unknown, worker: string): StrategyResult {
  const told = Answer.safeParse(output)
  if (!told.success)
    throw new OrchError('worker_unreadable', `The worker ${worker} gave an answer that cannot be read.`)
  const { result, timeSeconds } = told.data
  const whereabouts = { worker: worker.slice(0, 200), timeSeconds }
  return { ...withoutUndefined(result), ...whereabouts } as StrategyResult
}

/** Does what a job asks, on the machine of a worker. */
export async function runLeanJob(
  data: unknown,
  strategies: readonly Strategy[],
  tools: StrategyTools,
  signal: AbortSignal,
): Promise<z.input<typeof Answer>> {
  const job = LeanJob.parse(data)
  const strategy = strategies.find(({ name, version }) => name === job.strategy && version === job.version)
  if (!strategy)
    throw new OrchError(
      'unknown_strategy',
      `This worker has no strategy ${job.strategy} of version ${job.version}.`,
    )
  const started = performance.now()
  const limit = AbortSignal.timeout(wallSeconds(strategy, job.budget_seconds) * 1000)
  let stoppedAfter: number | null = null
  const input = withoutUndefined(job.input) as GoalInput
  const goal = strategyGoal(input, withoutUndefined({ ...job.goal, lemmas: job.lemmas }) as Partial<Goal>)
  const place = job.place && readPlace(job.place, input.preamble ?? '')
  const result = await strategy
    .run(goal, place ? toolsAt(place, input, tools) : tools, {
      budgetSeconds: job.budget_seconds,
      ...(job.is_glance && { isGlance: true }),
      signal: AbortSignal.any([signal, limit]),
      onStopped: (cpuSeconds) => {
        stoppedAfter = (stoppedAfter ?? 0) + cpuSeconds
      },
      ...(job.resume && { resume: job.resume }),
    })
    .catch((error: unknown): StrategyResult => {
      // Lean says no: another worker would hear the same.
      if (error instanceof GoalError) return { kind: 'failed', why: error.message, cpuSeconds: stoppedAfter }
      if (!limit.aborted || signal.aborted) throw error
      return { kind: 'failed', why: 'out of time', outOfTime: true, cpuSeconds: stoppedAfter }
    })
  return {
    timeSeconds: (performance.now() - started) / 1000,
    result: result as z.input<typeof Answer>['result'],
  }
}

/** Tools with which the goal of a job is opened where it stands; any other input is a statement, mostly about the same text. */
function toolsAt(place: HolePlace, input: GoalInput, tools: StrategyTools): StrategyTools {
  return {
    ...tools,
    openDojo: (goal, signal) => {
      const options = { structured: true, keys: true, signal }
      if (goal.input === input) return Dojo.openAt(tools.pool, atHole(place), options)
      if (goal.lemmas || goal.input.preamble !== input.preamble) return tools.openDojo(goal, signal)
      return Dojo.openAt(tools.pool, atStatement(goal.input, place.before), options)
    },
  }
}

function wallSeconds({ patience = 1 }: Pick<Strategy, 'patience'>, budgetSeconds: number): number {
  return Math.min(MOST_SECONDS, budgetSeconds * patience)
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
