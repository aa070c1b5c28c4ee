/**
 * Work for whoever is there to do it: asked for in one process, done in another one or the same.
 *
 * Life of a job: waiting → active → done, and its answer stays for an hour. A worker that throws says that something
 * around the work broke: the job goes back to waiting, later each time, and is dead after `MOST_TRIES`. A worker that
 * is not heard of any more gives its jobs back. Whoever asked may cancel: a waiting job is forgotten, an active one is
 * stopped where it runs.
 */

/** How often a job is tried before it is set aside as dead. */
export const MOST_TRIES = 3

export interface NewJob {
  /** Which workers may take it: they serve queues by name. */
  readonly queue: string
  /** What is asked. Two jobs of one key in one queue are never waiting or active at once: the second joins the first. */
  readonly key: string
  /** As JSON can say it. */
  readonly data: object
  /** 0 (whenever) to 1 (first). */
  readonly priority: number
  /** Who asks: a run. */
  readonly group: string
  /** After this long a worker has lost it, whatever it says. */
  readonly expireSeconds: number
}

export type JobAnswer =
  | { readonly kind: 'done'; readonly output: unknown; readonly worker: string }
  /** It broke every worker that had it. */
  | { readonly kind: 'dead'; readonly error: string }
  | { readonly kind: 'cancelled' }

/** A job in the hands of a worker. */
export interface Job {
  readonly id: string
  readonly queue: string
  readonly group: string
  readonly data: unknown
  /** How many workers have had it, this one included. */
  readonly tries: number
  /** Fires when nobody wants the answer any more, or when somebody else has the job now. */
  readonly signal: AbortSignal
}

/** The answer, or a throw if what the work needs is broken. */
export type Handler = (job: Job) => Promise<unknown>

export interface JobServeOptions {
  /** In turns, so that none keeps the others from the slots. */
  readonly queues: readonly string[]
  /** Jobs at once, over all these queues. */
  readonly slots: number
  /** Who serves, for whoever gets the answer. */
  readonly worker: string
  /** Whether the machine bears one more beside the running ones; asked before each is taken. */
  readonly admits?: (running: number) => boolean
  /** How long it takes nothing more when one job after the other broke on it; ten seconds, and longer each time. */
  readonly restMs?: number
}

export interface Service {
  readonly running: readonly Job[]
  /** Takes nothing more; resolves when what runs has ended. */
  drain(): Promise<void>
  /** Takes nothing more and stops what runs; it goes back to the queue. */
  abandon(): Promise<void>
}

export interface QueueCounts {
  readonly queue: string
  readonly waiting: number
  readonly active: number
}

export interface DeadJob {
  readonly queue: string
  readonly group: string
  readonly key: string
  readonly error: string
  readonly diedAt: string
}

export interface JobQueue extends AsyncDisposable {
  /** Asks for work and waits for its answer, also through a database that is away for a while. */
  ask(job: NewJob, signal: AbortSignal): Promise<JobAnswer>
  /** Asks for much work at once without waiting; who wants an answer asks again with the same key. */
  enqueue(jobs: readonly NewJob[]): Promise<void>
  serve(options: JobServeOptions, handler: Handler): Service
  counts(): Promise<readonly QueueCounts[]>
  /** Newest first. */
  deadJobs(limit: number): Promise<readonly DeadJob[]>
  countDead(): Promise<number>
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
