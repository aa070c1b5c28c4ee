/** How an attempt on a goal ended. `error` is a fault of the infrastructure; unknown is never success. */
export const OUTCOMES = ['proved', 'refuted', 'failed', 'timeout', 'cancelled', 'error'] as const
export type Outcome = (typeof OUTCOMES)[number]
