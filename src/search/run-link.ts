import * as z from 'zod'
import type { Config } from '../config/index.ts'
import { ucbScore } from '../engine/index.ts'
import { OrchError } from '../errors.ts'
import {
  appendEvents,
  forgetControl,
  type Ledger,
  lastEventId,
  type NewEvent,
  readEvents,
  runControl,
} from '../ledger/index.ts'
import type { SearchMonitor } from './monitor.ts'
import type { GoalSearch } from './search.ts'

interface RunNumbers {
  readonly total: number
  readonly processed: number
  readonly solved: number
}

interface RunLinkOptions {
  readonly command: string
  readonly runId: string
  readonly ledger: Ledger
  readonly monitor: SearchMonitor
  /** A search of goals, which tells what becomes of them. */
  readonly search?: Pick<GoalSearch, 'events' | 'feed'>
  readonly config: Pick<Config, 'ucbExploration'>
  /** How far the run is; counted from the events of the search if not given. */
  readonly numbers?: () => RunNumbers
  /** Whether goals that people submit meanwhile are taken up. */
  readonly takesGoals?: boolean
}

const BEAT_MS = 1_000
const MOST_NEWS = 500
const Submitted = z.object({ goal_hash: z.string() })
const UcbState = z.object({
  arms: z.record(z.string(), z.object({ mean: z.number(), trials: z.number() })),
})

/**
 * Ties a run to everybody who watches or steers it through the ledger. Every second it says what the run is doing and
 * looks for what people want of it. A beat that fails is left out: a run never depends on its watchers.
 */
export class RunLink implements AsyncDisposable {
  readonly #options: RunLinkOptions
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #counted = { total: 0, processed: 0, solved: 0 }
  #pending: NewEvent[] = []
  #lastEvent: number
  #beating: Promise<void> = Promise.resolve()

  static async open(options: RunLinkOptions): Promise<RunLink> {
    const { ledger, runId, command } = options
    await forgetControl(ledger, runId)
    await appendEvents(ledger, [{ type: 'run-started', runId, data: { run_id: runId, command } }])
    return new RunLink(options, await lastEventId(ledger))
  }

  private constructor(options: RunLinkOptions, lastEvent: number) {
    this.#options = options
    this.#lastEvent = lastEvent
    const events = options.search?.events
    events?.on('prepared', () => {
      this.#counted.total += 1
    })
    events?.on('concluded', ({ attempt }) => {
      this.#counted.processed += 1
      if (attempt?.outcome === 'proved') this.#counted.solved += 1
    })
    events?.on('ticket', ({ ticketId: ticket_id, status }) => {
      this.#pending.push({ type: 'ticket', runId: options.runId, data: { ticket_id, status } })
    })
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => this.#beat().catch(() => {}))
    }, BEAT_MS)
  }

  /** Fires when somebody wants the run to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  async #beat(): Promise<void> {
    const { ledger, runId, monitor } = this.#options
    const control = await runControl(ledger, runId)
    if (control) {
      monitor.throttle.paused = control.wanted === 'pause'
      if (control.cpuTarget !== undefined) monitor.throttle.cpuTarget = control.cpuTarget
      if (control.wanted === 'stop' && !this.#stop.signal.aborted)
        this.#stop.abort(new OrchError('stopped', 'The run was asked to stop.'))
    }
    if (this.#options.takesGoals) await this.#takeGoals()
    const events = this.#pending
    this.#pending = []
    events.push({ type: 'pulse', runId, data: await this.#pulse() })
    await appendEvents(ledger, events)
  }

  async #takeGoals(): Promise<void> {
    const { ledger, search } = this.#options
    for (const { id, type, data } of await readEvents(ledger, this.#lastEvent, MOST_NEWS)) {
      this.#lastEvent = id
      const submitted = type === 'goal' ? Submitted.safeParse(data).data : undefined
      const goal = submitted && (await ledger.goal(submitted.goal_hash))
      // Whatever becomes of the goal is told by the events of the run.
      if (goal) void search?.feed([goal]).catch(() => {})
    }
  }

  async #pulse(): Promise<object> {
    const { monitor, numbers = () => this.#counted } = this.#options
    const { cpuShare, memoryShare, cpuTarget, paused, queued, busy, limits, running } = monitor.snapshot()
    const { total, processed, solved } = numbers()
    const lane = (name: 'light' | 'heavy') => ({ running: busy[name], limit: limits[name] })
    return {
      cpu_share: cpuShare,
      memory_share: memoryShare,
      cpu_target: cpuTarget,
      paused,
      queued,
      lanes: { light: lane('light'), heavy: lane('heavy') },
      running: running.map(({ goal, key, strategy, lane: where, startedAt, budgetSeconds }) => ({
        goal_hash: key,
        goal_id: goal.id,
        goal: goal.text.slice(0, 500),
        strategy,
        lane: where,
        started_at: new Date(startedAt).toISOString(),
        budget_seconds: budgetSeconds,
      })),
      goals: { total, processed, solved },
      arms: await this.#arms(),
    }
  }

  /** The bandit as it was last saved. */
  async #arms(): Promise<object[]> {
    const { ledger, config } = this.#options
    const state = UcbState.safeParse(await ledger.banditState('ucb'))
    if (!state.success) return []
    const arms = Object.entries(state.data.arms)
    const all = arms.reduce((sum, [, { trials }]) => sum + trials, 0)
    return arms.map(([strategy, { mean, trials }]) => ({
      strategy,
      trials,
      mean,
      score: ucbScore(mean, trials, all, config.ucbExploration),
    }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    const { ledger, runId } = this.#options
    const ended: NewEvent = { type: 'run-ended', runId, data: { run_id: runId } }
    // What was learned since the last beat is the end of the curves.
    const told = async () => {
      const last: NewEvent = { type: 'pulse', runId, data: await this.#pulse() }
      await appendEvents(ledger, [...this.#pending, last, ended])
    }
    await told().catch(() => {})
  }
}
