/** How commands read their settings and open the ledger. */
import { type ConfigSources, type LoadedConfig, loadConfig } from '../config/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { note, paint } from './output.ts'

export function settings(flags: ConfigSources['flags'] = {}): LoadedConfig {
  const loaded = loadConfig({ flags })
  for (const warning of loaded.warnings) note(`${paint('yellow', 'warning:', process.stderr)} ${warning}`)
  return loaded
}

/** Opens the ledger for one command and closes it behind it. */
export async function withLedger<T>(
  { config }: Pick<LoadedConfig, 'config'>,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const { databaseUrl, home } = config
  const { openLedger } = await import('../ledger/index.ts')
  const ledger = await openLedger({ databaseUrl, home })
  try {
    return await work(ledger)
  } finally {
    await ledger.close()
  }
}
