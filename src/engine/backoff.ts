import type { Random } from './random.ts'

export interface Backoff {
  readonly baseMs: number
  readonly mostMs: number
}

/** Doubles with every try; the jitter, half of it either way, keeps those that failed together from returning together. */
export function backoffDelay({ baseMs, mostMs }: Backoff, tries: number, random: Random): number {
  return Math.min(mostMs, baseMs * 2 ** tries) * (0.5 + random.next())
}
