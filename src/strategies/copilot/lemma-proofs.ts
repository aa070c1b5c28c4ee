/** Ways to prove a lemma: which induction, and how its cases end. */
import { ranked, type Tactic } from '../../tactics/index.ts'
import type { Conjecture } from './screen.ts'

export interface LemmaEnds {
  /** What rewriting alone ends: cheap, as long as no other lemma is among the rules. */
  readonly byItself: string
  /** What may use other lemmas; where it fails it uses up what the proof may take. */
  readonly withOthers: readonly string[]
}

/**
 * Induction on each variable in turn, the others general, and the recursion of each call. All of them first without the
 * lemmas that are known already: most laws need none, and each is tried as a rule everywhere. What a condition says comes
 * out case by case as the function in it goes: of a law with one, that is tried with all means before anything else.
 */
export function lemmaProofs(
  law: Conjecture,
  known: readonly string[],
  ends: LemmaEnds,
  /** How many of each kind with other lemmas. */
  most = Infinity,
): Tactic[] {
  const clear = known.length === 0 ? '' : `clear ${known.join(' ')}\n`
  const alone = inductions(law, clear, [ends.byItself])
  const all = inductions(law, '', ends.withOthers)
  const withOthers = { byForm: all.byForm.slice(0, most), bySteps: all.bySteps.slice(0, most) }
  return law.conditional
    ? [...alone.bySteps, ...withOthers.bySteps, ...alone.byForm, ...withOthers.byForm]
    : [...alone.byForm, ...alone.bySteps, ...withOthers.byForm, ...withOthers.bySteps]
}

function inductions(
  { names, data, calls, conditional }: Conjecture,
  first: string,
  ends: readonly string[],
): Record<'bySteps' | 'byForm', Tactic[]> {
  const proof = (induction: string, others: readonly string[]): string =>
    `${first}intro ${names.join(' ')}\n${induction} <;> ${leaf(conditional ? others : [], ends)}`
  const structural = data.map((chosen) => {
    const others = data.filter((name) => name !== chosen)
    return proof(`induction ${chosen}${generalizing(others)}`, others)
  })
  const functional = calls.flatMap(({ text, on }) => {
    const others = data.filter((name) => !on.includes(name))
    const along = (general: string): string => proof(`fun_induction (${text})${general}`, others)
    // A condition for all values of the others is one more thing to find instances of.
    return conditional && others.length > 0
      ? [along(''), along(generalizing(others))]
      : [along(generalizing(others))]
  })
  return {
    bySteps: ranked('lemma by functional induction', functional),
    byForm: ranked('lemma by structural induction', structural),
  }
}

function generalizing(names: readonly string[]): string {
  return names.length === 0 ? '' : ` generalizing ${names.join(' ')}`
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
