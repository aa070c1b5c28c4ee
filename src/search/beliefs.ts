import type { Belief } from '../engine/index.ts'

/** How long every strategy first looks at a goal of many, before any of them gets all its time. */
export const GLANCE_SECONDS = 2

/**
 * What an attempt is believed to bring before the ledger knows better: each strategy alone on our own sets
 * (`bench/strategies --record`). Of those that look first it is a look, cut off at `GLANCE_SECONDS`
 * (`bench/policies --beliefs` prints that); of `micro` all its time on the goals that their looks have left, of which it
 * proved 3 of 24.
 */
export const BELIEFS: Readonly<Record<string, Belief>> = {
  refute: { success: 0.13, cpuSeconds: 0.7 },
  copilot: { success: 0.33, cpuSeconds: 1.7 },
  sketch: { success: 0.28, cpuSeconds: 1.6 },
  micro: { success: 0.12, cpuSeconds: 6.5 },
}
