import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** Where rebuildable things live (the embedded Lean). Deleting it costs time, never data. */
export function cacheDir(env: Env = process.env): string {
  if (env.ORCH_CACHE_DIR) return resolve(env.ORCH_CACHE_DIR)
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'orch')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'orch')
}

/** Where data lives that cannot be rebuilt (ledger, receipts): `.orch` in the current folder by default. */
export function homeDir(env: Env = process.env): string {
  return resolve(env.ORCH_HOME || '.orch')
}
