import type { Config } from '../config/index.ts'
import type { GoalInput } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { type ProveOptions, type ProveResult, prove } from '../search/index.ts'
import { loadStrategies, type Profile } from '../strategies/index.ts'
import type { LazyLean } from './lazy-lean.ts'

/** Searches for a proof, with the settings, models and strategies of the user; all that is tried is in the ledger. */
export async function proveGoal(
  { ledger, lean, config }: { readonly ledger: Ledger; readonly lean: LazyLean; readonly config: Config },
  input: GoalInput,
  options: {
    readonly timeoutSeconds: number
    readonly profile: Profile
    readonly signal: AbortSignal
  } & Pick<ProveOptions, 'goal' | 'strategies' | 'onTactic' | 'onPhase' | 'onAttempt' | 'onTree'>,
): Promise<ProveResult> {
  const { timeoutSeconds, ...rest } = options
  const registry = await loadStrategies(config.strategies)
  return prove(await lean.open(), input, {
    ...rest,
    timeoutMs: timeoutSeconds * 1000,
    config,
    ledger,
    registry,
  })
}
