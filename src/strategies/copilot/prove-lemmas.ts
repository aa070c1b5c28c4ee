/**
 * Lemmas from exploration: conjectures over the goal's own functions, proved by induction as local `have`s,
 * so that later inductions and closers find them among the hypotheses.
 */
import type { DojoState, Survey } from '../../lean/index.ts'
import { type CloserName, closers, EFFORTS } from '../../tactics/index.ts'
import { firstOf } from '../finish.ts'
import type { Session } from '../session.ts'
import { type LemmaEnds, lemmaProofs } from './lemma-proofs.ts'
import { enoughLemmas, LAW_EFFORTS, LAW_WIDTH } from './plan.ts'
import type { Conjecture } from './screen.ts'

type LawEffort = (typeof LAW_EFFORTS)[number]

/**
 * They fail on different lemmas: rewriting goes further, `grind` finds instances of hypotheses that rewriting does not.
 * With few splits, but of data, `grind` both ends more cases and gives up sooner than without.
 */
const LEMMA_CLOSERS: readonly CloserName[] = ['simp_all; done', 'grind, data split', 'grind']

/** Taken one at a time, so that what decides which are worth a try is done no sooner than needed. */
export type LemmaSource = Iterable<Conjecture> | AsyncIterable<Conjecture>

export interface Explored {
  /** The goal as before, with the lemmas among its hypotheses. */
  readonly state: DojoState
  readonly lemmas: readonly string[]
}

interface Explorations extends Explored {
  /** The goal's proof, if the lemmas were enough. */
  readonly done: DojoState | undefined
  /** What resisted, and what there was no time for. */
  readonly left: readonly Conjecture[]
  readonly untried: AsyncIterable<Conjecture>
}

interface Exploration {
  readonly conjectures: LemmaSource
  readonly survey: Survey
  /** The goal as a statement: what follows from it at once is no help, and waits until the rest has been tried. */
  readonly goal: string | null
  readonly secondsLeft: number
  /** Called whenever enough is new to try the goal again; gives the state without goals if that worked. */
  readonly onBatch: (explored: Explored, effort: 'quick' | 'full') => Promise<DojoState | undefined>
}

/** Proves conjectures until time is up or nothing new follows. */
export async function proveLemmas(
  session: Session,
  start: Explored,
  { conjectures, survey, goal, secondsLeft, onBatch }: Exploration,
): Promise<Explorations> {
  const withOthers = closers(LEMMA_CLOSERS, survey).map(({ text }) => text)
  const [byItself = 'simp_all'] = withOthers
  const grind = withOthers.at(-1) ?? 'grind'
  const ends = { byItself, withOthers }
  const reserve = session.secondsLeft - secondsLeft
  let untried = oneByOne(conjectures)
  let left: Conjecture[] = []
  let explored = start
  let tried = start.lemmas.length
  const again = async (effort: 'quick' | 'full'): Promise<DojoState | undefined> => {
    if (explored.lemmas.length === tried) return undefined
    tried = explored.lemmas.length
    return onBatch(explored, effort)
  }
  const end = (done?: DojoState): Explorations => ({ ...explored, done, left, untried })
  for (const [round, effort] of LAW_EFFORTS.entries()) {
    const before = explored.lemmas.length
    for (;;) {
      if (session.secondsLeft < reserve) return end(await again('full'))
      const { value: conjecture } = await untried.next()
      if (!conjecture) break
      const isUseless = round === 0 && (await followsFrom(session, explored.state, goal, conjecture))
      const next = isUseless
        ? undefined
        : await proveLemma(session, explored, conjecture, { ends, grind, effort })
      const isNew = next !== undefined && next.lemmas.length > explored.lemmas.length
      if (!next) left.push(conjecture)
      else explored = next
      const done = isNew ? await settled(session, explored, grind) : undefined
      if (done) return end(done)
      const isEnough = explored.lemmas.length - tried >= enoughLemmas(tried, survey.aboutTests)
      const proof = isEnough ? await again('quick') : undefined
      if (proof) return end(proof)
    }
    const done = await again('full')
    if (done || left.length === 0 || (explored.lemmas.length === before && round > 0)) return end(done)
    if (round + 1 === LAW_EFFORTS.length) break
    untried = oneByOne(left)
    left = []
  }
  return end()
}

/** Unlike a loop over it, this can be left and gone on with. */
async function* oneByOne(source: LemmaSource): AsyncGenerator<Conjecture, undefined> {
  yield* source
  return undefined
}

async function followsFrom(
  session: Session,
  state: DojoState,
  goal: string | null,
  { statement }: Conjecture,
): Promise<boolean> {
  if (goal === null) return false
  const use = 'apply goal <;> assumption'
  const proof = `intro goal\nintros\nfirst | (${use}) | (symm; ${use})`
  const known = await session.advance(
    state,
    `have follows : (${goal}) → (${statement}) := by\n${indent(proof)}`,
    EFFORTS.glance,
  )
  if (known) await session.dojo.drop(known)
  return known !== undefined
}

/**
 * The goal's proof where the newest lemma is the goal itself, for lemmas are proved in ways that goals are not, or where
 * the first closer sees it: a lemma that is more general than the goal mostly needs no induction to be used.
 */
async function settled(
  session: Session,
  { state, lemmas }: Explored,
  grind: string,
): Promise<DojoState | undefined> {
  const use = `apply lem${lemmas.length} <;> assumption`
  return (
    (await session.advance(state, `first | (${use}) | (symm; ${use})`)) ??
    (await session.advance(state, grind, EFFORTS.glance))
  )
}

async function proveLemma(
  session: Session,
  { state, lemmas }: Explored,
  conjecture: Conjecture,
  { ends, grind, effort }: { ends: LemmaEnds; grind: string; effort: LawEffort },
): Promise<Explored | undefined> {
  const named = lemmas.map((_, index) => `lem${index + 1}`)
  const name = `lem${lemmas.length + 1}`
  const lemma = (proof: string): string => `have ${name} : ${conjecture.statement} := by\n${indent(proof)}`
  // What closers find by themselves needs no lemma: it would only slow them down.
  const known = await session.advance(state, lemma(grind), EFFORTS[effort.plainly])
  if (known) {
    await session.dojo.drop(known)
    return { state, lemmas }
  }
  const proofs = lemmaProofs(conjecture, named, ends, effort.most)
  const proved = await firstOf(proofs, LAW_WIDTH, async (proof, signal) => {
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

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
