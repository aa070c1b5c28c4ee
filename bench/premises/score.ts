/** Recall of rankings, and the search for weights that make it high. */
import {
  FIELD_WEIGHTS,
  type FieldWeights,
  fuse,
  type PremiseIndex,
  SOURCE_WEIGHTS,
  type Source,
  weighted,
  wordsOfGoal,
} from '../../src/premises/index.ts'
import type { Example } from './examples.ts'

export const K = 12
const DEPTH = 64

export interface Weights {
  readonly fields: FieldWeights
  readonly sources: Readonly<Record<Source, number>>
}

export const CURRENT: Weights = { fields: FIELD_WEIGHTS, sources: SOURCE_WEIGHTS }

/** Share of the useful premises among the first `K`. */
export function recall(found: readonly string[], useful: readonly string[]): number {
  const first = new Set(found.slice(0, K))
  return useful.filter((name) => first.has(name)).length / useful.length
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Every source's ranking for an example; the index is asked anew, since its weights may have changed. */
export function rankingsOf(
  index: PremiseIndex,
  { theorem, texts, rankings }: Example,
  fields: FieldWeights,
): Map<Source, readonly string[]> {
  const words = wordsOfGoal(texts)
  const own = index.search(words, { limit: DEPTH, scope: { before: theorem }, weights: fields })
  return new Map([['index', own], ...(Object.entries(rankings) as [Source, readonly string[]][])])
}

export function recallBySource(
  index: PremiseIndex,
  examples: readonly Example[],
  { fields, sources }: Weights = CURRENT,
): Record<string, number> {
  const recalls: Record<string, number[]> = {}
  const note = (source: string, value: number) => {
    recalls[source] = [...(recalls[source] ?? []), value]
  }
  for (const example of examples) {
    const rankings = rankingsOf(index, example, fields)
    for (const [source, names] of rankings) note(source, recall(names, example.useful))
    note('fused', recall(fuse(weighted(rankings, sources), K), example.useful))
  }
  return Object.fromEntries(Object.entries(recalls).map(([source, values]) => [source, mean(values)]))
}

const STEPS = [0.25, 0.5, 2, 4]

/** Changes one weight at a time as long as recall grows: first the fields, for the index alone, then the sources. */
export function tune(
  index: PremiseIndex,
  examples: readonly Example[],
  say: (text: string) => void,
): Weights {
  const fields = climb({ ...FIELD_WEIGHTS }, (fields) =>
    mean(
      examples.map((example) =>
        recall(rankingsOf(index, example, fields).get('index') ?? [], example.useful),
      ),
    ),
  )
  say(`fields ${JSON.stringify(fields)}`)
  const known = examples.map((example) => ({ example, rankings: rankingsOf(index, example, fields) }))
  const sources = climb({ ...SOURCE_WEIGHTS }, (sources) =>
    mean(known.map(({ example, rankings }) => recall(fuse(weighted(rankings, sources), K), example.useful))),
  )
  say(`sources ${JSON.stringify(sources)}`)
  return { fields, sources }
}

function climb<W extends Record<string, number>>(start: W, score: (weights: W) => number): W {
  let best = { weights: start, score: score(start) }
  for (;;) {
    const before = best.score
    for (const name of Object.keys(start)) {
      for (const step of STEPS) {
        const weights = { ...best.weights, [name]: (best.weights[name] ?? 1) * step }
        const reached = score(weights)
        if (reached > best.score + 1e-9) best = { weights, score: reached }
      }
    }
    if (best.score === before) return best.weights
  }
}
