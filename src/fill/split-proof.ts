/**
 * An induction inside of an induction, on something that was made general first, is a lemma that nobody gave a name.
 * Here it gets one: what is to be proved at that point becomes a theorem, with the rest of the script as its proof.
 */
import { atHole, Dojo, type LeanPool } from '../lean/index.ts'
import type { Bench } from './bench.ts'
import { type Extracted, lemmaHead } from './helper-lemmas.ts'
import { placeOfHole } from './hole-place.ts'
import { type HoleProblem, introductionOf } from './hole-problem.ts'

const MAKES_GENERAL = /^(?:generalize|clear)\b/
const INDUCTION = /^(?:fun_)?induction\b/

/** Undefined where there is no such place, or its goal cannot be stated by itself. */
export async function splitProof(
  pool: LeanPool,
  bench: Bench,
  problem: HoleProblem,
  script: string,
  name: string,
  signal: AbortSignal,
): Promise<Extracted | undefined> {
  const lines = script.trimEnd().split('\n')
  const at = lines.findLastIndex((line) => INDUCTION.test(line))
  const before = lines.slice(0, at)
  if (at <= 0 || !before.some((line) => MAKES_GENERAL.test(line))) return undefined
  const { hole, input } = problem
  const offered = bench.offered(hole)
  const place = placeOfHole(bench.project, bench.report(hole.module), hole, bench.given(hole.module), {
    offered,
  })
  await using dojo = await Dojo.openAt(pool, atHole(place), { structured: true, signal })
  const reached = await dojo.runTactic(dojo.root, before.join('\n'), { signal })
  const goals = reached.kind === 'open' ? reached.state.goals : []
  if (reached.kind !== 'open' || goals.length !== 1) return undefined
  // Whether it means just the same does not matter: the lemma has to do for this proof, and is judged with it.
  const statement = (await dojo.texts(reached.state, signal))?.plain
  if (statement === undefined) return undefined
  const stated = { input: { ...input, statement }, hypotheses: goals[0]?.hypotheses ?? [] }
  const introduction = await introductionOf(pool, stated, signal)
  const proof = [...introduction, ...lines.slice(at)].map((line) => `  ${line}`)
  return {
    lemmas: [{ name, text: [lemmaHead(name, statement), ...proof].join('\n') }],
    script: [...before, `apply ${name} <;> assumption`].join('\n'),
  }
}
