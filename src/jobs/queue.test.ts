/** One contract for both queues; what only shared ones can do is in shared-queue.test.ts. */
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresDatabases, type TestDatabases } from '../ledger/test-databases.ts'
import { type Job, type JobQueue, MOST_TRIES, type NewJob, openJobs } from './index.ts'

const never = new AbortController().signal
let count = 0

function jobOf(change: Partial<NewJob> = {}): NewJob {
  count += 1
  const queue = `light-${count}`
  return {
    queue,
    key: `goal ${count}`,
    data: { n: count },
    priority: 0.5,
    group: 'run',
    expireSeconds: 60,
    ...change,
  }
}

function serve(
  queue: JobQueue,
  names: readonly string[],
  handler: (job: Job) => Promise<unknown>,
  slots = 4,
) {
  // Nobody else is there to take a second try.
  return queue.serve({ queues: names, slots, worker: 'w1', restMs: 0 }, handler)
}

describe.each([
  ['in memory', async (): Promise<TestDatabases | undefined> => undefined],
  ['on PostgreSQL', postgresDatabases],
])('a job queue %s', (_, open) => {
  let databases: TestDatabases | undefined
  let queue: JobQueue

  beforeAll(async () => {
    databases = await open()
    const { databaseUrl } = (await databases?.fresh()) ?? { databaseUrl: undefined }
    queue = await openJobs({ databaseUrl })
  }, 60_000)

  afterAll(async () => {
    await queue[Symbol.asyncDispose]()
    await databases?.close()
  })

  beforeEach(() => {
    count += 1
  })

  it('gives the answer of a worker to whoever asked, whatever text is in it', async () => {
    const text = '\u0000 \ud800 "\\u0000" 💥 \' ; drop table job; -- %s \u202e'
    const job = jobOf({ data: { text }, group: 'run \u0000', key: `key ${text}` })
    const service = serve(queue, [job.queue], async ({ data }) => ({ heard: data, text }))
    expect(await queue.ask(job, never)).toEqual({
      kind: 'done',
      output: { heard: { text }, text },
      worker: 'w1',
    })
    await service.drain()
  })

  it('serves the most urgent first, and both lanes of a worker', async () => {
    const [low, high, other] = [jobOf({ priority: 0.1 }), jobOf({ priority: 0.9 }), jobOf()]
    const light = low.queue
    const jobs = [low, { ...high, queue: light }, other]
    await queue.enqueue(jobs)
    const order: unknown[] = []
    const service = serve(queue, [light, other.queue], async ({ data }) => void order.push(data), 1)
    await Promise.all(jobs.map((job) => queue.ask(job, never)))
    expect(order.indexOf(high.data)).toBeLessThan(order.findIndex((data) => equal(data, low.data)) + 1)
    expect(order).toHaveLength(3)
    expect(order.findIndex((data) => equal(data, high.data))).toBeLessThan(
      order.findIndex((data) => equal(data, low.data)),
    )
    await service.drain()
  })

  it('never does the same twice at once: the second asker joins the first', async () => {
    const job = jobOf()
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let runs = 0
    const service = serve(queue, [job.queue], async () => {
      runs += 1
      started.resolve()
      await release.promise
      return runs
    })
    const first = queue.ask(job, never)
    await started.promise
    const second = queue.ask({ ...job, data: { other: true } }, never)
    const third = queue.ask(jobOf({ queue: job.queue }), never)
    release.resolve()
    expect(await Promise.all([first, second])).toMatchObject([{ output: 1 }, { output: 1 }])
    expect(await third).toMatchObject({ kind: 'done', output: 2 })
    await service.drain()
  })

  it('goes on for the one who still waits when another one who asked the same has left', async () => {
    const job = jobOf()
    const beside = jobOf({ queue: job.queue })
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const service = serve(queue, [job.queue], async ({ data }) => {
      if (equal(data, beside.data)) return 'beside'
      started.resolve()
      await release.promise
      return 'answered'
    })
    const leaving = new AbortController()
    const first = queue.ask(job, leaving.signal)
    await started.promise
    // Asked in one breath: when the one beside it is answered, the second waits for the job of the first.
    const [second, other] = [queue.ask(job, never), queue.ask(beside, never)]
    expect(await other).toMatchObject({ output: 'beside' })
    leaving.abort()
    expect(await first).toEqual({ kind: 'cancelled' })
    release.resolve()
    expect(await second).toMatchObject({ kind: 'done', output: 'answered' })
    await service.drain()
  })

  it('tries again when the worker broke, and not when the answer is a failure', async () => {
    const [broken, failing] = [jobOf(), jobOf()]
    const tries: number[] = []
    const service = serve(queue, [broken.queue, failing.queue], async (job) => {
      if (job.queue === failing.queue) return { kind: 'failed' }
      tries.push(job.tries)
      if (job.tries < MOST_TRIES) throw new Error('Lean is gone')
      return 'at last'
    })
    expect(await queue.ask(failing, never)).toMatchObject({ output: { kind: 'failed' } })
    expect(await queue.ask(broken, never)).toMatchObject({ kind: 'done', output: 'at last' })
    expect(tries).toEqual([1, 2, 3])
    await service.drain()
  }, 60_000)

  it('sets a job aside as dead that breaks every worker, and goes on with the rest', async () => {
    const poisoned = jobOf()
    const good = jobOf({ queue: poisoned.queue })
    let tries = 0
    const service = serve(queue, [poisoned.queue], async ({ data }) => {
      if (equal(data, good.data)) return 'fine'
      tries += 1
      throw new Error('Lean is gone')
    })
    const answer = queue.ask(poisoned, never)
    expect(await queue.ask(good, never)).toMatchObject({ output: 'fine' })
    expect(await answer).toEqual({ kind: 'dead', error: 'Lean is gone' })
    expect(tries).toBe(MOST_TRIES)
    expect(await queue.deadJobs(1)).toMatchObject([
      { queue: poisoned.queue, group: 'run', key: poisoned.key, error: 'Lean is gone' },
    ])
    expect(await queue.countDead()).toBe(1)
    await service.drain()
  }, 60_000)

  it('forgets a waiting job and stops an active one when nobody wants the answer', async () => {
    const active = jobOf()
    const waiting = jobOf({ queue: active.queue })
    const started = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const ran: unknown[] = []
    const service = serve(
      queue,
      [active.queue],
      async ({ data, signal }) => {
        ran.push(data)
        started.resolve()
        await once(signal, 'abort')
        stopped.resolve()
      },
      1,
    )
    const [stopActive, stopWaiting] = [new AbortController(), new AbortController()]
    const first = queue.ask(active, stopActive.signal)
    await started.promise
    const second = queue.ask(waiting, stopWaiting.signal)
    stopWaiting.abort()
    expect(await second).toEqual({ kind: 'cancelled' })
    stopActive.abort()
    expect(await first).toEqual({ kind: 'cancelled' })
    await stopped.promise
    await service.drain()
    expect(ran).toEqual([active.data])
    expect((await queue.counts()).filter((one) => one.queue === active.queue)).toEqual([])
  })

  it('lets what runs come to its end when a worker drains, and starts nothing more', async () => {
    const job = jobOf()
    const next = jobOf({ queue: job.queue })
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const service = serve(
      queue,
      [job.queue],
      async () => {
        started.resolve()
        await release.promise
        return 'ended'
      },
      1,
    )
    const answer = queue.ask(job, never)
    await started.promise
    await queue.enqueue([next])
    const drained = service.drain()
    release.resolve()
    await drained
    expect(await answer).toMatchObject({ kind: 'done', output: 'ended' })
    expect((await queue.counts()).find((one) => one.queue === job.queue)).toMatchObject({
      waiting: 1,
      active: 0,
    })
  })

  it('gives the jobs of a worker that is stopped to another one', async () => {
    const job = jobOf()
    const started = Promise.withResolvers<void>()
    const first = serve(queue, [job.queue], async ({ signal }) => {
      started.resolve()
      await once(signal, 'abort')
      throw signal.reason
    })
    const answer = queue.ask(job, never)
    await started.promise
    await first.abandon()
    const second = serve(queue, [job.queue], async ({ tries }) => tries)
    expect(await answer).toMatchObject({ kind: 'done', output: 2 })
    await second.drain()
  }, 60_000)

  it('takes short jobs ahead: each is done once, and a worker that is stopped gives back what it has not begun', async () => {
    const jobs = Array.from({ length: 400 }, () => jobOf({ queue: 'short' }))
    const answers = Promise.all(jobs.map((job) => queue.ask(job, never)))
    const done: number[] = []
    const enough = Promise.withResolvers<void>()
    const count = async ({ data }: Job) => {
      await new Promise((resolve) => setImmediate(resolve))
      done.push((data as { n: number }).n)
      if (done.length === 150) enough.resolve()
      return data
    }
    const first = serve(queue, ['short'], count)
    await enough.promise
    await first.abandon()
    const second = serve(queue, ['short'], count)
    expect(await answers).toEqual(jobs.map(({ data }) => ({ kind: 'done', output: data, worker: 'w1' })))
    expect(new Set(done).size).toBe(jobs.length)
    // Only what ran when the worker was stopped is done a second time.
    expect(done.length).toBeLessThanOrEqual(jobs.length + 4)
    await second.drain()
  }, 60_000)

  it('takes no more than the machine bears', async () => {
    const jobs = Array.from({ length: 4 }, () => jobOf({ queue: 'shared' }))
    let most = 0
    let running = 0
    const service = queue.serve(
      { queues: ['shared'], slots: 4, worker: 'w1', admits: (now) => now < 2 },
      async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
      },
    )
    await Promise.all(jobs.map((job) => queue.ask(job, never)))
    expect(most).toBeLessThanOrEqual(2)
    await service.drain()
  })
})

function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
