/**
 * Tasks of a batch on other machines. A task with its settings is the whole question, and the trace the whole answer,
 * so that it does not matter who answers. Only built-in checkpoints travel: a folder of one machine is not on others.
 */
import * as z from 'zod'
import type { Lane } from '../../engine/index.ts'
import { InputError, OrchError } from '../../errors.ts'
import { buildHash, type Capacity, capabilityOf, type JobQueue, ORCH_VERSION } from '../../jobs/index.ts'
import { sha256 } from '../checkpoint/index.ts'
import { parseTasks, printTask } from '../io/index.ts'
import { type CheckpointPaths, checkpointPathsSchema, loopSettingsSchema } from '../loop/index.ts'
import type { MemoryBundle } from '../memory/index.ts'
import { traceSchema } from '../trace/index.ts'
import { Threads, type WorkerAnswer, type WorkerOptions, type WorkerTask } from './threads.ts'

const BUILT_IN = 'builtin:'
/** The pipeline counts operator applications, not seconds; a worker that takes longer than this is lost. */
const EXPIRE_SECONDS = 6 * 3_600
const MOST_SECONDS = 10 * 86_400
/** Threads for this many different settings are kept; more runs at once start theirs anew. */
const MOST_POOLS = 2

const ArcJob = z.object({
  task: z.string(),
  memory: z.custom<MemoryBundle>((value) => typeof value === 'object' && value !== null),
  options: z.object({ checkpoints: checkpointPathsSchema, settings: loopSettingsSchema }),
})

const ArcAnswer = z.object({
  seconds: z.number().min(0).max(MOST_SECONDS),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('trace'), trace: traceSchema }),
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
})

export interface RemoteTasks {
  ask(
    item: WorkerTask,
    options: WorkerOptions,
    lane: Lane,
    signal: AbortSignal,
  ): Promise<{ answer: WorkerAnswer; seconds: number; worker: string }>
  most(lane: Lane): number
}

export function arcQueue(lane: Lane): string {
  return `arc-${lane}-${capabilityOf(['arc', ORCH_VERSION, buildHash()])}`
}

export function canDistribute(checkpoints: CheckpointPaths): boolean {
  return Object.values(checkpoints).every((path) => path === undefined || path.startsWith(BUILT_IN))
}

export function remoteTasks(options: {
  readonly queue: JobQueue
  readonly capacity: Pick<Capacity, 'most'>
  readonly runId: string
  readonly priority: number
}): RemoteTasks {
  const { queue, capacity, runId, priority } = options
  return {
    most: (lane) => capacity.most(lane),
    async ask({ index, task, memory }, workerOptions, lane, signal) {
      const data = { task: printTask({ task, answers: [] }), memory, options: workerOptions }
      const answer = await queue.ask(
        {
          queue: arcQueue(lane),
          key: sha256(JSON.stringify(data)),
          data,
          priority,
          group: runId,
          expireSeconds: EXPIRE_SECONDS,
        },
        signal,
      )
      if (answer.kind === 'cancelled') throw new DOMException('The task was cancelled.', 'AbortError')
      if (answer.kind === 'dead')
        throw new OrchError('job_dead', `Three workers broke on it; the last one said: ${answer.error}`)
      const { worker } = answer
      const told = ArcAnswer.safeParse(answer.output).data
      // The question names the task: an answer about another one is none.
      if (!told || (told.answer.kind === 'trace' && told.answer.trace.task_id !== task.id))
        throw new OrchError('worker_unreadable', `The worker ${worker} gave an answer that cannot be read.`)
      return { answer: { ...told.answer, index }, seconds: told.seconds, worker }
    },
  }
}

/** The ARC side of a worker. */
export class ArcWork implements AsyncDisposable {
  readonly #slots: number
  readonly #pools = new Map<string, Threads>()

  constructor(slots: number) {
    this.#slots = slots
  }

  async run(data: unknown, signal: AbortSignal): Promise<object> {
    const job = ArcJob.parse(data)
    const [labelled] = parseTasks(`${job.task}\n`, 'job').tasks
    if (!labelled) throw new InputError('arc_bad_task', 'The job holds no task.')
    const { options, memory } = job
    if (!canDistribute(options.checkpoints))
      throw new InputError('arc_checkpoint', 'Only built-in checkpoints are on every machine.')
    const threads = await this.#threadsFor(options)
    const { task } = labelled
    const { answer, seconds } = await threads.ask({ index: 0, task, memory }, signal)
    const { index: _, ...rest } = answer
    return { answer: rest, seconds }
  }

  async #threadsFor(options: WorkerOptions): Promise<Threads> {
    const key = JSON.stringify(options)
    const known = this.#pools.get(key)
    const threads = known ?? new Threads(this.#slots, options)
    // Set again, so that the pools are in the order of their last use.
    this.#pools.delete(key)
    this.#pools.set(key, threads)
    for (const [old, pool] of this.#pools) {
      if (this.#pools.size <= MOST_POOLS || !pool.isIdle) continue
      this.#pools.delete(old)
      await pool[Symbol.asyncDispose]()
    }
    return threads
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool[Symbol.asyncDispose]()))
  }
}
