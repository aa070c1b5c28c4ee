import type { Pair } from '../io/index.ts'

/** What a fact was seen in: one entry per train pair, in order. */
export interface Evidence {
  readonly pair: number
  /** The observed numbers or names behind the fact, in words. */
  readonly seen: string
}

/** A deterministic observation about a task's train pairs. Every fact holds on all of them. */
export interface Fact {
  /** A stable short name without the numbers of the task: what learnt priors and memories key on. */
  readonly key: string
  readonly sentence: string
  readonly evidence: readonly Evidence[]
}

export const factKey = ({ key }: Fact): string => key
export const factSentence = ({ sentence }: Fact): string => sentence

/** A fact; what was seen in each pair is put into words only when somebody asks. */
export function fact(
  train: readonly Pair[],
  key: string,
  sentence: string,
  seen: (pair: Pair, at: number) => string,
): Fact {
  return {
    key,
    sentence,
    get evidence() {
      return train.map((pair, at) => ({ pair: at, seen: seen(pair, at) }))
    },
  }
}
