/**
 * `micro`: a staged portfolio. Closers on the goal as it stands, then skeletons (functional induction,
 * induction, cases), each finished by closers, then Lean's own searches. States are shared between the
 * stages, and two tactics run at a time.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { type Closers, closersFor, splittingClosers } from './closers.ts'
import { finish, firstOf } from './finish.ts'
import { openGoal } from './opening.ts'
import { attack, failed } from './outcome.ts'
import type { Session } from './session.ts'
import { caseSkeletons, functionalSkeletons, inductionSkeletons, LOGICAL_SKELETONS } from './skeletons.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'
import { isSearchTactic, suggestionsIn } from './suggestions.ts'
import { PATIENCE } from './work-clock.ts'

const WIDTH = 2
/** Closers are asked for the whole goal only if they answer at once: they hardly ever close an induction. */
const QUICK = { timeoutMs: 10_000, heartbeats: 20_000 }
const LEAF = { timeoutMs: 10_000, heartbeats: 40_000 }
/** Worth a try before Lean is asked what the goal is about: milliseconds each, and many goals need no more. */
const AT_ONCE = ['intros; rfl', 'intros; omega']
/** Closers that come before an induction. */
const FEW = 3
const SEARCH = { timeoutMs: 3_000 }

export const micro: Strategy = {
  name: 'micro',
  version: 3,
  profile: 0,
  timeoutSeconds: 8,
  early: true,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  return attack({ goal, tools, run }, async (session) => {
    const atOnce = await firstOf(AT_ONCE, WIDTH, (tactic, signal) =>
      closeWith(session, session.dojo.root, tactic, { ...QUICK, signal }),
    )
    if (atOnce !== undefined) return { kind: 'proved', script: atOnce, cpuSeconds: session.cpuSeconds }
    const { state, survey } = await openGoal(session)
    const closers = await closersFor(session, survey, tools.learntTactics?.())
    const script = await stages(session, state, survey, closers)
    return script === undefined
      ? failed(session, 'no tactic or induction of the portfolio closes it')
      : { kind: 'proved', script, cpuSeconds: session.cpuSeconds }
  })
}

async function stages(
  session: Session,
  state: DojoState,
  survey: Survey,
  closers: Closers,
): Promise<string | undefined> {
  const whole = (tactics: readonly string[]) =>
    firstOf(tactics, WIDTH, (tactic, signal) => closeWith(session, state, tactic, { ...QUICK, signal }))
  const skeletons = (tactics: readonly string[], leaf: readonly string[]) =>
    firstOf(tactics, WIDTH, (tactic, signal) => viaSkeleton(session, state, tactic, leaf, signal))
  const inductions = [...functionalSkeletons(survey), ...inductionSkeletons(survey)]
  // Closers hardly ever end a goal about recursive functions by themselves: most of them then wait.
  const early = inductions.length > 0 ? closers.whole.slice(0, FEW) : closers.whole
  const late = inductions.length > 0 ? closers.whole.slice(FEW) : []
  const searched = (tactics: readonly string[]) =>
    firstOf(tactics, 1, (tactic) => closeWith(session, state, tactic, SEARCH))
  // The library cannot know a lemma about the user's functions; about its own it is quick to ask.
  const [lookUp, others] = survey.definitions.length === 0 ? [['exact?'], ['try?']] : [[], ['try?']]
  return (
    (await whole(early)) ??
    (await searched(lookUp)) ??
    (await skeletons(inductions, closers.leaf.slice(0, 2))) ??
    (await whole(late)) ??
    (await skeletons([...caseSkeletons(survey), ...LOGICAL_SKELETONS], closers.leaf)) ??
    (await skeletons(inductions, [...closers.leaf, ...splittingClosers(survey)])) ??
    (await searched(others))
  )
}

async function viaSkeleton(
  session: Session,
  state: DojoState,
  skeleton: string,
  leaf: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const opened = await session.advance(state, skeleton, { ...LEAF, signal })
  if (!opened) return undefined
  const end = await finish(session, opened, leaf, { ...LEAF, signal })
  return end.kind === 'closed' ? session.dojo.script(end.state) : undefined
}

async function closeWith(
  session: Session,
  state: DojoState,
  tactic: string,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<string | undefined> {
  const result = await session.step(state, tactic, options)
  if (result.kind === 'open') await session.dojo.drop(result.state)
  if (result.kind !== 'closed') return undefined
  if (!isSearchTactic(tactic)) return session.dojo.script(result.state)
  for (const suggestion of suggestionsIn(result.messages)) {
    const again = await session.step(state, suggestion, options)
    if (again.kind === 'closed') return session.dojo.script(again.state)
  }
  return session.dojo.script(result.state)
}
