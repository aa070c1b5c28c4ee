/**
 * A worker: takes jobs of its lanes from the shared queue until it is asked to stop. It writes nothing into the ledger
 * but that it is there; what it finds is a claim that the machine which asked will check.
 *
 * Life: serving → draining (the first SIGTERM: what runs comes to its end) → gone. A second signal gives the jobs back.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createMachine, type Lane, systemClock, Throttle } from '../engine/index.ts'
import {
  type Job,
  type JobQueue,
  type Service,
  sayAlive,
  sayGone,
  type WorkerVersions,
} from '../jobs/index.ts'
import type { Ledger } from '../ledger/index.ts'

const BEAT_MS = 3_000

export interface JobWorkerOptions {
  readonly ledger: Ledger
  readonly queue: JobQueue
  readonly lanes: Readonly<Record<Lane, number>>
  readonly versions: WorkerVersions
  readonly capability: string
  /** Which queues a lane serves, and what is done with their jobs. */
  readonly kinds: readonly WorkKind[]
  /** Shares of this machine that it may use; 1 is no limit. */
  readonly cpuTarget: number
  readonly memoryTarget: number
  /** Fires when it should come to an end, and when it should do so at once. */
  readonly drain: AbortSignal
  readonly abandon: AbortSignal
  /** Called when it is on the list of workers. */
  readonly onReady?: () => void
  readonly onJob?: (event: { readonly job: Job; readonly what: string; readonly ended: boolean }) => void
}

export interface WorkKind {
  readonly name: string
  readonly queue: (lane: Lane) => string
  /** In a few words, for whoever looks. */
  readonly describe: (data: unknown) => string
  readonly run: (data: unknown, signal: AbortSignal) => Promise<unknown>
}

export async function runWorker(options: JobWorkerOptions): Promise<void> {
  const { ledger, queue, lanes, versions, capability, kinds, cpuTarget, memoryTarget } = options
  const host = hostname()
  const worker = `${host}:${process.pid}:${randomUUID().slice(0, 8)}`
  const started = new Map<string, number>()
  const throttle = new Throttle({ machine: createMachine(), clock: systemClock, cpuTarget, memoryTarget })
  const services: Service[] = []
  const running = () => services.flatMap((service) => service.running)
  const sampling = setInterval(() => throttle.sample(running().length), Throttle.sampleMs)

  const serve = (lane: Lane): Service => {
    const byQueue = new Map(kinds.map((kind) => [kind.queue(lane), kind]))
    return queue.serve(
      {
        queues: [...byQueue.keys()],
        slots: lanes[lane],
        worker,
        admits: () => throttle.admits(running().length),
      },
      async (job) => {
        const kind = byQueue.get(job.queue)
        if (!kind) throw new Error(`Nobody here serves ${job.queue}.`)
        const what = kind.describe(job.data)
        throttle.started()
        started.set(job.id, performance.now())
        options.onJob?.({ job, what, ended: false })
        try {
          return await kind.run(job.data, job.signal)
        } finally {
          started.delete(job.id)
          options.onJob?.({ job, what, ended: true })
        }
      },
    )
  }
  for (const lane of ['light', 'heavy'] as const) if (lanes[lane] > 0) services.push(serve(lane))

  const describe = (job: Job): string =>
    kinds
      .find((kind) => kind.queue('light') === job.queue || kind.queue('heavy') === job.queue)
      ?.describe(job.data) ?? ''
  const beat = () =>
    sayAlive(ledger, {
      worker,
      host,
      pid: process.pid,
      capability,
      versions,
      lanes,
      running: running().map((job) => ({
        what: describe(job).slice(0, 200),
        run: job.group,
        seconds: Math.round((performance.now() - (started.get(job.id) ?? performance.now())) / 100) / 10,
      })),
    })
  await beat()
  options.onReady?.()
  const beating = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  try {
    await fired(options.drain)
    const drained = Promise.all(services.map((service) => service.drain()))
    const abandoned = fired(options.abandon).then(() =>
      Promise.all(services.map((service) => service.abandon())),
    )
    await Promise.race([drained, abandoned])
  } finally {
    clearInterval(beating)
    clearInterval(sampling)
    await sayGone(ledger, worker).catch(() => undefined)
  }
}

async function fired(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
