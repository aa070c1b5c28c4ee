/**
 * `refute`: looks for a counterexample, and claims one only with a proof of the negation.
 *
 * Lean's kernel evaluates the statement with unknown values and refines only what evaluation waits for, the smallest
 * first (`lean/Orch/Search/Narrow.lean`). Where it cannot evaluate (a predicate that is no function), the simplifier
 * tries the smallest choices with the user's definitions.
 */
import type { DojoState, GivenValue, Survey } from '../../lean/index.ts'
import { CLOCKED, definitionNames, EFFORTS, PATIENCE, predicateNames, ruleList } from '../../tactics/index.ts'
import { negationOf } from '../negation.ts'
import { EMPTY_SURVEY, freshName, openGoal } from '../opening.ts'
import { attack, failed } from '../outcome.ts'
import type { Session } from '../session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from '../strategy.ts'
import { instancesOf } from './instances.ts'
import {
  BATCH,
  CASES_DEPTH,
  COMPUTING_SHARE,
  FIRST_LOOK,
  FULL_LOOK,
  INSTANCES,
  LEAST_SECONDS,
  type Look,
  SECONDS,
} from './plan.ts'

export const refute: Strategy = {
  name: 'refute',
  version: 9,
  profile: 0,
  early: true,
  timeoutSeconds: SECONDS,
  glances: true,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run: (goal, tools, run) => lookForCounterexample(goal, tools, run, run.isGlance ? FIRST_LOOK : FULL_LOOK),
}

/** Values for which the statement is false, and what its two sides come to. */
interface Computed {
  readonly values: readonly GivenValue[]
  readonly sides: readonly [string, string] | null
}

/** What computing the statement says about it. */
interface Reading {
  readonly survey: Survey
  readonly computed: Computed | undefined
  /** Nothing more to look for. */
  readonly seemsTrue: boolean
}

export async function lookForCounterexample(
  goal: StrategyGoal,
  tools: StrategyTools,
  run: StrategyRun,
  effort: Look,
): Promise<StrategyResult> {
  const negation = negationOf(goal.input)
  if (!negation)
    return {
      kind: 'failed',
      why: 'its negation cannot be told from the variables of the preamble',
      cpuSeconds: null,
    }
  let known: Reading | undefined
  let left = run.budgetSeconds
  // Read with all its variables in front, as its negation has them.
  const closed = { ...goal, input: { ...negation, statement: denied(negation.statement) } }
  const reading = await attack({ goal: closed, tools, run }, async (session) => {
    known = await read(session, effort)
    left = session.secondsLeft
    return failed(session, 'no small counterexample')
  })
  if (!known || known.seemsTrue) return reading
  const found = known
  const attempt = {
    goal: { ...goal, input: negation },
    tools,
    run: { ...run, budgetSeconds: Math.max(LEAST_SECONDS, left) },
  }
  return attack(attempt, async (session) => {
    // The negation is closed, or it is not the negation.
    if (session.dojo.root.goals[0]?.hypotheses?.length !== 0) return failed(session, 'no closed negation')
    const refutation = await deny(session, found)
    const cpuSeconds = (session.cpuSeconds ?? 0) + (reading.cpuSeconds ?? 0)
    if (!refutation) return { kind: 'failed', why: 'no small counterexample', cpuSeconds }
    return { kind: 'refuted', ...refutation, cpuSeconds }
  })
}

function denied(negation: string): string {
  return negation.slice('¬ ('.length, -')'.length)
}

/**
 * A long look begins with a short one: what that takes tells the clock how busy the machine is, and without it the clock
 * on the wall ends the long one on a machine that others use, with all that it has found out.
 */
async function read(session: Session, effort: Look): Promise<Reading> {
  const isLong = effort.cpuMillis > FIRST_LOOK.cpuMillis
  const first = isLong ? await readOnce(session, { ...FIRST_LOOK, simplify: effort.simplify }) : undefined
  if (first?.computed) return first
  const left = { ...effort, cpuMillis: effort.cpuMillis - (first ? FIRST_LOOK.cpuMillis : 0) }
  return await readOnce(session, left)
}

async function readOnce(session: Session, effort: Look): Promise<Reading> {
  const { limit, heartbeats } = effort
  const cpuMillis = Math.ceil(
    Math.min(effort.cpuMillis, Math.max(1, 1000 * COMPUTING_SHARE * session.secondsLeft)),
  )
  const trial = await session.counterexample(session.dojo.root, {
    limit,
    heartbeats,
    cpuMillis,
    timeoutMs: PATIENCE * cpuMillis,
  })
  const computed = trial?.counterexample ? { values: trial.counterexample, sides: trial.sides } : undefined
  const wasComputed = !!trial && trial.tried > 0 && trial.unknown < trial.tried / 2
  const seemsTrue = !computed && (wasComputed || !effort.simplify)
  const survey = seemsTrue ? EMPTY_SURVEY : (await openGoal(session)).survey
  return { survey, computed, seemsTrue }
}

interface Refutation {
  readonly counterexample: string
  readonly script: string
}

async function deny(session: Session, { survey, computed }: Reading): Promise<Refutation | undefined> {
  const { root } = session.dojo
  const decided = await session.advance(root, 'decide', EFFORTS.decide)
  if (decided?.goals.length === 0) {
    const counterexample = computed ? inWords(computed) : 'decided by evaluation'
    return { counterexample, script: session.dojo.script(decided) }
  }
  const name = freshName('h', new Set(survey.variables.map((variable) => variable.name)))
  const state = await session.advance(root, `intro ${name}`)
  if (!state) return undefined
  for (const tactic of computed ? proofsOf(name, computed.values, survey) : []) {
    const result = await session.step(state, tactic, EFFORTS.refutation)
    if (result.kind === 'closed')
      return { counterexample: inWords(computed), script: session.dojo.script(result.state) }
  }
  for (const evaluation of evaluations(survey)) {
    const { trailing = false } = evaluation
    const instances = instancesOf(survey, { proof: '?_', trailing }, evaluation.instances)
    const tactics = instances.map(({ values }) => contradiction([name, ...values], evaluation))
    const found = await firstThatCloses(session, state, tactics)
    if (found === undefined) continue
    return {
      counterexample: instances[found.index]?.text || 'the statement has no variables',
      script: found.script,
    }
  }
  return undefined
}

function inWords(computed: Computed | undefined): string {
  const named = (computed?.values ?? []).flatMap((value) =>
    value.kind === 'data' ? [`${value.name} = ${value.text.replace(PROOF_MARK, '_')}`] : [],
  )
  const values = named.join(', ') || 'the statement has no variables'
  const [left, right] = computed?.sides ?? []
  return left === undefined || left === right ? values : `${values}: the sides are ${left} and ${right}`
}

/** How Lean prints a proof inside of a value, which it did not make. */
const PROOF_MARK = /orch_proof(?:✝[⁰¹²³⁴-⁹]*)?/gu

/** Ways to prove that a statement fails for some values, the plainest first. */
function proofsOf(statement: string, values: readonly GivenValue[], survey: Survey): string[] {
  const rules = ruleList(definitionNames(survey))
  const instance = (proof: string): string => {
    const given = values.map((value) =>
      value.kind === 'proof' ? `(by ${proof})` : `(${value.text.replace(PROOF_MARK, '(by decide)')})`,
    )
    return `@${[statement, ...given].join(' ')}`
  }
  return [
    `exact absurd (${instance('decide')}) (by decide)`,
    `have := ${instance(`simp${rules}`)}; simp${rules} at this; done`,
    `have := ${instance(`first | decide | simp${rules} | grind${rules}`)}; first | (revert this; decide) | (simp_all${rules}; done) | grind${rules}`,
  ]
}

interface Evaluation {
  /** How many are tried: a true statement pays for all of them. */
  readonly instances: number
  /** What proves the conditions that an instance is given. */
  readonly side: string
  /** Whether the instance gives the statement's last conditions, too. */
  readonly trailing?: boolean
  /** What shows that `no`, the instance, cannot be. */
  readonly end: string
}

/**
 * Conditions are goals of their own: a `by` inside of a term that fails is reported and passed over, so that an instance
 * whose conditions do not hold would count as one that is false.
 */
function contradiction(instance: readonly string[], { side, end }: Evaluation): string {
  return `refine absurd (@${instance.join(' ')}) (fun no => ?last); (case last => ${end}); all_goals (${side})`
}

/** Which constructor made a proof, and which made the proof inside it: none can have. */
const BY_CASES: Evaluation = {
  instances: INSTANCES.byCases,
  side: 'first | decide | ((repeat constructor); done)',
  trailing: true,
  end: impossible(CASES_DEPTH),
}

function impossible(depth: number): string {
  const inside = depth > 1 ? ` | (rename_i no; ${impossible(depth - 1)})` : ''
  return `(cases no <;> first | contradiction | omega${inside})`
}

/** The simplifier computes with any definition; `decide` also where the simplifier lacks a lemma. */
function evaluations(survey: Survey): Evaluation[] {
  const rules = ruleList(definitionNames(survey))
  return [
    { instances: INSTANCES.bySimplifier, side: `simp${rules}`, end: `(simp${rules} at no; done)` },
    { instances: INSTANCES.byDeciding, side: 'decide', end: '(revert no; decide)' },
    // No constructor of a predicate fits.
    ...(predicateNames(survey).length === 0 ? [] : [BY_CASES]),
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
    const result = await session.step(state, any, CLOCKED.batch)
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
