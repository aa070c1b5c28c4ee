import type { Budget } from '../attempt.ts'
import type { Ended } from './running-attempt.ts'

/** What an arm may spend on a problem this time. */
export interface Allowance {
  readonly budget: Budget
  /** A short look, less than all its time. */
  readonly isGlance: boolean
}

export function allowance(full: Budget, glanceSeconds: number | undefined): Allowance {
  const isGlance = glanceSeconds !== undefined && glanceSeconds < full.seconds
  return { budget: isGlance ? { ...full, seconds: glanceSeconds } : full, isGlance }
}

/**
 * Whether a look has ended because it was short. An arm shares its time out among what it does: only one that fails
 * soon would fail with more of it, too.
 */
export function wasCutShort({ budget, isGlance }: Allowance, { outcome, cpuSeconds }: Ended): boolean {
  return isGlance && (outcome === 'timeout' || (outcome === 'failed' && cpuSeconds > budget.seconds / 2))
}
