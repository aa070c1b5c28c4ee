/**
 * Lemmas from exploration: conjectures over the goal's own functions, proved by induction as local `have`s,
 * so that later inductions and closers find them among the hypotheses.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { splittingGrind } from './closers.ts'
import { firstOf } from './finish.ts'
import type { Conjecture } from './law.ts'
import { definitionNames, ruleList, theoremNames } from './rules.ts'
import type { Session } from './session.ts'

/** What the proof of a lemma may take: most take little, and one that takes more may be easier when others are known. */
interface Effort {
  readonly plainly: number
  readonly byInduction: number
  readonly withCondition: number
}
const FIRST_EFFORT: Effort = { plainly: 800, byInduction: 1_500, withCondition: 5_000 }
const FULL_EFFORT: Effort = { plainly: 3_000, byInduction: 8_000, withCondition: 8_000 }
const TIMEOUT_MS = 10_000
const MOST_ROUNDS = 3
/** One proof of a lemma at a time: the first one mostly succeeds. */
const WIDTH = 1

export interface Explored {
  /** The goal as before, with the lemmas among its hypotheses. */
  readonly state: DojoState
  readonly lemmas: readonly string[]
}

export interface Exploration {
  /** Taken one at a time, so that what decides which are worth a try is done no sooner than needed. */
  readonly conjectures: Iterable<Conjecture> | AsyncIterable<Conjecture>
  readonly survey: Survey
  readonly secondsLeft: number
  /** Called whenever enough is new to try the goal again; gives the state without goals if that worked. */
  readonly onBatch: (explored: Explored, effort: 'quick' | 'full') => Promise<DojoState | undefined>
}

/** Proves conjectures until time is up or nothing new follows. */
export async function explore(
  session: Session,
  start: Explored,
  { conjectures, survey, secondsLeft, onBatch }: Exploration,
): Promise<Explored & { done: DojoState | undefined; left: readonly Conjecture[] }> {
  const rules = ruleList([...definitionNames(survey), ...theoremNames(survey)])
  const split = splittingGrind(survey)
  const closers = [`grind${rules}`, `(simp_all${rules}; done)`, ...(split === undefined ? [] : [split])]
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
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = explored.lemmas.length
    const effort = round === 0 ? FIRST_EFFORT : FULL_EFFORT
    left = []
    for await (const conjecture of open) {
      if (session.secondsLeft < reserve) return { ...explored, done: await again('full'), left }
      const next = await proveLemma(session, explored, conjecture, { closers, effort })
      const isNew = next !== undefined && next.lemmas.length > explored.lemmas.length
      if (!next) left.push(conjecture)
      else explored = next
      const done =
        (isNew ? await settled(session, explored) : undefined) ??
        (explored.lemmas.length - tried >= enough(tried) ? await again('quick') : undefined)
      if (done) return { ...explored, done, left }
    }
    const done = await again('full')
    if (done || left.length === 0 || (explored.lemmas.length === before && round > 0))
      return { ...explored, done, left }
    open = left
  }
  return { ...explored, done: undefined, left }
}

/** The goal's proof where the newest lemma is the goal itself: lemmas are proved in ways that goals are not. */
function settled(session: Session, { state, lemmas }: Explored): Promise<DojoState | undefined> {
  const use = `apply lem${lemmas.length} <;> assumption`
  return session.advance(state, `first | (${use}) | (symm; ${use})`, { timeoutMs: TIMEOUT_MS })
}

/** How many new lemmas make another try of the goal worth its time: the first ones help most. */
function enough(lemmas: number): number {
  return 2 + Math.floor(lemmas / 2)
}

async function proveLemma(
  session: Session,
  { state, lemmas }: Explored,
  conjecture: Conjecture,
  { closers, effort }: { closers: readonly string[]; effort: Effort },
): Promise<Explored | undefined> {
  const name = `lem${lemmas.length + 1}`
  const lemma = (proof: string): string => `have ${name} : ${conjecture.statement} := by\n${indent(proof)}`
  // What closers find by themselves needs no lemma: it would only slow them down.
  const known = await session.advance(state, lemma(closers[0] ?? 'grind'), {
    timeoutMs: TIMEOUT_MS,
    heartbeats: effort.plainly,
  })
  if (known) {
    await session.dojo.drop(known)
    return { state, lemmas }
  }
  const proved = await firstOf(lemmaProofs(conjecture, closers), WIDTH, async (proof, signal) => {
    const next = await session.advance(state, lemma(proof), {
      timeoutMs: TIMEOUT_MS,
      heartbeats: isConditional(conjecture.statement) ? effort.withCondition : effort.byInduction,
      signal,
    })
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
  const state = await session.advance(explored.state, tactic, { timeoutMs: TIMEOUT_MS })
  return state ? { ...explored, state } : explored
}

/** Induction on each variable in turn, the others general, and the recursion of each call. */
function lemmaProofs({ statement, names, data, calls }: Conjecture, closers: readonly string[]): string[] {
  const intro = `intro ${names.join(' ')}`
  const structural = data.map((chosen) => {
    const others = data.filter((name) => name !== chosen)
    const general = others.length > 0 ? ` generalizing ${others.join(' ')}` : ''
    return `${intro}\ninduction ${chosen}${general} <;> ${leaf(statement, others, closers)}`
  })
  const functional = calls.flatMap((call) => {
    const others = data.filter((name) => !new RegExp(`\\b${name}\\b`).test(call))
    const along = (general: string): string =>
      `${intro}\nfun_induction (${call})${general} <;> ${leaf(statement, others, closers)}`
    const general = others.length > 0 ? ` generalizing ${others.join(' ')}` : ''
    // A condition for all values of the others is one more thing to find instances of.
    return isConditional(statement) && general !== '' ? [along(''), along(general)] : [along(general)]
  })
  // What a condition says comes out case by case as the function in it goes.
  return isConditional(statement) ? [...functional, ...structural] : [...structural, ...functional]
}

function isConditional(statement: string): boolean {
  const arrow = statement.indexOf(' → ', Math.max(0, statement.indexOf(',')))
  return arrow >= 0 && statement.includes('=', arrow)
}

/** A law with a condition may need to know the form of the other variables before the condition says anything. */
function leaf(statement: string, others: readonly string[], closers: readonly string[]): string {
  // They fail on different things: one finds instances that rewriting does not, another rewrites on and on.
  const plain = `(first | ${closers.join(' | ')})`
  if (!isConditional(statement) || others.length === 0) return plain
  const split = others.map((name) => `cases ${name}`).join(' <;> ')
  return `(first | ${plain} | (${split} <;> ${plain}))`
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
