/** Ways to prove a lemma: which induction, and how its cases end. */
import type { Tactic } from '../../tactics/index.ts'
import type { Conjecture } from './screen.ts'

export interface LemmaEnds {
  /** What rewriting alone ends: cheap, as long as no other lemma is among the rules. */
  readonly byItself: string
  /** What may use other lemmas; where it fails it uses up what the proof may take. */
  readonly withOthers: readonly string[]
}

/**
 * Induction on each variable in turn, the others general, and the recursion of each call. All of them first without the
 * lemmas that are known already: most laws need none, and each is tried as a rule everywhere.
 */
export function lemmaProofs(law: Conjecture, known: readonly string[], ends: LemmaEnds): Tactic[] {
  const alone = known.length === 0 ? '' : `clear ${known.join(' ')}\n`
  return [...inductions(law, alone, [ends.byItself]), ...inductions(law, '', ends.withOthers)]
}

function inductions(
  { names, data, calls, conditional }: Conjecture,
  first: string,
  ends: readonly string[],
): Tactic[] {
  const proof = (induction: string, others: readonly string[]): string =>
    `${first}intro ${names.join(' ')}\n${induction} <;> ${leaf(conditional ? others : [], ends)}`
  const structural = data.map((chosen) => {
    const others = data.filter((name) => name !== chosen)
    return proof(`induction ${chosen}${generalizing(others)}`, others)
  })
  const functional = calls.flatMap((call) => {
    const others = data.filter((name) => !new RegExp(`\\b${name}\\b`).test(call))
    const along = (general: string): string => proof(`fun_induction (${call})${general}`, others)
    // A condition for all values of the others is one more thing to find instances of.
    return conditional && others.length > 0
      ? [along(''), along(generalizing(others))]
      : [along(generalizing(others))]
  })
  // What a condition says comes out case by case as the function in it goes.
  const bySteps = rows('lemma by functional induction', functional)
  const byForm = rows('lemma by structural induction', structural)
  return conditional ? [...bySteps, ...byForm] : [...byForm, ...bySteps]
}

function generalizing(names: readonly string[]): string {
  return names.length === 0 ? '' : ` generalizing ${names.join(' ')}`
}

function rows(row: string, texts: readonly string[]): Tactic[] {
  return texts.map((text) => ({ row, text, price: 1 }))
}

/**
 * A law with a condition may need to know the form of the other variables before the condition says anything: each
 * closer has a try before and after.
 */
function leaf(others: readonly string[], ends: readonly string[]): string {
  const split = others.map((name) => `cases ${name}`).join(' <;> ')
  const all = split === '' ? ends : ends.flatMap((end) => [end, `(${split} <;> ${end})`])
  return `(first | ${all.join(' | ')})`
}
