/**
 * `refute`: looks for a small counterexample, and claims one only with a proof of the negation.
 *
 * The values come from the constructors of the variables' types; each instance of the statement is
 * evaluated by the simplifier with the user's definitions. Many instances are tried in one request.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { type Instance, instancesOf } from './instances.ts'
import { negationOf } from './negation.ts'
import { freshName, openGoal } from './opening.ts'
import { attack, failed } from './outcome.ts'
import { definitionNames, ruleList } from './rules.ts'
import type { Session } from './session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'
import { PATIENCE } from './work-clock.ts'

const BATCH = 16
const BATCH_TIMEOUT_MS = 6_000

export const refute: Strategy = {
  name: 'refute',
  version: 1,
  profile: 0,
  timeoutSeconds: 4,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  const negation = negationOf(goal.input)
  if (!negation)
    return { kind: 'failed', why: 'the statement depends on variables of the preamble', cpuSeconds: null }
  let survey: Survey | undefined
  let left = run.budgetSeconds
  const reading = await attack({ goal, tools, run }, async (session) => {
    survey = (await openGoal(session)).survey
    left = session.secondsLeft
    return failed(session, 'read')
  })
  if (!survey) return reading
  const known = survey
  const denied = {
    goal: { ...goal, input: negation },
    tools,
    run: { ...run, budgetSeconds: Math.max(0.05, left) },
  }
  return attack(denied, async (session) => {
    const found = await counterexample(session, known)
    const cpuSeconds = (session.cpuSeconds ?? 0) + (reading.cpuSeconds ?? 0)
    if (!found) return { kind: 'failed', why: 'no small counterexample', cpuSeconds }
    return { kind: 'refuted', ...found, cpuSeconds }
  })
}

async function counterexample(
  session: Session,
  survey: Survey,
): Promise<{ counterexample: string; script: string } | undefined> {
  const { root } = session.dojo
  const decided = await session.advance(root, 'decide', { timeoutMs: BATCH_TIMEOUT_MS })
  if (decided?.goals.length === 0)
    return { counterexample: 'decided by evaluation', script: session.dojo.script(decided) }
  const name = freshName('h', new Set(survey.variables.map((variable) => variable.name)))
  const state = await session.advance(root, `intro ${name}`)
  if (!state) return undefined
  for (const evaluation of evaluations(survey)) {
    const proof = `(by ${evaluation.side})`
    const instances = instancesOf(survey, { proof }, evaluation.instances)
    const tactics = instances.map((instance) => evaluation.tactic(name, instance))
    const found = await firstThatCloses(session, state, tactics)
    if (found === undefined) continue
    return {
      counterexample: instances[found.index]?.text || 'the statement has no variables',
      script: found.script,
    }
  }
  return undefined
}

interface Evaluation {
  /** How many are tried: a true statement pays for all of them. */
  readonly instances: number
  readonly side: string
  tactic(statement: string, instance: Instance): string
}

/** The simplifier computes with any definition; `decide` also where the simplifier lacks a lemma. */
function evaluations(survey: Survey): Evaluation[] {
  const rules = ruleList(definitionNames(survey))
  return [
    {
      instances: 96,
      side: `simp${rules}`,
      tactic: (statement, { values }) =>
        `have := @${[statement, ...values].join(' ')}; simp${rules} at this; done`,
    },
    {
      instances: 16,
      side: 'decide',
      tactic: (statement, { values }) => `exact absurd (@${[statement, ...values].join(' ')}) (by decide)`,
    },
  ]
}

/** Batches first: one request for many instances; then the one in the batch that did it. */
async function firstThatCloses(
  session: Session,
  state: DojoState,
  tactics: readonly string[],
): Promise<{ index: number; script: string } | undefined> {
  for (let start = 0; start < tactics.length; start += BATCH) {
    const batch = tactics.slice(start, start + BATCH)
    const any = `first\n${batch.map((tactic) => `| (${tactic})`).join('\n')}`
    const result = await session.step(state, any, { timeoutMs: BATCH_TIMEOUT_MS })
    if (result.kind === 'open') await session.dojo.drop(result.state)
    if (result.kind !== 'closed' && result.kind !== 'timeout') continue
    for (const [offset, tactic] of batch.entries()) {
      const single = await session.step(state, tactic)
      if (single.kind === 'closed')
        return { index: start + offset, script: session.dojo.script(single.state) }
    }
  }
  return undefined
}
