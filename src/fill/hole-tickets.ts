/** What holes ask for on the marketplace, and what they got from it. */
import type { ArmFailure } from '../engine/index.ts'
import { makeGoal, nameInText, renamedTheorem, theoremNameOnLine } from '../goal/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { createMarket, type Market } from '../market/index.ts'
import { offeredProof, prepareGoal } from '../search/index.ts'
import type { Bench } from './bench.ts'
import { estimateDifficulty } from './difficulty.ts'
import { commandText } from './edited-command.ts'
import { type HelperLemma, lemmaNames } from './helper-lemmas.ts'
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

  /** What somebody delivered, by the key of the hole that waits for it. */
  async deliveries(): Promise<ReadonlyMap<string, readonly DeliveredProof[]>> {
    const tickets = await this.#market.listTickets({ status: 'completed', limit: MOST_TICKETS })
    const found = new Map<string, DeliveredProof[]>()
    for (const { ticketId, goal, waitingGoals, completedProof: proof } of tickets)
      for (const key of proof === undefined ? [] : waitingGoals)
        found.set(key, [...(found.get(key) ?? []), { ticketId, goal, proof: proof ?? '' }])
    return found
  }
}

export interface DeliveredProof {
  readonly ticketId: string
  readonly goal: string
  /** A script, or a whole theorem, perhaps behind lemmas of its own. */
  readonly proof: string
}

/** What was delivered for a hole, ready to stand before its declaration, under names that nobody else has. */
export function deliveredLemmas(
  bench: Bench,
  hole: Hole,
  deliveries: readonly DeliveredProof[],
): HelperLemma[] {
  const base = nameInText(commandText(bench, hole)) ?? 'hole'
  const nameOf = lemmaNames(`${base}_given`, (name) => bench.isTaken(name))
  return deliveries.map(({ goal, proof }, at) => {
    const name = nameOf(at + 1)
    const { script, declarations } = offeredProof(proof)
    if (declarations.split('\n').filter(theoremNameOnLine).length === 1)
      return { name, text: renamedTheorem(declarations.trim(), name) }
    const lemma = `theorem ${name} : ${goal} := by\n${script.replace(/^(?=.)/gm, '  ')}`
    return { name, text: declarations === '' ? lemma : `${declarations.trim()}\n\n${lemma}` }
  })
}

/** Between 0 and 1, and larger the more holes wait and the likelier it is to be proved. */
function ticketPriority(bench: Bench, hole: Hole, difficulty: number): number {
  const waiting = 1 + bench.dependants(hole)
  const value = waiting * (1 - difficulty)
  return value / (1 + value)
}
