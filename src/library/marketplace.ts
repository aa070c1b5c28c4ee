/** The marketplace as a program uses it: nothing but filing and looking until a proof is delivered, which Lean judges. */

import { loadConfig } from '../config/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import {
  createMarket,
  type LemmaRequest,
  type Market,
  type SimilarTicket,
  type Ticket,
} from '../market/index.ts'
import { completeTicket, type Delivery, LazyLean, tellOfTicket } from '../use-cases/index.ts'

export class Marketplace implements AsyncDisposable {
  readonly #ledger: Ledger
  readonly #market: Market
  readonly #ownLean: LazyLean | undefined
  readonly #lean: { open(): Promise<{ readonly pool: LeanPool; readonly checker: Checker }> }
  readonly #closing = new AbortController()

  /** With a Lean that is open already, that one judges; otherwise one is started for the first delivery. */
  constructor(
    ledger: Ledger,
    { lean }: { readonly lean?: { readonly pool: LeanPool; readonly checker: Checker } } = {},
  ) {
    this.#ledger = ledger
    this.#market = createMarket(ledger)
    const ownLean = lean ? undefined : new LazyLean({ cacheDir: loadConfig().config.cacheDir })
    this.#ownLean = ownLean
    this.#lean = ownLean ?? { open: async () => lean as NonNullable<typeof lean> }
  }

  /** Asks for a lemma and returns its ticket; one that is asked for already gains priority. */
  async requestLemma(request: LemmaRequest): Promise<string> {
    const ticketId = await this.#market.requestLemma(request)
    await tellOfTicket(this.#ledger, ticketId)
    return ticketId
  }

  /** What can be worked on now, most valuable first. */
  getOpenTickets({ limit = 10 }: { readonly limit?: number } = {}): Promise<readonly Ticket[]> {
    return this.#market.getOpenTickets({ limit })
  }

  /** True for exactly one worker; the claim lasts ten minutes unless said otherwise. */
  async claimTicket(
    ticketId: string,
    worker: string,
    options: { readonly leaseMs?: number } = {},
  ): Promise<boolean> {
    const isClaimed = await this.#market.claimTicket(ticketId, worker, options)
    if (isClaimed) await tellOfTicket(this.#ledger, ticketId)
    return isClaimed
  }

  /** Delivers a script or a whole theorem; the checker decides. */
  completeTicket(ticketId: string, proof: string, worker: string): Promise<Delivery> {
    const parts = { ledger: this.#ledger, lean: this.#lean }
    return completeTicket(parts, ticketId, { worker, proof }, this.#closing.signal)
  }

  getTicket(ticketId: string): Promise<Ticket | undefined> {
    return this.#market.getTicket(ticketId)
  }

  async cancelTicket(ticketId: string): Promise<boolean> {
    const isCancelled = await this.#market.cancelTicket(ticketId)
    if (isCancelled) await tellOfTicket(this.#ledger, ticketId)
    return isCancelled
  }

  /** Tickets for similar lemmas, done ones included, nearest first. */
  searchSimilar(
    goal: string,
    options: { readonly context?: readonly string[]; readonly limit?: number } = {},
  ): Promise<readonly SimilarTicket[]> {
    return this.#market.searchSimilar(goal, options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#ownLean?.close()
  }
}
