/**
 * Lemmas from exploration: conjectures over the goal's own functions, proved by induction as local `have`s,
 * so that later inductions and closers find them among the hypotheses.
 */
import type { DojoState, Survey } from '../../lean/index.ts'
import { type CloserName, closers, EFFORTS, type Tactic } from '../../tactics/index.ts'
import { firstOf } from '../finish.ts'
import type { Session } from '../session.ts'
import { enoughLemmas, LAW_EFFORTS, LAW_WIDTH, MOST } from './plan.ts'
import type { Conjecture } from './screen.ts'

type Effort = (typeof LAW_EFFORTS)[number]

/**
 * Closers for lemmas, which fail on different ones: `grind` finds instances of hypotheses that rewriting does not,
 * `simp_all` rewrites further.
 */
const LEMMA_CLOSERS: readonly CloserName[] = ['grind', 'simp_all; done', 'grind, data split']

/** Taken one at a time, so that what decides which are worth a try is done no sooner than needed. */
export type LemmaSource = Iterable<Conjecture> | AsyncIterable<Conjecture>

export interface Explored {
  /** The goal as before, with the lemmas among its hypotheses. */
  readonly state: DojoState
  readonly lemmas: readonly string[]
}

interface Exploration {
  readonly conjectures: LemmaSource
  readonly survey: Survey
  readonly secondsLeft: number
  /** Called whenever enough is new to try the goal again; gives the state without goals if that worked. */
  readonly onBatch: (explored: Explored, effort: 'quick' | 'full') => Promise<DojoState | undefined>
}

/** Proves conjectures until time is up or nothing new follows. */
export async function proveLemmas(
  session: Session,
  start: Explored,
  { conjectures, survey, secondsLeft, onBatch }: Exploration,
): Promise<Explored & { done: DojoState | undefined; left: readonly Conjecture[] }> {
  const ends = closers(LEMMA_CLOSERS, survey).map(({ text }) => text)
  const reserve = session.secondsLeft - secondsLeft
  let open = conjectures
  let left: Conjecture[] = []
  let explored = start
  let tried = start.lemmas.length
  const again = async (effort: 'quick' | 'full'): Promise<DojoState | undefined> => {
    if (explored.lemmas.length === tried) return undefined
    tried = explored.lemmas.length
    return onBatch(explored, effort)
  }
  for (let round = 0; round < MOST.rounds; round++) {
    const before = explored.lemmas.length
    const effort = LAW_EFFORTS[round === 0 ? 0 : 1]
    left = []
    for await (const conjecture of open) {
      if (session.secondsLeft < reserve) return { ...explored, done: await again('full'), left }
      const next = await proveLemma(session, explored, conjecture, { ends, effort })
      const isNew = next !== undefined && next.lemmas.length > explored.lemmas.length
      if (!next) left.push(conjecture)
      else explored = next
      const done =
        (isNew ? await settled(session, explored, ends) : undefined) ??
        (explored.lemmas.length - tried >= enoughLemmas(tried) ? await again('quick') : undefined)
      if (done) return { ...explored, done, left }
    }
    const done = await again('full')
    if (done || left.length === 0 || (explored.lemmas.length === before && round > 0))
      return { ...explored, done, left }
    open = left
  }
  return { ...explored, done: undefined, left }
}

/**
 * The goal's proof where the newest lemma is the goal itself, for lemmas are proved in ways that goals are not, or where
 * the first closer sees it: a lemma that is more general than the goal mostly needs no induction to be used.
 */
async function settled(
  session: Session,
  { state, lemmas }: Explored,
  [closer = 'grind']: readonly string[],
): Promise<DojoState | undefined> {
  const use = `apply lem${lemmas.length} <;> assumption`
  return (
    (await session.advance(state, `first | (${use}) | (symm; ${use})`)) ??
    (await session.advance(state, closer, EFFORTS.glance))
  )
}

async function proveLemma(
  session: Session,
  { state, lemmas }: Explored,
  conjecture: Conjecture,
  { ends, effort }: { ends: readonly string[]; effort: Effort },
): Promise<Explored | undefined> {
  const name = `lem${lemmas.length + 1}`
  const lemma = (proof: string): string => `have ${name} : ${conjecture.statement} := by\n${indent(proof)}`
  // What closers find by themselves needs no lemma: it would only slow them down.
  const known = await session.advance(state, lemma(ends[0] ?? 'grind'), EFFORTS[effort.plainly])
  if (known) {
    await session.dojo.drop(known)
    return { state, lemmas }
  }
  const proved = await firstOf(lemmaProofs(conjecture, ends), LAW_WIDTH, async (proof, signal) => {
    const limits = EFFORTS[conjecture.conditional ? effort.withCondition : effort.byInduction]
    const next = await session.advance(state, { ...proof, text: lemma(proof.text) }, { ...limits, signal })
    return next && next.goals.length === state.goals.length ? next : undefined
  })
  return (
    proved && withInstance(session, { state: proved, lemmas: [...lemmas, conjecture.statement] }, conjecture)
  )
}

/** Solvers that know an operation to be associative or commutative need not try every way to write a term. */
async function withInstance(
  session: Session,
  explored: Explored,
  { instance }: Conjecture,
): Promise<Explored> {
  if (!instance) return explored
  const { type, parameters } = instance
  const lemma = `lem${explored.lemmas.length}`
  const proof =
    parameters.length === 0
      ? `⟨${lemma}⟩`
      : `fun ${parameters.join(' ')} => ⟨${lemma} ${parameters.join(' ')}⟩`
  const tactic = `have law${explored.lemmas.length} : ${type} := ${proof}`
  const state = await session.advance(explored.state, tactic)
  return state ? { ...explored, state } : explored
}

/** Induction on each variable in turn, the others general, and the recursion of each call. */
function lemmaProofs({ names, data, calls, conditional }: Conjecture, ends: readonly string[]): Tactic[] {
  const intro = `intro ${names.join(' ')}`
  const structural = data.map((chosen) => {
    const others = data.filter((name) => name !== chosen)
    const general = others.length > 0 ? ` generalizing ${others.join(' ')}` : ''
    return `${intro}\ninduction ${chosen}${general} <;> ${leaf(conditional, others, ends)}`
  })
  const functional = calls.flatMap((call) => {
    const others = data.filter((name) => !new RegExp(`\\b${name}\\b`).test(call))
    const along = (general: string): string =>
      `${intro}\nfun_induction (${call})${general} <;> ${leaf(conditional, others, ends)}`
    const general = others.length > 0 ? ` generalizing ${others.join(' ')}` : ''
    // A condition for all values of the others is one more thing to find instances of.
    return conditional && general !== '' ? [along(''), along(general)] : [along(general)]
  })
  // What a condition says comes out case by case as the function in it goes.
  const bySteps = rows('lemma by functional induction', functional)
  const byForm = rows('lemma by structural induction', structural)
  return conditional ? [...bySteps, ...byForm] : [...byForm, ...bySteps]
}

function rows(row: string, texts: readonly string[]): Tactic[] {
  return texts.map((text) => ({ row, text, price: 1 }))
}

/** A law with a condition may need to know the form of the other variables before the condition says anything. */
function leaf(conditional: boolean, others: readonly string[], ends: readonly string[]): string {
  const plain = `(first | ${ends.join(' | ')})`
  if (!conditional || others.length === 0) return plain
  const split = others.map((name) => `cases ${name}`).join(' <;> ')
  return `(first | ${plain} | (${split} <;> ${plain}))`
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
