/**
 * How much may be asked of the workers of all machines at once. It follows what they have: a run keeps their slots
 * full and a few jobs in waiting, so that the queue stays short however much there is to do, and runs that share the
 * workers get about the same of them.
 */
import type { Lane } from '../engine/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { Rate } from './rate.ts'
import { ALIVE_SECONDS, listWorkers, type SeenWorker } from './workers.ts'

const LOOK_MS = 2_000
/** Jobs that wait while all slots are busy, as a share of the slots. */
const LEAD = 1.25
/** The way of a question and its answer through the database: what ends meanwhile must be under way, too. */
const ROUND_TRIP_SECONDS = 0.3

export interface CapacityOptions {
  readonly ledger: Ledger
  /** Which workers would do the same as this machine. */
  readonly fits: (worker: SeenWorker) => boolean
  /** Most jobs of this run at once in a lane, over all workers. */
  readonly quota?: number | undefined
}

export class Capacity implements Disposable {
  readonly #options: CapacityOptions
  #slots: Readonly<Record<Lane, number>> = { light: 0, heavy: 0 }
  #fitting = 0
  #others = 0
  readonly #answers: Readonly<Record<Lane, Rate>> = { light: new Rate(), heavy: new Rate() }
  readonly #timer: NodeJS.Timeout

  static async open(options: CapacityOptions): Promise<Capacity> {
    const capacity = new Capacity(options)
    await capacity.#look()
    return capacity
  }

  private constructor(options: CapacityOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), LOOK_MS)
    this.#timer.unref()
  }

  /** Workers that are alive and fit. */
  get workers(): number {
    return this.#fitting
  }

  /** Those that are alive and do not. */
  get misfits(): number {
    return this.#others
  }

  /** Says that the workers have answered; short answers make more of them be asked for at once. */
  answered(lane: Lane): void {
    this.#answers[lane].happened()
  }

  most(lane: Lane): number {
    const slots = this.#slots[lane]
    const wanted = slots === 0 ? 0 : Math.ceil(slots * LEAD) + this.#onTheWay(lane)
    return Math.min(wanted, this.#options.quota ?? wanted)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #onTheWay(lane: Lane): number {
    return Math.floor(this.#answers[lane].perSecond * ROUND_TRIP_SECONDS)
  }

  async #look(): Promise<void> {
    const { ledger, fits } = this.#options
    const alive = (await listWorkers(ledger)).filter(({ silentSeconds }) => silentSeconds < ALIVE_SECONDS)
    const fitting = alive.filter(fits)
    const sum = (lane: Lane) => fitting.reduce((total, { lanes }) => total + lanes[lane], 0)
    this.#slots = { light: sum('light'), heavy: sum('heavy') }
    this.#fitting = fitting.length
    this.#others = alive.length - fitting.length
  }
}
