import type { Config } from '../config/index.ts'
import type { LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { createChat, llmEndpoint } from '../models/index.ts'
import { openAssistants, type StrategyTools, strategyTools } from '../strategies/index.ts'

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

/** Scripts that worked most often. */
export async function learntTactics(ledger: Ledger): Promise<readonly string[]> {
  const rows = await ledger.sql.all<{ tactics: string }>(
    `select tactics from tactic_cache where success_rate > 0.5
      group by tactics order by sum(use_count) desc limit 64`,
  )
  return rows.map(({ tactics }) => (JSON.parse(tactics) as string[]).join('\n'))
}
