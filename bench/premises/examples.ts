/**
 * Goals with a known set of useful premises, made from the library itself.
 *
 * The embedded library has no proof terms. So a theorem is proved again, by tactics that are told not to use it,
 * and what counts as useful is what that proof's term really uses: theorems of modules that come before the
 * theorem's own. Propositional logic and the tactics' own lemmas (`and_true`, `of_eq_true`, …) are left out:
 * they are in such proofs whatever the goal.
 */
import { createHash } from 'node:crypto'
import { Dojo, type LeanPool, type LeanServer } from '../../src/lean/index.ts'
import {
  type IndexedTheorem,
  PremiseFinder,
  type PremiseIndex,
  type PremiseSource,
} from '../../src/premises/index.ts'

export interface Example {
  readonly theorem: string
  readonly texts: { readonly plain: string; readonly explicit: string }
  readonly useful: readonly string[]
  /** What Lean's selectors say, filtered to what came before the theorem. */
  readonly rankings: Readonly<Partial<Record<PremiseSource, readonly string[]>>>
}

/** Propositional logic and the tactics' own lemmas: in the proofs of `simp` and `grind` whatever the goal. */
const GLUE_MODULES =
  /^Init\.(?:Prelude|Core|SimpLemmas|PropLemmas|Classical|ByCases|Simproc|Ext|WF|SizeOf|Grind|Data\.Subsingleton)(?:\.|$)/
const HEARTBEATS = 100_000

export async function* collectExamples(
  pool: LeanPool,
  index: PremiseIndex,
  { from, theorems, onProgress }: { from: number; theorems: number; onProgress: (done: number) => void },
): AsyncGenerator<Example> {
  using finder = new PremiseFinder({ fingerprint: pool.toolchain.fingerprint })
  for (const [done, { name }] of shuffled([...index.theorems()])
    .slice(from, from + theorems)
    .entries()) {
    const scope = { before: name }
    const used = await pool.use((server) => proofOf(server, name))
    const useful = index
      .usable([...new Set((used ?? []).map(sourceOf))], scope)
      .filter((premise) => !GLUE_MODULES.test(index.theorem(premise)?.module ?? ''))
    if (useful.length > 0) {
      await using dojo = await Dojo.open(pool, { statement: `type_of% @${name}` })
      const texts = await dojo.texts(dojo.root)
      const rankings = await finder.rankings(dojo, dojo.root, { scope })
      const { index: _, ...others } = Object.fromEntries(rankings)
      if (texts) yield { theorem: name, texts, useful, rankings: others }
    }
    onProgress(done + 1)
  }
}

/** In an order that has nothing to do with the library's, and is the same every time. */
function shuffled(all: readonly IndexedTheorem[]): IndexedTheorem[] {
  const place = ({ name }: IndexedTheorem): string => createHash('sha256').update(name).digest('hex')
  const places = new Map(all.map((theorem) => [theorem, place(theorem)]))
  return [...all].sort((left, right) => ((places.get(left) ?? '') < (places.get(right) ?? '') ? -1 : 1))
}

/** The constants that a proof without the theorem itself uses; undefined if none was found. */
async function proofOf(server: LeanServer, theorem: string): Promise<string[] | undefined> {
  const without = [`simp [-${theorem}]`, `grind [-${theorem}]`, 'grind', 'simp', 'simp_all']
  const name = 'Held.out'
  const text = `theorem ${name} : type_of% @${theorem} := by intros; first ${without.map((script) => `| ${script}`).join(' ')}`
  const answer = await server.request(
    'export',
    { text, theorem: name, env: 0, heartbeats: HEARTBEATS },
    { timeoutMs: 20_000 },
  )
  if (answer.kind !== 'ok' || !answer.value.proof) return undefined
  const used = namesIn(answer.value.proof.names)
  return used.some((constant) => sourceOf(constant) === theorem) ? undefined : used
}

/** Names are written as pairs of an earlier name, counted from 1, and a last part. */
function namesIn(table: unknown): string[] {
  const names = ['']
  for (const [parent, part] of table as [number, string | number][]) {
    const before = names[parent] ?? ''
    names.push(before === '' ? String(part) : `${before}.${part}`)
  }
  return names.slice(1)
}

/** Simp keeps variants of its rules under names of their own. */
function sourceOf(constant: string): string {
  return constant.replace(/(?:\._simp_\d+|\.(?:mp|mpr|symm))$/, '')
}
