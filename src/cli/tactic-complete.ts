/** What Tab offers in `orch tactic`: commands, signs, tactics, hypotheses, names of the goal and of the library. */
import { distance, endingOf, expandLeanInput, LEAN_INPUT } from '../goal/index.ts'
import type { Dojo, DojoState, Survey } from '../lean/index.ts'
import type { NameList } from '../premises/index.ts'

/** Tactics that people use; those that the environment lacks are left out. */
const TACTICS =
  `ac_rfl all_goals any_goals apply apply? assumption by_cases calc case cases change clear constructor contradiction
  conv congr decide exact exact? exfalso exists ext fun_cases fun_induction funext generalize grind have induction infer_instance
  injection intro intros left let next obtain omega rcases refine rename_i repeat replace revert rfl right rintro rotate_left
  rw rw? show simp simp? simp_all simpa skip sorry specialize split subst suffices symm trivial try try? unfold
  aesop field_simp gcongr linarith nlinarith norm_num nth_rw positivity push_neg ring ring_nf tauto use`.split(
    /\s+/,
  )
/** The tactics above that core Lean does not have, each as a text that parses where it is there. */
const MATHLIB: ReadonlyMap<string, string> = new Map(
  'aesop field_simp gcongr linarith nlinarith norm_num positivity push_neg ring ring_nf tauto'
    .split(' ')
    .map((name) => [name, name] as const)
    .concat([
      ['use', 'use 0'],
      ['nth_rw', 'nth_rw 1 [h]'],
    ]),
)

const MOST = 40
const WORD_LETTER = /[^\s()[\]{}⟨⟩,;·|←:=]/u
const AT_TACTIC = /(?:^|;|·|=>|\bby|<;>|\bfirst|\btry|\brepeat|\ball_goals)\s*$/u

export interface CompletionSources {
  readonly commands: readonly string[]
  readonly dojo: Dojo
  /** The names of the library; undefined while they are not known. */
  readonly names: () => NameList | undefined
}

/** Tab's answer: what may stand in place of the end of the line. */
export type LineCompletion = [found: string[], replaced: string]

export class TacticCompleter {
  readonly #sources: CompletionSources
  #surveys = new WeakMap<DojoState, Promise<Survey | undefined>>()
  #tactics: Promise<readonly string[]> | undefined

  constructor(sources: CompletionSources) {
    this.#sources = sources
  }

  async complete(line: string, state: DojoState): Promise<LineCompletion> {
    const { commands, names } = this.#sources
    if (line.startsWith(':')) return [commands.filter((name) => name.startsWith(line)), line]
    const sign = /\\[^\s\\]*$/u.exec(line)?.[0]
    const known = sign === undefined ? [] : signs(sign.slice(1))
    if (sign !== undefined && known.length > 0) return [known, sign]
    // `\<h` is a sign and the beginning of a name.
    const word = endingOf(expandLeanInput(line), WORD_LETTER)
    const before = line.slice(0, line.length - word.length)
    if (AT_TACTIC.test(before)) return [startingWith(await this.#known(), word), word]
    const near = startingWith([...hypotheses(state), ...(await this.#own(state))], word)
    if (word === '') return [near.slice(0, MOST), word]
    // What stands in the goal comes first; the library is asked when nothing there fits.
    const library = near.length > 0 ? undefined : names()
    const exact = library?.from(word, 2_000) ?? []
    const far = exact.length > 0 || near.length > 0 ? exact : (library?.endingFrom(word, 2_000) ?? [])
    return [steps([...new Set([...near, ...far])], word), word]
  }

  /** What a name or a tactic that Lean does not know was meant to be. */
  async meant(wrong: string, state: DojoState): Promise<string | undefined> {
    const close = (name: string) => distance(name, wrong) <= (wrong.length > 5 ? 2 : 1)
    const near = [...hypotheses(state), ...(await this.#own(state))].find(
      (name) => name !== wrong && close(name),
    )
    return near ?? this.#sources.names()?.like(wrong, 1)[0]
  }

  async meantTactic(wrong: string): Promise<string | undefined> {
    const all = (await this.#known()).map((name) => ({ name, far: distance(name, wrong) }))
    const [best] = all.toSorted((one, other) => one.far - other.far)
    return best && best.far > 0 && best.far <= (wrong.length > 4 ? 2 : 1) ? best.name : undefined
  }

  /** The user's own names that the goal stands on. */
  async #own(state: DojoState): Promise<string[]> {
    const { dojo } = this.#sources
    const survey = this.#surveys.get(state) ?? dojo.survey(state).catch(() => undefined)
    this.#surveys.set(state, survey)
    const { definitions = [], theorems = [], types = [] } = (await survey) ?? {}
    return [
      ...definitions.map(({ name }) => name),
      ...theorems,
      ...types.flatMap(({ name, own, constructors }) =>
        own ? [name, ...constructors.map((one) => one.name)] : [],
      ),
    ]
  }

  async #known(): Promise<readonly string[]> {
    this.#tactics ??= this.#sources.dojo
      .knownTactics([...MATHLIB.values()])
      .then((there) =>
        TACTICS.filter((name) => !MATHLIB.has(name) || there.includes(MATHLIB.get(name) ?? name)).sort(),
      )
      .catch(() => TACTICS.filter((name) => !MATHLIB.has(name)).sort())
    return await this.#tactics
  }
}

const startingWith = (all: readonly string[], word: string): string[] => [
  ...new Set(all.filter((name) => name.startsWith(word))),
]

function hypotheses({ goals }: DojoState): string[] {
  return (goals[0]?.hypotheses ?? []).flatMap(({ name, isAccessible }) => (isAccessible ? [name] : []))
}

/** A name that is known whole gives its sign; one that is not, the names that it may become. */
function signs(typed: string): string[] {
  const names = [...LEAN_INPUT.keys()].filter((name) => name.startsWith(typed)).sort()
  const sign = LEAN_INPUT.get(typed)
  return sign !== undefined && (names.length === 1 || typed.length > 0)
    ? [sign]
    : names.slice(0, MOST).map((name) => `\\${name}`)
}

/** Hundreds of names are offered by their next part. */
function steps(names: readonly string[], typed: string): string[] {
  if (names.length <= MOST) return [...names]
  const parts = names.map((name) => {
    const end = name.slice(typed.length + 1).search(/[._]/u)
    return end < 0 || !name.startsWith(typed) ? name : name.slice(0, typed.length + 2 + end)
  })
  return [...new Set(parts)].slice(0, MOST)
}
