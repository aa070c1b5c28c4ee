/**
 * `copilot`: proves helper lemmas about the goal's own functions, tries the goal with them, and then
 * searches the tree of tactic states best-first, with premises and hypotheses as moves.
 */
import type { DojoState } from '../lean/index.ts'
import { candidatesFor } from './candidates.ts'
import { leafClosers } from './closers.ts'
import { conjecturesFor } from './conjectures.ts'
import { goingBySecond } from './direction.ts'
import { equationsFor, screened } from './equations.ts'
import { type Exploration, type Explored, explore } from './explore.ts'
import { allInductions, type Stuck, someInductions } from './inductions.ts'
import { findLeanCopilot } from './lean-copilot.ts'
import { nestedInductions } from './nested.ts'
import { openGoal } from './opening.ts'
import { type Attack, attack, failed, outOfTime } from './outcome.ts'
import { type Effort, lookForCounterexample } from './refute.ts'
import { type SearchEnd, type SearchOptions, search } from './search.ts'
import type { Session } from './session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'
import { trimmed } from './trim.ts'
import { PATIENCE } from './work-clock.ts'

/** A whole branch is replayed at once. */
const REPLAY = { timeoutMs: 10_000, heartbeats: 200_000 }
const MOST_PREMISES = 8
/** Open branches that are worth keeping for a later attempt, and how long they may be. */
const MOST_UNFINISHED = 12
const LONGEST_UNFINISHED = 20_000
/** A goal that has resisted so far may be false for values that a first look does not reach. */
const SECOND_LOOK: Effort & { share: number } = {
  limit: 800,
  heartbeats: 40_000,
  simplify: false,
  share: 0.15,
}
/** The share of the budget for going on with branches of an earlier attempt. */
const RESUMED_SHARE = 0.5

export const copilot: Strategy = {
  name: 'copilot',
  version: 6,
  profile: 1,
  timeoutSeconds: 20,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  // Whoever gave the time stops listening when it is over: what is left unfinished must be told before.
  const own = { ...run, budgetSeconds: run.budgetSeconds - Math.min(0.5, run.budgetSeconds / 10) }
  return attack({ goal, tools, run: own }, async (session) => {
    const unfinished = new Unfinished()
    try {
      return await searchGoal(session, { goal, tools, run: own }, unfinished)
    } catch (error) {
      if (run.signal.aborted || !session.signal.aborted) throw error
      return {
        ...failed(session, outOfTime(run)),
        outOfTime: true,
        unfinished: unfinished.scripts,
      }
    }
  })
}

/** Scripts of the branches that are open, the newest first. */
class Unfinished {
  #scripts: readonly string[] = []

  keep(...scripts: string[]): void {
    const short = scripts.filter((script) => script !== '' && script.length <= LONGEST_UNFINISHED)
    this.#scripts = [...new Set([...short, ...this.#scripts])].slice(0, MOST_UNFINISHED)
  }

  get scripts(): readonly string[] {
    return this.#scripts
  }
}

async function searchGoal(
  session: Session,
  { goal, tools, run }: Attack,
  unfinished: Unfinished,
): Promise<StrategyResult> {
  unfinished.keep(...(run.resume ?? []))
  const { state, survey } = await openGoal(session)
  if (!run.resume?.length) unfinished.keep(session.dojo.script(state))
  const proved = async (found: string | DojoState): Promise<StrategyResult> => {
    const script = await trimmed(session, found)
    return { kind: 'proved', script, cpuSeconds: session.cpuSeconds }
  }
  const options = () => searchOptions(session, tools, state)
  const resumed = run.resume?.length ? await resume(session, run, await options()) : undefined
  if (resumed?.script !== undefined) return proved(resumed.script)
  unfinished.keep(...(resumed?.frontier ?? []))
  let stuck: readonly Stuck[] = []
  const tryGoal = async (from: DojoState, effort: 'quick' | 'full'): Promise<DojoState | undefined> => {
    if (effort === 'quick') return (await someInductions(session, from, survey, stuck)).done
    const tried = await allInductions(session, from, survey)
    stuck = tried.stuck
    return tried.done
  }
  const onBatch: Exploration['onBatch'] = ({ state: richer }, effort) => {
    unfinished.keep(session.dojo.script(richer))
    return tryGoal(richer, effort)
  }
  const left = session.secondsLeft
  const share = (part: number): number => left * part
  const plain = await tryGoal(state, 'full')
  if (plain) return proved(plain)
  const bySecond = await goingBySecond(session, state, survey)
  const { laws, related, conditional, further: large } = conjecturesFor(survey, bySecond)
  const isTested = isAboutTest(state)
  const lemmas = (from: Explored, conjectures: Exploration['conjectures'], part: number) =>
    explore(session, from, { conjectures, survey, secondsLeft: share(part), onBatch })
  // Laws of single functions are cheap, and most goals that need a lemma need one of these.
  const basic = await lemmas(
    { state, lemmas: [] },
    screened(session, state, isTested ? [...laws, ...related] : laws),
    0.2,
  )
  if (basic.done) return proved(basic.done)
  unfinished.keep(session.dojo.script(basic.state))
  // Where a case is stuck says more about what is missing than any guess.
  const nested = await nestedInductions(session, stuck, share(0.15))
  if (nested) return proved(nested)
  const rest = isTested ? [...conditional, ...large] : [...large, ...related, ...conditional]
  const more = await lemmas(basic, screened(session, state, [...rest, ...basic.left]), 0.3)
  if (more.done) return proved(more.done)
  unfinished.keep(session.dojo.script(more.state))
  // Only what is found is worth a place in Lean of its own: others wait for one.
  const { limit, heartbeats } = SECOND_LOOK
  const timeoutMs = Math.ceil(1000 * share(SECOND_LOOK.share))
  const trial = await session.counterexample(state, { limit, heartbeats, timeoutMs })
  if (trial?.counterexample) {
    const looking = { ...run, budgetSeconds: Math.max(1, session.secondsLeft) }
    const denied = await lookForCounterexample(goal, tools, looking, SECOND_LOOK)
    if (denied.kind === 'refuted')
      return { ...denied, cpuSeconds: (denied.cpuSeconds ?? 0) + (session.cpuSeconds ?? 0) }
  }
  const again =
    more.lemmas.length > basic.lemmas.length && (await nestedInductions(session, stuck, share(0.1)))
  if (again) return proved(again)
  const further = await lemmas(more, await equationsFor(session, state, survey), 0.15)
  if (further.done) return proved(further.done)
  const end = await search(session, further.state, {
    ...(await options()),
    secondsLeft: session.secondsLeft - 0.5,
  })
  if (end.script !== undefined) return proved(end.script)
  unfinished.keep(...end.frontier)
  const closest = end.closest ?? resumed?.closest
  const stuckOn = closest && (await session.dojo.restate(closest, session.signal))
  const branches = end.frontier.length + (resumed?.frontier.length ?? 0)
  return {
    ...failed(session, `the search ended with ${branches} open branches`, stuckOn),
    unfinished: unfinished.scripts,
  }
}

/** Whether a goal says what a test comes to, or has it as a condition: relations between tests then help most. */
function isAboutTest({ goals }: DojoState): boolean {
  const [goal] = goals
  const conditions = (goal?.hypotheses ?? []).filter(({ isProof }) => isProof).map(({ type }) => type)
  return [goal?.target ?? '', ...conditions].some((text) => /= (?:true|false)$/.test(text.trimEnd()))
}

/** What the search tries: closers and moves of our own, and those of Lean Copilot where the project has it. */
async function searchOptions(
  session: Session,
  tools: StrategyTools,
  state: DojoState,
): Promise<Pick<SearchOptions, 'closersAt' | 'movesAt'>> {
  const leanCopilot = await findLeanCopilot(session)
  const selected = await leanCopilot.premisesAt(state)
  const premises = [...new Set([...selected, ...(await premisesFor(session, tools, state))])]
  return {
    closersAt: async (position) => [
      ...leafClosers(position.survey),
      ...(await leanCopilot.proofsAt(position.state)),
    ],
    movesAt: async (position) => [
      ...(await leanCopilot.movesAt(position.state)),
      ...candidatesFor(position, premises),
    ],
  }
}

/** Goes on with the branches that an earlier attempt left open, as far as their tactics still run. */
async function resume(
  session: Session,
  { resume = [], budgetSeconds }: StrategyRun,
  options: Pick<SearchOptions, 'closersAt' | 'movesAt'>,
): Promise<SearchEnd | undefined> {
  const states: DojoState[] = []
  for (const script of resume.slice(0, MOST_UNFINISHED)) {
    if (session.secondsLeft < (1 - RESUMED_SHARE) * budgetSeconds) break
    const state = await session.advance(session.dojo.root, script, REPLAY)
    if (state?.goals.length === 0) return { script, closest: undefined, frontier: [] }
    if (state) states.push(state)
  }
  const [first, ...alsoFrom] = states
  if (!first) return undefined
  const secondsLeft = session.secondsLeft - (1 - RESUMED_SHARE) * budgetSeconds
  return search(session, first, { ...options, alsoFrom, secondsLeft })
}

async function premisesFor(session: Session, tools: StrategyTools, state: DojoState): Promise<string[]> {
  const own = await session.dojo.premises(state, { limit: MOST_PREMISES, signal: session.signal })
  const found = (await tools.findPremises?.(session.dojo, state, MOST_PREMISES, session.signal)) ?? []
  return [...new Set([...found, ...own])].slice(0, MOST_PREMISES)
}
