/** How much a run may ask for at once: what keeps a queue short and runs fair to each other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { Capacity, type JobQueue, openJobs, sayAlive, sayGone } from './index.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-capacity-'))
const never = new AbortController().signal
let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger({ home })
})

afterAll(async () => {
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
})

const appear = (worker: string, capability: string, light: number, heavy: number) =>
  sayAlive(ledger, {
    worker,
    host: 'box',
    pid: 1,
    capability,
    versions: { orch: '1', build: 'b', work: ['lean'], toolchain: '', checker: '', strategies: [] },
    lanes: { light, heavy },
    running: [],
  })

const look = (quota?: number) =>
  Capacity.open({ ledger, fits: ({ capability }) => capability === 'same', quota })

it('is a quarter more than the slots of the workers that fit, and no more than the quota of the run', async () => {
  using nobody = await look()
  expect([nobody.workers, nobody.most('light'), nobody.most('heavy')]).toEqual([0, 0, 0])
  await appear('a', 'same', 4, 1)
  await appear('b', 'same', 8, 0)
  await appear('c', 'other', 100, 100)
  using all = await look()
  expect([all.workers, all.misfits, all.most('light'), all.most('heavy')]).toEqual([2, 1, 15, 2])
  using bounded = await look(3)
  expect([bounded.most('light'), bounded.most('heavy')]).toEqual([3, 2])
  await sayGone(ledger, 'b')
  using fewer = await look()
  expect([fewer.workers, fewer.most('light')]).toEqual([1, 5])
})

/** A run as the scheduler makes it: so many goals, and never more of them asked for than it may. */
async function askAll(queue: JobQueue, run: string, goals: number, most: number, priority = 0.5) {
  const waiting = Array.from({ length: goals }, (_, n) => `${run} ${n}`)
  const ask = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift())
      await queue.ask({ queue: 'lane', key, data: { run }, priority, group: run, expireSeconds: 60 }, never)
  }
  await Promise.all(Array.from({ length: most }, ask))
}

it('keeps the queue short however much there is to do, and a small run is not behind a large one', async () => {
  await using queue = await openJobs({ databaseUrl: undefined })
  const [SLOTS, MOST] = [4, 5]
  const done: string[] = []
  let longest = 0
  const service = queue.serve({ queues: ['lane'], slots: SLOTS, worker: 'w' }, async ({ group }) => {
    const [counts] = await queue.counts()
    longest = Math.max(longest, (counts?.waiting ?? 0) + (counts?.active ?? 0))
    await new Promise((resolve) => setImmediate(resolve))
    done.push(group)
  })
  const large = askAll(queue, 'large', 400, MOST)
  await askAll(queue, 'small', 20, MOST)
  const before = done.lastIndexOf('small')
  await large
  // Two runs, each with what it may have; the small one gets about every second slot.
  expect(longest).toBeLessThanOrEqual(2 * MOST)
  expect(before).toBeLessThan(3 * 20)
  expect(done).toHaveLength(420)
  await service.drain()
})

it('serves a run of higher urgency first, and a quota leaves slots to others', async () => {
  await using queue = await openJobs({ databaseUrl: undefined })
  const done: string[] = []
  const running = new Map<string, number>()
  let mostBounded = 0
  const runs = [askAll(queue, 'later', 30, 10, 0.1), askAll(queue, 'first', 30, 10, 0.9)]
  runs.push(askAll(queue, 'bounded', 30, 2, 0.95))
  const service = queue.serve({ queues: ['lane'], slots: 4, worker: 'w' }, async ({ group }) => {
    running.set(group, (running.get(group) ?? 0) + 1)
    mostBounded = Math.max(mostBounded, running.get('bounded') ?? 0)
    await new Promise((resolve) => setImmediate(resolve))
    running.set(group, (running.get(group) ?? 0) - 1)
    done.push(group)
  })
  await Promise.all(runs)
  expect(mostBounded).toBe(2)
  const place = (run: string) => done.reduce((sum, one, at) => sum + (one === run ? at : 0), 0)
  expect(place('first')).toBeLessThan(place('later'))
  expect(done.slice(0, 40).filter((run) => run === 'first').length).toBeGreaterThan(0)
  await service.drain()
})
