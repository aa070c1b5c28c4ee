/**
 * `copilot`: proves helper lemmas about the goal's own functions, tries the goal with them, and then
 * searches the tree of tactic states best-first, with premises and hypotheses as moves.
 */
import type { DojoState } from '../../lean/index.ts'
import type { LawFamily } from '../../lemmas/index.ts'
import { closers, EFFORTS, movesAt, PATIENT_CLOSERS, premiseMoves } from '../../tactics/index.ts'
import { type Opening, openGoal } from '../opening.ts'
import { type Attack, attack, failed, outOfTime } from '../outcome.ts'
import { lookForCounterexample } from '../refute/refute.ts'
import { type SearchEnd, type SearchOptions, search } from '../search.ts'
import type { Session } from '../session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from '../strategy.ts'
import { PATIENCE } from '../work-clock.ts'
import { findLeanCopilot } from './lean-copilot.ts'
import { nestedInductions } from './nested.ts'
import {
  LAST_WORDS,
  LONGEST_UNFINISHED,
  MOST,
  RESTATE_SECONDS,
  RESUMED_SHARE,
  SECOND_LOOK,
  STAGES,
  type Stage,
} from './plan.ts'
import { type Explored, type LemmaSource, proveLemmas } from './prove-lemmas.ts'
import { type Conjecture, equationsFor, lawsFor } from './screen.ts'
import { trimmed } from './trim.ts'
import { allInductions, type Stuck, someInductions } from './try-inductions.ts'

export const copilot: Strategy = {
  name: 'copilot',
  version: 10,
  profile: 1,
  timeoutSeconds: 20,
  glances: true,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  const { share, mostSeconds } = LAST_WORDS
  const own = { ...run, budgetSeconds: run.budgetSeconds - Math.min(mostSeconds, share * run.budgetSeconds) }
  return attack({ goal, tools, run: own }, async (session) => {
    const work = new CopilotSearch(session, { goal, tools, run: own })
    try {
      return await work.run()
    } catch (error) {
      if (run.signal.aborted || !session.signal.aborted) throw error
      return { ...failed(session, outOfTime(run)), outOfTime: true, unfinished: work.unfinished }
    }
  })
}

class CopilotSearch {
  readonly #session: Session
  readonly #attack: Attack
  #opening: Opening | undefined
  #statement: string | undefined
  /** The goal with all lemmas that are proved, the guesses that resisted, and those that nobody tried. */
  #explored: Explored | undefined
  #left: readonly Conjecture[] = []
  #untried: LemmaSource = []
  #lemmasSeen = 0
  #stuck: readonly Stuck[] = []
  #resumed: SearchEnd | undefined
  #unfinished: readonly string[] = []
  #secondsAtStart = 0

  constructor(session: Session, attack: Attack) {
    this.#session = session
    this.#attack = attack
  }

  /** Scripts of the branches that are open, the newest first. */
  get unfinished(): readonly string[] {
    return this.#unfinished
  }

  async run(): Promise<StrategyResult> {
    const session = this.#session
    const { resume: earlier = [] } = this.#attack.run
    this.#keep(...earlier)
    this.#opening = await openGoal(session)
    const { state } = this.#opening
    this.#explored = { state, lemmas: [] }
    if (earlier.length === 0) this.#keep(session.dojo.script(state))
    else this.#resumed = await resume(session, this.#attack.run, await this.#searchOptions(state))
    if (this.#resumed?.script !== undefined) return this.#proved(this.#resumed.script)
    this.#keep(...(this.#resumed?.frontier ?? []))
    this.#secondsAtStart = session.secondsLeft
    for (const stage of STAGES) {
      const found = await this.#work(stage, this.#opening, this.#explored)
      if (found) return 'kind' in found ? found : this.#proved(found)
      this.#keep(session.dojo.script(this.#explored.state))
    }
    return failed(session, 'nothing is left to try')
  }

  async #work(
    stage: Stage,
    { state, survey }: Opening,
    explored: Explored,
  ): Promise<DojoState | StrategyResult | undefined> {
    const session = this.#session
    const seconds = 'share' in stage ? stage.share * this.#secondsAtStart : session.secondsLeft
    switch (stage.run) {
      case 'inductions':
        return this.#tryGoal(state, 'full')
      case 'laws': {
        const families = isAboutTest(state) ? stage.tests : stage.data
        return this.#lemmas(this.#lawsAndLeft(families), seconds)
      }
      case 'nested inductions': {
        const isNew = explored.lemmas.length > this.#lemmasSeen
        this.#lemmasSeen = explored.lemmas.length
        if (stage.onlyWithNewLemmas && !isNew) return undefined
        return nestedInductions(session, this.#stuck, seconds)
      }
      case 'counterexample':
        return this.#denied(state, seconds)
      case 'equations':
        return this.#lemmas(await equationsFor(session, state, survey), seconds)
      case 'search':
        return this.#search(explored.state)
    }
  }

  async *#lawsAndLeft(families: readonly LawFamily[]): AsyncGenerator<Conjecture> {
    const left = this.#left
    yield* this.#untried
    if (this.#opening) yield* lawsFor(this.#session, this.#opening.state, families)
    yield* left
  }

  async #lemmas(conjectures: LemmaSource, seconds: number): Promise<DojoState | undefined> {
    const { state, survey } = this.#opening ?? (await openGoal(this.#session))
    if (!this.#explored) return undefined
    this.#statement ??= await this.#session.dojo.restate(state, this.#session.signal)
    const { done, left, untried, ...explored } = await proveLemmas(this.#session, this.#explored, {
      conjectures,
      survey,
      goal: this.#statement,
      isAboutTest: isAboutTest(state),
      secondsLeft: seconds,
      onBatch: ({ state: richer }, effort) => {
        this.#keep(this.#session.dojo.script(richer))
        return this.#tryGoal(richer, effort)
      },
    })
    this.#explored = explored
    this.#left = left
    this.#untried = untried
    return done
  }

  async #tryGoal(from: DojoState, effort: 'quick' | 'full'): Promise<DojoState | undefined> {
    const { state, survey } = this.#opening ?? (await openGoal(this.#session))
    if (effort === 'quick')
      return (
        await someInductions(this.#session, from, survey, {
          stuck: this.#stuck,
          isAboutTest: isAboutTest(state),
        })
      ).done
    const tried = await allInductions(this.#session, from, survey)
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
    const end = await search(session, from, {
      ...options,
      secondsLeft: session.secondsLeft - RESTATE_SECONDS,
    })
    if (end.script !== undefined) return this.#proved(end.script)
    this.#keep(...end.frontier)
    const closest = end.closest ?? this.#resumed?.closest
    const stuckOn = closest && (await session.dojo.restate(closest, session.signal))
    const branches = end.frontier.length + (this.#resumed?.frontier.length ?? 0)
    return {
      ...failed(session, `the search ended with ${branches} open branches`, stuckOn),
      unfinished: this.#unfinished,
    }
  }

  #searchOptions(state: DojoState): ReturnType<typeof searchOptions> {
    return searchOptions(this.#session, this.#attack.tools, state)
  }

  async #proved(found: string | DojoState): Promise<StrategyResult> {
    const script = await trimmed(this.#session, found)
    return { kind: 'proved', script, cpuSeconds: this.#session.cpuSeconds }
  }

  #keep(...scripts: string[]): void {
    const short = scripts.filter((script) => script !== '' && script.length <= LONGEST_UNFINISHED)
    this.#unfinished = [...new Set([...short, ...this.#unfinished])].slice(0, MOST.unfinished)
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

async function premisesFor(session: Session, tools: StrategyTools, state: DojoState): Promise<string[]> {
  const own = await session.dojo.premises(state, { limit: MOST.premises, signal: session.signal })
  const found = (await tools.findPremises?.(session.dojo, state, MOST.premises, session.signal)) ?? []
  return [...new Set([...found, ...own])].slice(0, MOST.premises)
}
