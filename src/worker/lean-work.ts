/** The Lean side of a worker: one pool of processes for every job that comes, opened when the first one does. */
import type { Config } from '../config/index.ts'
import type { LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { createChat, llmEndpoint } from '../models/index.ts'
import { learntTactics } from '../search/index.ts'
import {
  type Assistants,
  openAssistants,
  runLeanJob,
  type Strategy,
  type StrategyTools,
  strategyTools,
} from '../strategies/index.ts'

/** What was learnt elsewhere is taken up this often. */
const LEARN_MS = 60_000

export class LeanWork implements AsyncDisposable {
  readonly #pool: LeanPool
  readonly #strategies: readonly Strategy[]
  readonly #tools: StrategyTools
  readonly #assistants: Assistants
  readonly #timer: NodeJS.Timeout

  static async open(options: {
    readonly pool: LeanPool
    readonly ledger: Ledger
    readonly config: Config
    readonly strategies: readonly Strategy[]
  }): Promise<LeanWork> {
    const { pool, ledger, config, strategies } = options
    const { fingerprint } = pool.toolchain
    const assistants = await openAssistants({ config, fingerprint, ledger })
    let learnt = await learntTactics(ledger)
    const learn = async () => {
      learnt = await learntTactics(ledger)
    }
    const endpoint = llmEndpoint(config)
    const tools = strategyTools(pool, {
      learntTactics: () => learnt,
      ...assistants.tools,
      ...(endpoint && { chat: createChat(endpoint) }),
    })
    const timer = setInterval(() => void learn().catch(() => undefined), LEARN_MS)
    return new LeanWork(pool, strategies, tools, assistants, timer)
  }

  private constructor(
    pool: LeanPool,
    strategies: readonly Strategy[],
    tools: StrategyTools,
    assistants: Assistants,
    timer: NodeJS.Timeout,
  ) {
    this.#pool = pool
    this.#strategies = strategies
    this.#tools = tools
    this.#assistants = assistants
    this.#timer = timer
  }

  run(data: unknown, signal: AbortSignal): Promise<object> {
    return runLeanJob(data, this.#strategies, this.#tools, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#assistants[Symbol.asyncDispose]()
    await this.#pool.close()
  }
}
