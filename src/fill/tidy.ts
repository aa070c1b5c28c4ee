/**
 * A proof made presentable before it is judged: steps that it does not need go, and a long-winded closer gives way to
 * a plain one. Whatever does not elaborate is not taken.
 */
import type { CommandVerdict } from './elaborate-command.ts'
import type { Extracted } from './helper-lemmas.ts'
import type { Hole } from './hole.ts'
import type { FinePlaced, Placed } from './verify-hole.ts'

export interface TidyTools {
  place(extracted: Extracted): Placed
  attempt(placed: Placed): Promise<CommandVerdict>
  readonly signal: AbortSignal
}

/** Each trial elaborates the declaration once: a proof is worth only so many. */
const MOST_TRIALS = 12

export async function tidied(_hole: Hole, found: FinePlaced, tools: TidyTools): Promise<FinePlaced> {
  let best = found
  let trials = 0
  for (const shorten of SHORTENINGS) {
    for (let skip = 0; trials < MOST_TRIALS; ) {
      const shorter = shorten(best.placed, skip)
      if (!shorter) break
      trials += 1
      const placed = tools.place(shorter)
      const verdict = await tools.attempt(placed)
      if (verdict.kind === 'fine') best = { kind: 'fine', placed, verdict }
      else skip += 1
    }
  }
  return best
}

type Shortening = (placed: Placed, skip: number) => Extracted | undefined

const UNUSED_LINE = /^(?:have \S+ := @\S+|rename_i .*|have law\d+ .*)$/
/** A closer in brackets with alternatives: one of them did it. */
const FIRST = /\(first \| (.+)\)$/

/** Name of the rule, and what it makes of a proof; `skip` passes over what did not work. */
const SHORTENINGS: readonly Shortening[] = [
  // Lines that only bring something into view.
  ({ script, lemmas }, skip) => {
    const lines = script.split('\n')
    const unused = lines.flatMap((line, at) => (UNUSED_LINE.test(line) && lines.length > 1 ? [at] : []))[skip]
    return unused === undefined ? undefined : { script: lines.toSpliced(unused, 1).join('\n'), lemmas }
  },
  // The same in the proofs of helper lemmas.
  ({ script, lemmas }, skip) => {
    const places = lemmas.flatMap(({ text }, lemma) =>
      text.split('\n').flatMap((line, at) => (UNUSED_LINE.test(line.trim()) ? [{ lemma, at }] : [])),
    )
    const place = places[skip]
    if (!place) return undefined
    const changed = lemmas.map(({ name, text }, lemma) =>
      lemma === place.lemma ? { name, text: text.split('\n').toSpliced(place.at, 1).join('\n') } : { name, text },
    )
    return { script, lemmas: changed }
  },
  // Lemmas that nothing mentions any more.
  ({ script, lemmas }, skip) => {
    const unused = lemmas.filter(
      ({ name }) => ![script, ...lemmas.filter((one) => one.name !== name).map(({ text }) => text)].some((text) => text.includes(name)),
    )[skip]
    return unused && { script, lemmas: lemmas.filter((lemma) => lemma !== unused) }
  },
  // One of several alternatives.
  ({ script, lemmas }, skip) => {
    const lines = script.split('\n')
    const ways = lines.flatMap((line, at) =>
      (FIRST.exec(line)?.[1] ?? '').split(' | ').flatMap((way) => (way === '' ? [] : [{ at, way }])),
    )
    const way = ways[skip]
    if (!way) return undefined
    return { script: lines.with(way.at, (lines[way.at] ?? '').replace(FIRST, `(${way.way})`)).join('\n'), lemmas }
  },
]
