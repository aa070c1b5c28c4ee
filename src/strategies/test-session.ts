/**
 * A session in which a table says what Lean would say. For tests about the order of things and what is made of answers;
 * that Lean does say so is for the tests that ask it.
 */
import type { Dojo, DojoGoal, DojoState, LeanMessage, Survey, TacticResult } from '../lean/index.ts'
import { goalWith, stateOf, surveyWith } from '../tactics/test-goals.ts'
import { Session } from './session.ts'
import type { StrategyRun, StrategyTools } from './strategy.ts'
import { strategyGoal } from './tools.ts'

/** What a tactic leaves of the first goal, by its target; nothing where Lean refuses it. */
export type Answer = (
  tactic: string,
  target: string,
  state: DojoState,
) => readonly (string | DojoGoal)[] | undefined

export interface Scripted {
  readonly dojo: Dojo
  /** Every tactic that was run, in order. */
  readonly tried: readonly string[]
  readonly dropped: readonly DojoState[]
}

export const asGoal = (goal: string | DojoGoal): DojoGoal =>
  typeof goal === 'string' ? goalWith([], goal, { key: goal }) : goal

const timing = { wallMicros: 1, cpuMicros: 1 }

/** A dojo on the goals of `start`. `more` answers what else is asked; messages come with a tactic that is accepted. */
export function dojoWhere(
  answer: Answer,
  {
    start = ['goal'],
    survey = surveyWith(),
    messages = () => [],
    ...more
  }: {
    start?: readonly (string | DojoGoal)[]
    survey?: Survey | ((state: DojoState) => Survey)
    messages?: (tactic: string) => readonly LeanMessage[]
  } & Partial<
    Pick<Dojo, 'premises' | 'restate' | 'knownTactics' | 'laws' | 'occurrences' | 'unusedLemmas'>
  > = {},
): Scripted {
  const tried: string[] = []
  const dropped: DojoState[] = []
  const runTactic = async (state: DojoState, tactic: string): Promise<TacticResult> => {
    tried.push(tactic)
    const [first, ...others] = state.goals
    const left = answer(tactic, first?.target ?? '', state)
    if (!left) return { kind: 'rejected', failure: { kind: 'lean', message: 'no', position: null }, timing }
    const goals = [...left.map(asGoal), ...others]
    const next = { goals, parent: state, tactic }
    return { kind: goals.length === 0 ? 'closed' : 'open', state: next, messages: messages(tactic), timing }
  }
  const script = (state: DojoState): string => {
    const before = state.parent ? script(state.parent) : ''
    return [before, state.tactic ?? ''].filter((part) => part !== '').join('\n')
  }
  const dojo = {
    root: stateOf(...start.map(asGoal)),
    runTactic,
    script,
    drop: async (...states: DojoState[]) => void dropped.push(...states),
    survey: async (state: DojoState) => (typeof survey === 'function' ? survey(state) : survey),
    restate: async (state: DojoState) => state.goals[0]?.target,
    premises: async () => [],
    knownTactics: async () => [],
    close: async () => {},
    ...more,
  }
  return { dojo: dojo as unknown as Dojo, tried, dropped }
}

export function toolsFor({ dojo }: Scripted, more: Partial<StrategyTools> = {}): StrategyTools {
  return { openDojo: async () => dojo, ...more } as StrategyTools
}

export function openSession(scripted: Scripted, run: Partial<StrategyRun> = {}): Promise<Session> {
  const { signal } = new AbortController()
  return Session.open(strategyGoal({ statement: 'p' }), toolsFor(scripted), {
    budgetSeconds: 60,
    signal,
    ...run,
  })
}
