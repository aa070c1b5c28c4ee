import { availableParallelism } from 'node:os'
import type { Config } from '../config/index.ts'
import { defaultPoolSize } from '../lean/index.ts'

/** How many attempts run at once, and the Lean processes for them. */
export interface Room {
  readonly lanes: { readonly light: number; readonly heavy: number }
  readonly pool: { readonly size: number; readonly threads: number }
}

/**
 * An attempt's clock runs from its start, so none may start before Lean has room for it: the lanes are cut to what
 * the cores can serve, and there are places enough for all of them, a check and a new goal.
 */
export function makeRoom(
  { maxLight, maxHeavy }: Pick<Config, 'maxLight' | 'maxHeavy'>,
  { cores = availableParallelism(), size = defaultPoolSize() }: { cores?: number; size?: number } = {},
): Room {
  const lanes = { light: Math.min(maxLight, cores + 1), heavy: Math.min(maxHeavy, cores) }
  return { lanes, pool: { size, threads: Math.ceil((lanes.light + lanes.heavy + 2) / size) } }
}
