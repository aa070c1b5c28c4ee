/**
 * `copilot`: proves helper lemmas about the goal's own functions, tries the goal with them, and then
 * searches the tree of tactic states best-first, with premises and hypotheses as moves.
 */
import type { DojoState } from '../../lean/index.ts'
import {
  closers,
  EFFORTS,
  type EffortName,
  movesAt,
  PATIENCE,
  PATIENT_CLOSERS,
  premiseMoves,
  RESTATE_SECONDS,
} from '../../tactics/index.ts'
import { type Opening, openGoal, retrievePremises } from '../opening.ts'
import { type Attack, attack, failed, outOfTime, proved } from '../outcome.ts'
import { lookForCounterexample } from '../refute/refute.ts'
import { type SearchEnd, type SearchOptions, search } from '../search.ts'
import type { Session } from '../session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from '../strategy.ts'
import { findLeanCopilot } from './lean-copilot.ts'
import { nestedInductions } from './nested.ts'
import {
  type FamilyGroups,
  FULL,
  LAST_WORDS,
  LONGEST_UNFINISHED,
  MOST,
  RESUMED_SHARE,
  SECOND_LOOK,
  SECONDS,
  STAGES,
  type Stage,
} from './plan.ts'
import { type Explored, type LemmaSource, proveLemmas } from './prove-lemmas.ts'
import { type Conjecture, equationsFor, lawsFor } from './screen.ts'
import { trimmed } from './trim.ts'
import { allInductions, type Stuck, someInductions } from './try-inductions.ts'

export const copilot: Strategy = {
  name: 'copilot',
  version: 12,
  profile: 1,
  timeoutSeconds: SECONDS,
  glances: true,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  const { share, mostSeconds } = LAST_WORDS
  const own = { ...run, budgetSeconds: run.budgetSeconds - Math.min(mostSeconds, share * run.budgetSeconds) }
  const open = new OpenBranches(run.resume ?? [])
  return attack({ goal, tools, run: own }, async (session) => {
    try {
      const opening = await openGoal(session)
      return await new CopilotSearch(session, { goal, tools, run: own }, opening, open).run()
    } catch (error) {
      if (run.signal.aborted || !session.signal.aborted) throw error
      return { ...failed(session, outOfTime(run)), outOfTime: true, unfinished: open.scripts }
    }
  })
}

/** Scripts of the branches that are open, the newest first. */
class OpenBranches {
  #scripts: readonly string[] = []

  constructor(earlier: readonly string[]) {
    this.keep(...earlier)
  }

  get scripts(): readonly string[] {
    return this.#scripts
  }

  keep(...scripts: readonly string[]): void {
    const short = scripts.filter((script) => script !== '' && script.length <= LONGEST_UNFINISHED)
    this.#scripts = [...new Set([...short, ...this.#scripts])].slice(0, MOST.unfinished)
  }
}

class CopilotSearch {
  readonly #session: Session
  readonly #attack: Attack
  readonly #opening: Opening
  readonly #open: OpenBranches
  /** The goal as a statement; null if it cannot be told. */
  #statement: string | null | undefined
  /** The goal with all lemmas that are proved, the guesses that resisted, and those that nobody tried. */
  #explored: Explored
  #left: readonly Conjecture[] = []
  #untried: LemmaSource = []
  #lemmasSeen = 0
  /** How many lemmas there were when the goal was last tried with all of them. */
  #triedWith: number | undefined
  #stuck: readonly Stuck[] = []
  #resumed: SearchEnd | undefined
  #secondsAtStart = 0

  constructor(session: Session, attack: Attack, opening: Opening, open: OpenBranches) {
    this.#session = session
    this.#attack = attack
    this.#opening = opening
    this.#open = open
    this.#explored = { state: opening.state, lemmas: [] }
  }

  async run(): Promise<StrategyResult> {
    const session = this.#session
    const { state } = this.#opening
    const { resume: earlier = [] } = this.#attack.run
    if (earlier.length === 0) this.#open.keep(session.dojo.script(state))
    else this.#resumed = await resume(session, this.#attack.run, await this.#searchOptions(state))
    if (this.#resumed?.script !== undefined) return this.#proved(this.#resumed.script)
    this.#open.keep(...(this.#resumed?.frontier ?? []))
    this.#secondsAtStart = session.secondsLeft
    for (const stage of STAGES) {
      const found = await this.#work(stage)
      if (found) return 'kind' in found ? found : this.#proved(found)
      this.#open.keep(session.dojo.script(this.#explored.state))
    }
    return failed(session, 'nothing is left to try')
  }

  async #work(stage: Stage): Promise<DojoState | StrategyResult | undefined> {
    const session = this.#session
    const { state, survey } = this.#opening
    const { lemmas, state: richest } = this.#explored
    const seconds = 'share' in stage ? stage.share * this.#secondsAtStart : session.secondsLeft
    switch (stage.run) {
      case 'inductions': {
        const isDone = stage.about ? !survey.aboutTests : this.#triedWith === lemmas.length
        return isDone ? undefined : this.#allInductions(richest, stage.effort, stage.isLook)
      }
      case 'laws': {
        // Relations between tests help most where a test is what the goal is about.
        const groups = survey.aboutTests ? stage.tests : stage.data
        return groups.length === 0 ? undefined : this.#lemmas(this.#lawsAndLeft(groups), seconds)
      }
      case 'nested inductions': {
        const isNew = lemmas.length > this.#lemmasSeen
        this.#lemmasSeen = lemmas.length
        return stage.onlyWithNewLemmas && !isNew ? undefined : nestedInductions(session, this.#stuck, seconds)
      }
      case 'counterexample':
        return this.#denied(state, seconds)
      case 'equations':
        return this.#lemmas(await equationsFor(session, state), seconds)
      case 'search':
        return this.#search(richest)
    }
  }

  async *#lawsAndLeft(groups: FamilyGroups): AsyncGenerator<Conjecture> {
    const left = this.#left
    yield* this.#untried
    yield* lawsFor(this.#session, this.#opening.state, groups)
    yield* left
  }

  async #lemmas(conjectures: LemmaSource, seconds: number): Promise<DojoState | undefined> {
    const { dojo, signal } = this.#session
    const { state, survey } = this.#opening
    this.#statement ??= (await dojo.restate(state, signal)) ?? null
    const { done, left, untried, ...explored } = await proveLemmas(this.#session, this.#explored, {
      conjectures,
      survey,
      goal: this.#statement,
      secondsLeft: seconds,
      onBatch: (richer, effort) => {
        this.#open.keep(dojo.script(richer.state))
        return this.#tryGoal(richer, effort)
      },
    })
    this.#explored = explored
    this.#left = left
    this.#untried = untried
    return done
  }

  async #tryGoal(
    { state: from, lemmas }: Explored,
    effort: 'quick' | 'full',
  ): Promise<DojoState | undefined> {
    const { survey } = this.#opening
    if (effort === 'quick') return (await someInductions(this.#session, from, survey, this.#stuck)).done
    this.#triedWith = lemmas.length
    return this.#allInductions(from, FULL)
  }

  async #allInductions(
    from: DojoState,
    effort: EffortName,
    isLook?: boolean,
  ): Promise<DojoState | undefined> {
    const closing = { limits: EFFORTS[effort], ...(isLook && { split: [] }) }
    const tried = await allInductions(this.#session, from, this.#opening.survey, closing)
    this.#stuck = tried.stuck
    return tried.done
  }

  /** A refutation is proved in a session of its own, which takes a place in Lean: only when values were found. */
  async #denied(state: DojoState, seconds: number): Promise<StrategyResult | undefined> {
    const session = this.#session
    const { limit, heartbeats } = SECOND_LOOK
    const timeoutMs = Math.ceil(1000 * seconds)
    const trial = await session.counterexample(state, { limit, heartbeats, timeoutMs })
    if (!trial?.counterexample) return undefined
    const { goal, tools, run } = this.#attack
    const looking = { ...run, budgetSeconds: Math.max(1, session.secondsLeft) }
    const denied = await lookForCounterexample(goal, tools, looking, SECOND_LOOK)
    if (denied.kind !== 'refuted') return undefined
    return { ...denied, cpuSeconds: (denied.cpuSeconds ?? 0) + (session.cpuSeconds ?? 0) }
  }

  async #search(from: DojoState): Promise<StrategyResult> {
    const session = this.#session
    const options = await this.#searchOptions(from)
    const secondsLeft = session.secondsLeft - RESTATE_SECONDS
    const end = await search(session, from, { ...options, secondsLeft })
    if (end.script !== undefined) return this.#proved(end.script)
    this.#open.keep(...end.frontier)
    const closest = end.closest ?? this.#resumed?.closest
    const stuckOn = closest && (await session.dojo.restate(closest, session.signal))
    const branches = end.frontier.length + (this.#resumed?.frontier.length ?? 0)
    const why = `the search ended with ${branches} open branches`
    return { ...failed(session, why, stuckOn), unfinished: this.#open.scripts }
  }

  #searchOptions(state: DojoState): ReturnType<typeof searchOptions> {
    return searchOptions(this.#session, this.#attack.tools, state)
  }

  async #proved(found: string | DojoState): Promise<StrategyResult> {
    return proved(this.#session, await trimmed(this.#session, found))
  }
}

/** What the search tries: closers and moves of our own, and those of Lean Copilot where the project has it. */
async function searchOptions(
  session: Session,
  tools: StrategyTools,
  state: DojoState,
): Promise<Pick<SearchOptions, 'closersAt' | 'movesAt'>> {
  const leanCopilot = await findLeanCopilot(session)
  const selected = await leanCopilot.premisesAt(state)
  const retrieved = await retrievePremises(session, tools, state, MOST.premises)
  const premises = [...new Set([...selected, ...retrieved])]
  return {
    closersAt: async (position) => [
      ...closers(PATIENT_CLOSERS, position.survey),
      ...(await leanCopilot.proofsAt(position.state)),
    ],
    movesAt: async (position) => [
      ...(await leanCopilot.movesAt(position.state)),
      ...movesAt(position),
      ...premiseMoves(premises),
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
  for (const script of resume.slice(0, MOST.unfinished)) {
    if (session.secondsLeft < (1 - RESUMED_SHARE) * budgetSeconds) break
    const state = await session.advance(session.dojo.root, script, EFFORTS.replay)
    if (state?.goals.length === 0) return { script, closest: undefined, frontier: [] }
    if (state) states.push(state)
  }
  const [first, ...alsoFrom] = states
  if (!first) return undefined
  const secondsLeft = session.secondsLeft - (1 - RESUMED_SHARE) * budgetSeconds
  return search(session, first, { ...options, alsoFrom, secondsLeft })
}
