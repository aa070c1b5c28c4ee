/** Shows a run while it goes on: a small table that redraws itself in a terminal, plain lines elsewhere. */
import type { Attempt } from '../attempt.ts'
import type { Search } from '../search/index.ts'
import { note, paint } from './output.ts'

interface Counts {
  used: number
  solved: number
}

export interface RunNumbers {
  readonly total: number
  readonly processed: number
  readonly solved: number
}

const REDRAW_MS = 200

export class RunDisplay {
  readonly #numbers: () => RunNumbers
  readonly #arms = new Map<string, Counts>()
  readonly #live: boolean
  readonly #startedAt = Date.now()
  readonly #timer: NodeJS.Timeout | undefined
  #drawn = 0

  constructor(search: Search, numbers: () => RunNumbers, { quiet }: { quiet: boolean }) {
    this.#numbers = numbers
    this.#live = process.stderr.isTTY === true && !quiet
    const { events } = search
    events.on('attempt', ({ attempt }) => this.#count(attempt))
    if (this.#live) this.#timer = setInterval(() => this.#redraw(), REDRAW_MS)
    if (quiet) return
    events.on('prepared', ({ goal, prepared }) => {
      if (prepared.kind === 'ill-typed')
        this.#say(`${paintWord('ill-typed')} ${goal.id}: ${firstLine(prepared.why)}`)
    })
    events.on('skipped', ({ problem, arm, prior }) =>
      this.#say(
        `skipped ${arm} on ${problem.goal.id}: the ledger has it as ${prior.outcome} with ${prior.budgetSeconds} s`,
      ),
    )
    events.on('refused', ({ problem, arm, reason }) =>
      this.#say(`the checker refused ${arm} on ${problem.goal.id}: ${firstLine(reason)}`),
    )
    events.on('concluded', ({ problem, attempt }) => {
      const by = attempt ? ` by ${attempt.strategy} in ${attempt.timeSeconds.toFixed(1)} s` : ''
      const { processed, total } = this.#numbers()
      this.#say(`${paintWord(attempt?.outcome ?? 'failed')} ${problem.goal.id}${by} (${processed}/${total})`)
    })
    events.on('escalated', ({ problem, ticket }) =>
      this.#say(
        `ticket ${ticket.ticketId.slice(0, 8)} asks for a lemma for ${problem.goal.id}: ${ticket.goal}`,
      ),
    )
    events.on('delivered', ({ problem, waiting }) =>
      this.#say(`lemma ${problem.goal.id} delivered to ${waiting.length} waiting goal(s)`),
    )
  }

  close(): void {
    clearInterval(this.#timer)
    this.#erase()
  }

  #count({ strategy, outcome }: Attempt): void {
    const counts = this.#arms.get(strategy) ?? { used: 0, solved: 0 }
    this.#arms.set(strategy, counts)
    counts.used += 1
    if (outcome === 'proved' || outcome === 'refuted') counts.solved += 1
  }

  #say(line: string): void {
    this.#erase()
    note(line)
  }

  #redraw(): void {
    this.#erase()
    const { total, processed, solved } = this.#numbers()
    const share = total > 0 ? Math.round((100 * processed) / total) : 100
    const rate = processed > 0 ? Math.round((100 * solved) / processed) : 0
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000)
    const lines = [
      `Progress: ${processed}/${total} (${share}%) | Solved: ${solved} | Rate: ${rate}% | Time: ${seconds}s`,
      ...Array.from(this.#arms, ([name, { used, solved: won }]) => `  ${name.padEnd(10)} ${won}/${used}`),
    ]
    process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    this.#drawn = lines.length
  }

  #erase(): void {
    if (this.#drawn === 0) return
    process.stderr.write(`\x1b[${this.#drawn}A\x1b[0J`)
    this.#drawn = 0
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}

function paintWord(outcome: string): string {
  const style = outcome === 'proved' ? 'green' : outcome === 'refuted' ? 'cyan' : 'yellow'
  return paint(style, outcome, process.stderr)
}
