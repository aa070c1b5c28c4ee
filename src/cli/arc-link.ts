/**
 * Ties a batch to everybody who watches or steers it through the ledger, as runs of Lean goals are: every second it says
 * how far it is and looks for what people want of it. A beat that fails is left out: a run never depends on its
 * watchers.
 */
import type { BatchProgress } from '../arc/index.ts'
import { createMachine, type Throttle } from '../engine/index.ts'
import { OrchError } from '../errors.ts'
import { appendEvents, forgetControl, type Ledger, runControl } from '../ledger/index.ts'
import { WorkRate } from './work-rate.ts'

const BEAT_MS = 1_000

interface ArcLinkOptions {
  readonly ledger: Ledger
  readonly runId: string
  readonly throttle: Throttle
  readonly workers: number
}

export class ArcLink implements AsyncDisposable {
  readonly #options: ArcLinkOptions
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #rate = new WorkRate()
  /** The throttle of a batch without a CPU target never looks at the machine. */
  readonly #machine = createMachine()
  #progress: BatchProgress = { done: 0, total: 0, solved: 0 }
  #beating: Promise<void> = Promise.resolve()

  static async open(options: ArcLinkOptions): Promise<ArcLink> {
    const { ledger, runId } = options
    await forgetControl(ledger, runId)
    await appendEvents(ledger, [{ type: 'run-started', runId, data: { run_id: runId, command: 'arc run' } }])
    return new ArcLink(options)
  }

  private constructor(options: ArcLinkOptions) {
    this.#options = options
    this.#timer = setInterval(() => {
      this.#rate.passed(BEAT_MS, options.throttle.paused)
      this.#beating = this.#beating.then(() => this.#beat().catch(() => {}))
    }, BEAT_MS)
  }

  /** Fires when somebody wants the run to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  readonly update = (progress: BatchProgress): void => {
    this.#progress = progress
    this.#rate.update(progress.done)
  }

  async #beat(): Promise<void> {
    const { ledger, runId, throttle } = this.#options
    const control = await runControl(ledger, runId)
    if (control) {
      throttle.paused = control.wanted === 'pause'
      if (control.cpuTarget !== undefined) throttle.cpuTarget = control.cpuTarget
      if (control.wanted === 'stop' && !this.#stop.signal.aborted)
        this.#stop.abort(new OrchError('stopped', 'The run was asked to stop.'))
    }
    await appendEvents(ledger, [{ type: 'pulse', runId, data: this.#pulse() }])
  }

  #pulse(): object {
    const { throttle, workers } = this.#options
    const { done, total, solved } = this.#progress
    const { cpuTarget, paused } = throttle
    const { cpuShare, memoryShare } = this.#machine.read()
    const busy = paused ? 0 : Math.min(workers, total - done)
    return {
      cpu_share: cpuShare,
      memory_share: memoryShare,
      cpu_target: cpuTarget,
      paused,
      queued: Math.max(0, total - done - busy),
      lanes: { light: { running: busy, limit: workers }, heavy: { running: 0, limit: 0 } },
      running: [],
      goals: { total, processed: done, solved },
      arms: [],
      tasks_per_second: this.#rate.perSecond,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    const { ledger, runId } = this.#options
    await appendEvents(ledger, [{ type: 'run-ended', runId, data: { run_id: runId } }]).catch(() => {})
  }
}
