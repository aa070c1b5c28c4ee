/** What holes ask for on the marketplace, and what they got from it. */
import type { ArmFailure } from '../engine/index.ts'
import { makeGoal } from '../goal/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { createMarket, type Market } from '../market/index.ts'
import { prepareGoal } from '../search/index.ts'
import type { Bench } from './bench.ts'
import { estimateDifficulty } from './difficulty.ts'
import type { HelperLemma } from './helper-lemmas.ts'
import type { Hole } from './hole.ts'
import type { HoleProblem } from './hole-problem.ts'

const MOST_TICKETS = 200

export class HoleTickets {
  readonly #ledger: Ledger
  readonly #market: Market

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#market = createMarket(ledger)
  }

  /** Asks for the subgoal that the strategies got stuck on. Its value: the holes that wait for it, times its chance. */
  async request(
    lean: { readonly pool: LeanPool; readonly checker: Checker },
    bench: Bench,
    { hole, input, key }: HoleProblem,
    failures: readonly ArmFailure[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const [stuckOn] = failures.flatMap((failure) => failure.stuckOn).filter((text) => text.trim() !== 'False')
    if (stuckOn === undefined) return undefined
    const { preamble = '', imports = [] } = input
    const difficulty = estimateDifficulty(stuckOn)
    const priority = ticketPriority(bench, hole, difficulty)
    const goal = makeGoal({
      id: `for-${hole.declaration ?? hole.id}`,
      text: stuckOn,
      preamble,
      imports,
      difficulty,
      priority,
    })
    const prepared = await prepareGoal(lean, goal, signal)
    if (prepared.kind !== 'ready' || prepared.problem.key === key) return undefined
    await this.#ledger.saveGoals([{ ...goal, key: prepared.problem.key }])
    return this.#market.requestLemma({
      goal: stuckOn,
      goalKey: prepared.problem.key,
      priority,
      waitingGoal: key,
      suggestedName: `${hole.declaration ?? 'hole'}_aux`,
    })
  }

  /** Withdraws what nobody needs any more, now that some holes are settled. */
  async closeUnneeded(): Promise<void> {
    await this.#market.closeUnneeded()
  }

  /** Lemmas that somebody delivered for a hole, ready to stand before its declaration. */
  async delivered(hole: Hole): Promise<HelperLemma[]> {
    const tickets = await this.#market.listTickets({ status: 'completed', limit: MOST_TICKETS })
    return tickets
      .filter(
        ({ waitingGoals, completedProof }) => waitingGoals.includes(hole.key) && completedProof !== undefined,
      )
      .map(({ ticketId, goal, completedProof = '' }) => {
        const name = `ticket_${ticketId.replace(/[^\w]/g, '').slice(0, 8)}`
        const proof = completedProof.replace(/^(?=.)/gm, '  ')
        return { name, text: `theorem ${name} : ${goal} := by\n${proof}` }
      })
  }
}

/** Between 0 and 1, and larger the more holes wait and the likelier it is to be proved. */
function ticketPriority(bench: Bench, hole: Hole, difficulty: number): number {
  const waiting = 1 + bench.dependants(hole)
  const value = waiting * (1 - difficulty)
  return value / (1 + value)
}
