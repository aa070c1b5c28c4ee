import type { Config } from '../config/index.ts'
import type { LeanPool } from '../lean/index.ts'
import { bestScripts, type Ledger } from '../ledger/index.ts'
import { createChat, llmEndpoint } from '../models/index.ts'
import { openAssistants, type StrategyTools, strategyTools } from '../strategies/index.ts'

const MOST_LEARNT = 64

export interface OpenedTools extends AsyncDisposable {
  readonly tools: StrategyTools
}

/** What every search gives its strategies: premises, the user's models, and what worked before if there is a ledger. */
export async function openTools({
  config,
  pool,
  ledger,
}: {
  readonly config: Config
  readonly pool: LeanPool
  readonly ledger?: Ledger | undefined
}): Promise<OpenedTools> {
  const assistants = await openAssistants({ config, fingerprint: pool.toolchain.fingerprint, ledger })
  const learnt = ledger ? await learntTactics(ledger) : []
  const endpoint = llmEndpoint(config)
  const tools = strategyTools(pool, {
    learntTactics: () => learnt,
    ...assistants.tools,
    ...(endpoint && { chat: createChat(endpoint) }),
  })
  return { tools, [Symbol.asyncDispose]: () => assistants[Symbol.asyncDispose]() }
}

export function learntTactics(ledger: Ledger): Promise<readonly string[]> {
  return bestScripts(ledger, MOST_LEARNT)
}
