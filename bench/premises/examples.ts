/**
 * Goals with a known set of useful premises, made from the library itself.
 *
 * The embedded library has no proof terms. So a theorem is proved again, by tactics that are told not to use it,
 * and what counts as useful is what that proof's term really uses: theorems of modules that come before the
 * theorem's own. What a tactic puts into its proofs whatever the goal (`eq_self`, `of_eq_true`, …) is left out.
 */
import { Dojo, type LeanPool, type LeanServer } from '../../src/lean/index.ts'
import {
  type IndexedTheorem,
  PremiseFinder,
  type PremiseIndex,
  type Source,
} from '../../src/premises/index.ts'

export interface Example {
  readonly theorem: string
  readonly texts: { readonly plain: string; readonly explicit: string }
  readonly useful: readonly string[]
  /** What Lean's selectors say, filtered to what came before the theorem. */
  readonly rankings: Readonly<Partial<Record<Source, readonly string[]>>>
}

/** A theorem whose proof uses what more than this share of all proofs use tells nothing by that. */
const GLUE_SHARE = 0.04
const HEARTBEATS = 40_000

export async function collectExamples(
  pool: LeanPool,
  index: PremiseIndex,
  { theorems, onProgress }: { theorems: number; onProgress: (done: number, proved: number) => void },
): Promise<Example[]> {
  using finder = new PremiseFinder({ fingerprint: pool.toolchain.fingerprint })
  const found: Example[] = []
  for (const [done, { name }] of sample([...index.theorems()], theorems).entries()) {
    const scope = { before: name }
    const used = await pool.use((server) => proofOf(server, name))
    const useful = index.usable([...new Set((used ?? []).map(sourceOf))], scope)
    if (useful.length > 0) {
      await using dojo = await Dojo.open(pool, { statement: `type_of% @${name}` })
      const texts = await dojo.texts(dojo.root)
      const rankings = await finder.rankings(dojo, dojo.root, { scope })
      const { index: _, ...others } = Object.fromEntries(rankings)
      if (texts) found.push({ theorem: name, texts, useful, rankings: others })
    }
    onProgress(done + 1, found.length)
  }
  return withoutGlue(found)
}

/** Evenly spread over the library, in an order that has nothing to do with it. */
function sample(all: readonly IndexedTheorem[], count: number): IndexedTheorem[] {
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, at) => at % step === 0).slice(0, count)
}

/** The constants that a proof without the theorem itself uses; undefined if none was found. */
async function proofOf(server: LeanServer, theorem: string): Promise<string[] | undefined> {
  const scripts = [`simp [-${theorem}]`, 'simp', `grind [-${theorem}]`, 'grind', 'simp_all']
  for (const script of scripts) {
    const name = 'Held.out'
    const text = `theorem ${name} : type_of% @${theorem} := by intros; ${script}`
    const answer = await server.request(
      'export',
      { text, theorem: name, env: 0, heartbeats: HEARTBEATS },
      { timeoutMs: 20_000 },
    )
    if (answer.kind !== 'ok' || !answer.value.proof) continue
    const used = namesIn(answer.value.proof.names)
    if (!used.some((constant) => sourceOf(constant) === theorem)) return used
  }
  return undefined
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

function withoutGlue(examples: readonly Example[]): Example[] {
  const counts = new Map<string, number>()
  for (const { useful } of examples) for (const name of useful) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isGlue = (name: string) => (counts.get(name) ?? 0) > Math.max(3, GLUE_SHARE * examples.length)
  return examples
    .map((example) => ({ ...example, useful: example.useful.filter((name) => !isGlue(name)) }))
    .filter(({ useful }) => useful.length > 0)
}
