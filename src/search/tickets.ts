import type { ArmFailure } from '../engine/index.ts'
import { InputError } from '../errors.ts'
import {
  blankComments,
  declarationHead,
  type Goal,
  lemmaAsTheorem,
  makeGoal,
  theoremNameOnLine,
} from '../goal/index.ts'
import type { Checker } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { CompletionCheck, Market, Ticket, TicketStatus } from '../market/index.ts'
import { storedLemmas } from './lemmas.ts'
import type { Prepared } from './prepare.ts'
import { type GoalProblem, shortHash } from './problem.ts'

export interface TicketDeskOptions {
  readonly ledger: Ledger
  readonly market: Market
  readonly checker: Checker
  readonly worker: string
  readonly prepare: (goal: Goal) => Promise<Prepared>
  /** Told of everything that this run does to a ticket. */
  readonly onChange: (change: { readonly ticketId: string; readonly status: TicketStatus }) => void
}

/** A goal may ask for lemmas, and those for lemmas of their own; lemmas at this depth ask for none. */
const MOST_DEPTH = 2
/** A lemma is easier than the goal that it came out of. */
const EASIER = 0.8
const RENEW_MS = 60_000
const COMPLETION_STATUS = { completed: 'completed', refused: 'open' } as const

interface Lemma {
  readonly goal: Goal
  readonly key: string
}

/** The marketplace as one run uses it: asks for lemmas, works on tickets when idle, delivers. */
export class TicketDesk {
  readonly #options: TicketDeskOptions
  /** Lemma goals this run works on, with their tickets. */
  readonly #claimed = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #depth = new Map<string, number>()
  /** By goal: holes of its outline that nobody has settled yet. */
  readonly #holes = new Map<string, Set<string>>()
  readonly #waiting = new Set<string>()
  #renewedAt = Date.now()

  constructor(options: TicketDeskOptions) {
    this.#options = options
  }

  /** Files the subgoal that the failed strategies got stuck on; returns its ticket. */
  async escalate(problem: GoalProblem, failures: readonly ArmFailure[]): Promise<Ticket | undefined> {
    const depth = this.#depth.get(problem.key) ?? 0
    if (depth >= MOST_DEPTH) return undefined
    // Nobody can deliver a contradiction; a goal stuck there was led astray.
    const stuckOn = failures.flatMap((failure) => failure.stuckOn).filter((text) => text.trim() !== 'False')
    for (const text of new Set([...stuckOn, problem.text])) {
      const lemma = await this.#lemma(problem, text, depth)
      if (!lemma) continue
      const own = lemma.key === problem.key
      if (own && (depth > 0 || (await this.#isWaiting(lemma.key)))) return undefined
      return this.#request(problem, lemma)
    }
    return undefined
  }

  /**
   * Files the open holes of a validated outline: with all of them the goal is proved. None is filed if one of them is
   * hopeless, or the goal itself in other words.
   */
  async requestHoles(problem: GoalProblem, holes: readonly string[]): Promise<readonly Ticket[]> {
    const depth = this.#depth.get(problem.key) ?? 0
    if (depth >= MOST_DEPTH) return []
    const lemmas: Lemma[] = []
    for (const text of holes) {
      const lemma = await this.#lemma(problem, text, depth)
      if (!lemma || lemma.key === problem.key || text.trim() === 'False') return []
      if ((await this.#options.ledger.goal(lemma.key))?.status === 'refuted') return []
      lemmas.push(lemma)
    }
    this.#holes.set(problem.key, new Set(lemmas.map(({ key }) => key)))
    const tickets: Ticket[] = []
    for (const lemma of lemmas) {
      const ticket = await this.#request(problem, lemma)
      if (ticket) tickets.push(ticket)
      if (ticket?.status === 'completed') this.#settleHole(lemma.key)
    }
    return tickets
  }

  /** Whether a goal has an outline some of whose holes are still being worked on. */
  awaitsHoles(key: string): boolean {
    return (this.#holes.get(key)?.size ?? 0) > 0
  }

  /** Goals of this run that asked for a lemma. */
  waitingGoals(): readonly string[] {
    return [...this.#waiting]
  }

  async #lemma(problem: GoalProblem, text: string, depth: number): Promise<Lemma | undefined> {
    const { ledger, prepare } = this.#options
    const { preamble, imports, context } = problem.goal
    const goal = makeGoal({
      id: `lemma-${shortHash(text, preamble).slice(0, 10)}`,
      text,
      preamble,
      imports,
      context: text === problem.text ? context : [],
      difficulty: problem.difficulty * EASIER,
      priority: problem.priority,
    })
    const prepared = await prepare(goal)
    if (prepared.kind !== 'ready') return undefined
    const { key } = prepared.problem
    if (key !== problem.key) {
      await ledger.saveGoals([{ ...goal, key }])
      this.#depth.set(key, Math.min(this.#depth.get(key) ?? MOST_DEPTH, depth + 1))
    }
    return { goal, key }
  }

  async #request(problem: GoalProblem, { goal, key }: Lemma): Promise<Ticket | undefined> {
    const { market } = this.#options
    const own = key === problem.key
    const ticketId = await market.requestLemma({
      goal: goal.text,
      context: goal.context,
      goalKey: key,
      priority: goal.priority,
      waitingGoal: problem.key,
    })
    this.#waiting.add(problem.key)
    // Every strategy has had its chance on the goal itself: that one is for somebody else.
    if (own) this.#seen.add(ticketId)
    const parent = this.#claimed.get(problem.key)
    if (parent !== undefined && !own) await this.#dependOn(parent, ticketId)
    const ticket = await market.getTicket(ticketId)
    if (ticket) this.#options.onChange(ticket)
    return ticket
  }

  #settleHole(key: string): void {
    for (const holes of this.#holes.values()) holes.delete(key)
  }

  /** Claims the most valuable ticket that fits and that this run has not worked on, as a problem; undefined if there is none. */
  async claimNext(fits: (ticket: Ticket) => boolean): Promise<GoalProblem | undefined> {
    const { market, worker, ledger, prepare } = this.#options
    for (const ticket of await market.getOpenTickets({ limit: 100 })) {
      const { ticketId } = ticket
      if (this.#seen.has(ticketId) || !fits(ticket)) continue
      // Somebody was faster. It is on offer again if nothing comes of it there.
      if (!(await market.claimTicket(ticketId, worker))) continue
      this.#seen.add(ticketId)
      this.#options.onChange({ ticketId, status: 'claimed' })
      const goal = (await ledger.goal(ticket.goalKey)) ?? goalOfTicket(ticket)
      const prepared = await prepare(goal)
      if (prepared.kind !== 'ready') {
        await market.releaseTicket(ticketId, worker)
        this.#options.onChange({ ticketId, status: 'open' })
        continue
      }
      const { key } = prepared.problem
      await ledger.saveGoals([{ ...goal, key }])
      this.#claimed.set(key, ticketId)
      if (!this.#depth.has(key)) this.#depth.set(key, 1)
      return prepared.problem
    }
    return undefined
  }

  /** Extends the leases of what this run works on now and then: large budgets take longer than one. */
  async renewClaims(): Promise<void> {
    if (Date.now() < this.#renewedAt + RENEW_MS) return
    this.#renewedAt = Date.now()
    const { market, worker } = this.#options
    for (const ticketId of this.#claimed.values()) await market.claimTicket(ticketId, worker)
  }

  isLemma(key: string): boolean {
    return this.#claimed.has(key)
  }

  /** Delivers a proved lemma; the goals that wait for it come back. */
  async deliver(problem: GoalProblem, script: string): Promise<readonly string[]> {
    const ticketId = this.#claimed.get(problem.key)
    if (ticketId === undefined) return []
    const { market, worker, checker, ledger } = this.#options
    this.#claimed.delete(problem.key)
    this.#settleHole(problem.key)
    const check = createCompletionCheck(checker, ledger, () => problem)
    const completion = await market.completeTicket(ticketId, script, worker, check)
    const status = completion.kind === 'not-claimed' ? completion.status : COMPLETION_STATUS[completion.kind]
    this.#options.onChange({ ticketId, status })
    return completion.kind === 'completed' ? completion.ticket.waitingGoals : []
  }

  /** Nothing came of it: a false lemma is withdrawn, others wait for somebody better. */
  async giveBack(key: string, refuted: boolean): Promise<void> {
    const ticketId = this.#claimed.get(key)
    if (ticketId === undefined) return
    this.#claimed.delete(key)
    this.#settleHole(key)
    const { market, worker } = this.#options
    if (refuted) await market.cancelTicket(ticketId)
    else await market.releaseTicket(ticketId, worker)
    this.#options.onChange({ ticketId, status: refuted ? 'cancelled' : 'open' })
  }

  /** Tickets whose goals were settled some other way are withdrawn. */
  async closeUnneeded(): Promise<void> {
    for (const ticketId of await this.#options.market.closeUnneeded())
      this.#options.onChange({ ticketId, status: 'cancelled' })
  }

  async giveBackAll(): Promise<void> {
    for (const key of [...this.#claimed.keys()]) await this.giveBack(key, false)
  }

  async #isWaiting(key: string): Promise<boolean> {
    const tickets = await this.#options.market.listTickets({ limit: 10_000 })
    return tickets.some(({ waitingGoals, status }) => waitingGoals.includes(key) && status !== 'cancelled')
  }

  async #dependOn(ticketId: string, dependsOn: string): Promise<void> {
    try {
      await this.#options.market.addDependency(ticketId, dependsOn)
    } catch (error) {
      // A cycle: the two lemmas ask for each other, so neither can wait for the other.
      if (!(error instanceof InputError)) throw error
    }
  }
}

export function goalOfTicket({ goal, context, goalKey, priority }: Ticket): Goal {
  return makeGoal({ id: `lemma-${shortHash(goalKey).slice(0, 10)}`, text: goal, context, priority })
}

/** The checker as the marketplace asks it; an accepted lemma leaves its receipt in the ledger. */
export function createCompletionCheck(
  checker: Checker,
  ledger: Ledger,
  problemOf: (ticket: Ticket) => GoalProblem | Promise<GoalProblem>,
): CompletionCheck {
  return async (ticket, offered) => {
    const { statement, lemmas, key } = await problemOf(ticket)
    const { script, declarations } = offeredProof(offered)
    const known = await storedLemmas(ledger, key, script)
    const before = [lemmas || known, declarations].filter(Boolean).join('\n\n')
    const proof = { script, ...(before !== '' && { lemmas: before }) }
    const verdict = await checker.check({ statement, proof, strategy: 'market' })
    if (verdict.kind !== 'accepted') return { kind: 'rejected', reason: verdict.detail }
    await ledger.saveReceipt({ id: verdict.receipt.id, goalKey: key, body: verdict.receipt })
    return { kind: 'accepted', receipt: verdict.receipt.id, goalKey: key }
  }
}

export interface OfferedProof {
  readonly script: string
  /** Theorems that the script uses, as Lean text; empty for a plain script. */
  readonly declarations: string
}

/**
 * A proof as people have it: a tactic script, or the whole theorem, perhaps behind lemmas of its own. The last theorem
 * is then what proves the goal, under whatever name and with whatever binders it was written.
 */
export function offeredProof(text: string): OfferedProof {
  const head = declarationHead(text)
  if (typeof head !== 'object' || head.keyword === 'example') return { script: text, declarations: '' }
  const name = blankComments(text).split('\n').map(theoremNameOnLine).findLast(Boolean)
  if (name === undefined) return { script: text, declarations: '' }
  const declarations = text.split('\n').map(lemmaAsTheorem).join('\n')
  return {
    script: `first | exact @${name} | exact ${name} | (intros; apply ${name} <;> assumption)`,
    declarations,
  }
}
