/** A cluster as queues in front of servers, event by event; time is simulated, so that a day takes a second. */
import type { Random } from '../../src/engine/index.ts'

export interface ClusterModel {
  readonly workers: number
  readonly slots: number
  /** Runs that share the workers, each on a machine of its own that checks its claims. */
  readonly runs: number
  readonly attemptSeconds: number
  readonly checkSeconds: number
  /** One answer in so many is a claim that has to be checked. */
  readonly claims: number
  /** Database time of a whole job: sent, fetched, answered, read. */
  readonly jobSeconds: number
  /** Database time of one heartbeat; each worker has one a second for its jobs, and one in three for itself. */
  readonly beatSeconds: number
}

export interface ClusterLoad {
  readonly perSecond: number
  readonly ofIdeal: number
  readonly databaseBusy: number
  readonly checkerBusy: number
}

/** Cores of the database's machine and of the submitter's. */
const [DATABASE_CORES, CHECKER_CORES] = [4, 4]
const LEAD = 1.25

/** Serves one after the other per core, in the order of arrival. */
class Station {
  readonly #free: number[]
  busySeconds = 0

  constructor(cores: number) {
    this.#free = Array.from({ length: cores }, () => 0)
  }

  serve(at: number, seconds: number): number {
    const core = this.#free.indexOf(Math.min(...this.#free))
    const end = Math.max(at, this.#free[core] ?? 0) + seconds
    this.#free[core] = end
    this.busySeconds += seconds
    return end
  }
}

export function simulate(model: ClusterModel, random: Random, simulatedSeconds = 2_000): ClusterLoad {
  const { workers, slots, runs, attemptSeconds, checkSeconds, claims, jobSeconds, beatSeconds } = model
  const all = workers * slots
  const beats = Math.min(0.99, (workers * (1 + 1 / 3) * beatSeconds) / DATABASE_CORES)
  // Heartbeats slow everything else down by the share that they take.
  const halfJob = jobSeconds / 2 / (1 - beats)
  const database = new Station(DATABASE_CORES)
  const checker = new Station(CHECKER_CORES * runs)
  const events = new EventQueue()
  let [free, queued, done] = [all, 0, 0]
  const begin = (at: number) => {
    while (free > 0 && queued > 0) {
      free -= 1
      queued -= 1
      const taken = database.serve(at, halfJob)
      events.add(taken - Math.log(1 - random.next()) * attemptSeconds, 'worked')
    }
  }
  queued = Math.ceil(all * LEAD)
  begin(0)
  for (let event = events.next(); event && event.at < simulatedSeconds; event = events.next()) {
    if (event.kind === 'worked') {
      free += 1
      const answered = database.serve(event.at, halfJob)
      const isClaim = random.next() < 1 / claims
      events.add(isClaim ? checker.serve(answered, checkSeconds) : answered, 'settled')
    } else {
      done += 1
      queued += 1
    }
    begin(event.at)
  }
  const perSecond = done / simulatedSeconds
  const share = (station: Station, cores: number) =>
    Math.min(1, station.busySeconds / simulatedSeconds / cores)
  return {
    perSecond,
    ofIdeal: perSecond / (all / attemptSeconds),
    databaseBusy: Math.min(1, share(database, DATABASE_CORES) * (1 - beats) + beats),
    checkerBusy: share(checker, CHECKER_CORES * runs),
  }
}

interface Happening {
  readonly at: number
  readonly kind: 'worked' | 'settled'
}

/** A binary heap, earliest first. */
class EventQueue {
  readonly #heap: Happening[] = []

  add(at: number, kind: Happening['kind']): void {
    const heap = this.#heap
    heap.push({ at, kind })
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1
      if (this.#at(parent) <= this.#at(child)) break
      this.#swap(parent, child)
      child = parent
    }
  }

  next(): Happening | undefined {
    const heap = this.#heap
    this.#swap(0, heap.length - 1)
    const first = heap.pop()
    for (let parent = 0; ; ) {
      const children = [2 * parent + 1, 2 * parent + 2].filter((one) => one < heap.length)
      const least = children.sort((one, other) => this.#at(one) - this.#at(other))[0]
      if (least === undefined || this.#at(parent) <= this.#at(least)) return first
      this.#swap(parent, least)
      parent = least
    }
  }

  #at(place: number): number {
    return this.#heap[place]?.at ?? Number.POSITIVE_INFINITY
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]]
    if (!first || !second) return
    this.#heap[one] = second
    this.#heap[other] = first
  }
}
