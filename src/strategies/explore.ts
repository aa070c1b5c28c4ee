/**
 * Lemmas from exploration: conjectures over the goal's own functions, proved by induction as local `have`s,
 * so that later inductions and closers find them among the hypotheses.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { firstOf } from './finish.ts'
import type { Conjecture } from './law.ts'
import { definitionNames, ruleList, theoremNames } from './rules.ts'
import type { Session } from './session.ts'

/** What the proof of a lemma may take: most take little, and one that takes more may be easier when others are known. */
const FIRST_EFFORT = { plainly: 800, byInduction: 1_500, withCondition: 5_000 }
const FULL_EFFORT = { plainly: 3_000, byInduction: 8_000, withCondition: 8_000 }
const TIMEOUT_MS = 10_000
/** One proof of a lemma at a time: the first one mostly succeeds. */
const WIDTH = 1

export interface Explored {
  /** The goal as before, with the lemmas among its hypotheses. */
  readonly state: DojoState
  readonly lemmas: readonly string[]
}

export interface Exploration {
  readonly conjectures: readonly Conjecture[]
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
): Promise<{ explored: Explored; done: DojoState | undefined }> {
  const rules = ruleList([...definitionNames(survey), ...theoremNames(survey)])
  const reserve = session.secondsLeft - secondsLeft
  let open = conjectures
  let explored = start
  let tried = start.lemmas.length
  for (let round = 0; round < 3 && open.length > 0; round++) {
    const before = explored.lemmas.length
    const effort = round === 0 ? FIRST_EFFORT : FULL_EFFORT
    const left: Conjecture[] = []
    for (const conjecture of open) {
      if (session.secondsLeft < reserve) {
        const done = explored.lemmas.length > tried ? await onBatch(explored, 'full') : undefined
        return { explored, done }
      }
      const next = await proveLemma(session, explored, conjecture, { rules, effort })
      if (!next) left.push(conjecture)
      else explored = next
      if (explored.lemmas.length - tried >= enough(tried)) {
        tried = explored.lemmas.length
        const done = await onBatch(explored, 'quick')
        if (done) return { explored, done }
      }
    }
    if (explored.lemmas.length > tried) {
      tried = explored.lemmas.length
      const done = await onBatch(explored, 'full')
      if (done) return { explored, done }
    }
    if (explored.lemmas.length === before && round > 0) break
    open = left
  }
  return { explored, done: undefined }
}

/** How many new lemmas make another try of the goal worth its time: the first ones help most. */
function enough(lemmas: number): number {
  return 2 + Math.floor(lemmas / 2)
}

async function proveLemma(
  session: Session,
  { state, lemmas }: Explored,
  conjecture: Conjecture,
  { rules, effort }: { rules: string; effort: typeof FULL_EFFORT },
): Promise<Explored | undefined> {
  const name = `lem${lemmas.length + 1}`
  const lemma = (proof: string): string => `have ${name} : ${conjecture.statement} := by\n${indent(proof)}`
  // What closers find by themselves needs no lemma: it would only slow them down.
  const known = await session.advance(state, lemma(`grind${rules}`), {
    timeoutMs: TIMEOUT_MS,
    heartbeats: effort.plainly,
  })
  if (known) {
    await session.dojo.drop(known)
    return { state, lemmas }
  }
  const proved = await firstOf(lemmaProofs(conjecture, rules), WIDTH, async (proof, signal) => {
    const next = await session.advance(state, lemma(proof), {
      timeoutMs: TIMEOUT_MS,
      heartbeats: isConditional(conjecture.statement) ? effort.withCondition : effort.byInduction,
      signal,
    })
    return next && next.goals.length === state.goals.length ? next : undefined
  })
  return proved && { state: proved, lemmas: [...lemmas, conjecture.statement] }
}

/** Induction on each variable in turn, the others general, and the recursion of each call. */
function lemmaProofs({ statement, names, data, calls }: Conjecture, rules: string): string[] {
  const intro = `intro ${names.join(' ')}`
  const structural = data.map((chosen) => {
    const others = data.filter((name) => name !== chosen)
    const general = others.length > 0 ? ` generalizing ${others.join(' ')}` : ''
    return `${intro}\ninduction ${chosen}${general} <;> ${leaf(statement, others, rules)}`
  })
  const functional = calls.map((call) => {
    const others = data.filter((name) => !new RegExp(`\\b${name}\\b`).test(call))
    const general = others.length > 0 ? ` generalizing ${others.join(' ')}` : ''
    return `${intro}\nfun_induction (${call})${general} <;> ${leaf(statement, others, rules)}`
  })
  // What a condition says comes out case by case as the function in it goes.
  return isConditional(statement) ? [...functional, ...structural] : [...structural, ...functional]
}

function isConditional(statement: string): boolean {
  return / → .*=/.test(statement.slice(statement.indexOf(',')))
}

/** A law with a condition may need to know the form of the other variables before the condition says anything. */
function leaf(statement: string, others: readonly string[], rules: string): string {
  // The two fail on different things: one finds instances that rewriting does not, the other rewrites on and on.
  const plain = `(first | grind${rules} | (simp_all${rules}; done))`
  if (!isConditional(statement) || others.length === 0) return plain
  const split = others.map((name) => `cases ${name}`).join(' <;> ')
  return `(first | ${plain} | (${split} <;> ${plain}))`
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
