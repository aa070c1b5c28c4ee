/** Shows a run while it goes on: a view that redraws itself in a terminal, plain lines elsewhere. */
import type { GoalSearch } from '../search/index.ts'
import { wordTable } from '../word-table.ts'
import { isLive, LiveScreen } from './live-screen.ts'
import { Pace } from './meter.ts'
import { note, paint } from './output.ts'
import { RunTracker } from './run-tracker.ts'
import { drawRun, type RunState, runLine } from './run-view.ts'
import { oneLine } from './text-width.ts'

export interface RunDisplayOptions {
  readonly command: string
  readonly strategies: readonly string[]
  readonly limitSeconds?: number | undefined
  /** Whether the run is over when no goal is open. */
  readonly ends: boolean
  /** Fires when the user wants to stop. */
  readonly signal: AbortSignal
  /** Nothing at all is shown. */
  readonly quiet?: boolean | undefined
  /** Standard output is for a program: a terminal still gets its view, a log no lines. */
  readonly json?: boolean | undefined
}

const LOOK_MS = 1_000

export class RunDisplay implements Disposable {
  readonly #search: GoalSearch
  readonly #options: RunDisplayOptions
  readonly #tracker: RunTracker
  readonly #screen: LiveScreen | undefined
  readonly #timer: NodeJS.Timeout | undefined
  /** How long it took until the search began; its limit counts from there. */
  #startSeconds: number | undefined

  constructor(search: GoalSearch, options: RunDisplayOptions) {
    this.#search = search
    this.#options = options
    this.#tracker = new RunTracker(options.strategies)
    this.#count()
    if (options.quiet) return
    if (isLive(process.stderr)) {
      const painter = (colour: Parameters<typeof paint>[0], text: string) =>
        paint(colour, text, process.stderr)
      this.#screen = new LiveScreen(process.stderr, (size) => drawRun(this.#state(), size, painter))
    } else if (options.json) return
    else {
      const pace = new Pace()
      this.#timer = setInterval(() => {
        if (pace.due()) note(runLine(this.#state()))
      }, LOOK_MS)
      this.#timer.unref()
    }
    this.#tell()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#screen?.close()
  }

  #count(): void {
    const { events } = this.#search
    const tracker = this.#tracker
    events.on('fed', ({ goals }) => {
      this.#startSeconds ??= tracker.elapsedSeconds
      tracker.fed(goals.length)
    })
    events.on('prepared', ({ prepared }) =>
      prepared.kind === 'ready' ? tracker.prepared(prepared.problem.key) : tracker.notRead(prepared.kind),
    )
    events.on('attempt', ({ attempt }) => tracker.attempted(attempt))
    events.on('concluded', ({ problem, attempt }) => tracker.concluded(problem.key, attempt?.outcome))
  }

  #tell(): void {
    const { events } = this.#search
    events.on('prepared', ({ goal, prepared }) => {
      const word = prepared.kind === 'too-long' ? 'timeout' : 'ill-typed'
      if (prepared.kind !== 'ready') this.#say(word, ` ${goal.id}: ${firstLine(prepared.why)}`)
    })
    events.on('skipped', ({ problem, arm, prior }) =>
      this.#say(
        'skipped',
        ` ${arm} on ${problem.goal.id}: the ledger has it as ${prior.outcome} with ${prior.budgetSeconds} s`,
      ),
    )
    events.on('refused', ({ problem, arm, reason }) =>
      this.#say('refused', ` by the checker: ${arm} on ${problem.goal.id}: ${firstLine(reason)}`),
    )
    events.on('concluded', ({ problem, attempt }) => {
      const by = attempt ? ` by ${attempt.strategy} in ${attempt.timeSeconds.toFixed(1)} s` : ''
      const { total, open } = this.#tracker.goals
      this.#say(attempt?.outcome ?? 'failed', ` ${problem.goal.id}${by} (${total - open}/${total})`)
    })
    events.on('escalated', ({ problem, ticket }) =>
      this.#say(
        'ticket',
        ` ${ticket.ticketId.slice(0, 8)} asks for a lemma for ${problem.goal.id}: ${ticket.goal}`,
      ),
    )
    events.on('delivered', ({ problem, waiting }) =>
      this.#say('lemma', ` ${problem.goal.id} delivered to ${waiting.length} waiting goal(s)`),
    )
  }

  #say(word: string, rest: string): void {
    const style = COLOURS[word] ?? 'yellow'
    const line = `${paint(style, word, process.stderr)} ${oneLine(rest)}`
    if (this.#screen) this.#screen.say(line)
    else note(line)
  }

  #state(): RunState {
    const { command, limitSeconds, ends, signal } = this.#options
    const { goals, elapsedSeconds, perMinute, arms } = this.#tracker
    const { cpuShare, cpuTarget, memoryShare, paused, queued, busy, limits, running } =
      this.#search.monitor.snapshot()
    const now = Date.now()
    return {
      command,
      goals,
      starting: this.#startSeconds === undefined,
      elapsedSeconds,
      limitSeconds: limitSeconds === undefined ? undefined : limitSeconds + (this.#startSeconds ?? 0),
      perMinute,
      ends,
      stopping: signal.aborted,
      paused,
      cpuShare,
      cpuTarget,
      memoryShare,
      lanes: (['light', 'heavy'] as const).map((name) => ({
        name,
        running: busy[name],
        limit: limits[name],
      })),
      queued,
      arms,
      running: running.map(({ strategy, goal, startedAt, budgetSeconds }) => ({
        strategy,
        goalId: goal.id,
        goal: goal.text,
        seconds: (now - startedAt) / 1000,
        budgetSeconds,
      })),
    }
  }
}

const COLOURS = wordTable<Parameters<typeof paint>[0]>({
  proved: 'green',
  refuted: 'cyan',
  lemma: 'green',
  skipped: 'dim',
})

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
