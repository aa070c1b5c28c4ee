import type { Belief } from '../engine/index.ts'
import { wordTable } from '../word-table.ts'

/** How long every strategy first looks at a goal of many, before any of them gets all its time. */
export const GLANCE_SECONDS = 2

/** What takes longer than this never has all slots: a goal that nobody has looked at would wait for minutes. */
export const LONG_SECONDS = 30

/**
 * What a short look at a goal is believed to bring before the ledger knows better: each strategy alone on our own sets
 * (`bench/strategies --record`), cut off at `GLANCE_SECONDS`; `bench/policies --beliefs` prints this table.
 */
export const BELIEFS = wordTable<Belief>({
  refute: { success: 0.13, cpuSeconds: 0.7 },
  copilot: { success: 0.33, cpuSeconds: 1.7 },
  sketch: { success: 0.28, cpuSeconds: 1.6 },
  micro: { success: 0.23, cpuSeconds: 1.8 },
})
