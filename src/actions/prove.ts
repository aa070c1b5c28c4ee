import { InputError } from '../errors.ts'
import { makeGoal } from '../goal.ts'
import type { GoalInput, Receipt } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { prepareGoal } from '../search/index.ts'
import { type Profile, type ProveResult, prove } from '../strategies/index.ts'
import type { LeanHouse } from './lean-house.ts'

export interface Proved extends ProveResult {
  readonly goal_hash: string
}

/** Searches for a proof; what comes of it is kept in the ledger like every other attempt. */
export async function proveGoal(
  { ledger, lean }: { readonly ledger: Ledger; readonly lean: LeanHouse },
  input: GoalInput,
  options: {
    readonly timeoutSeconds: number
    readonly profile: Profile
    readonly signal: AbortSignal
    readonly onTactic?: (tactic: string) => void
  },
): Promise<Proved> {
  const house = await lean.open()
  const { timeoutSeconds, profile, signal, onTactic } = options
  const startedAt = Date.now()
  const key = await keyOf(house, input, signal)
  const result = await prove(house, input, {
    timeoutMs: timeoutSeconds * 1000,
    profile,
    signal,
    ...(onTactic && { onTactic }),
  })
  await keep(ledger, { key, input, receipt: result.outcome === 'proved' ? result.receipt : null })
  await ledger.record({
    goalKey: key,
    goalText: input.statement,
    strategy: result.strategy ?? 'prove',
    strategyVersion: '1',
    outcome: result.outcome,
    tactics: result.outcome === 'proved' ? (result.script ?? '').split('\n') : [],
    timeSeconds: result.time_seconds,
    cpuSeconds: result.cpu_seconds ?? result.time_seconds,
    budget: { seconds: timeoutSeconds },
    startedAt,
    ...(result.outcome === 'proved' && result.receipt && { receipt: result.receipt.id }),
    ...(result.counterexample !== null && { error: `counterexample: ${result.counterexample}` }),
  })
  return { ...result, goal_hash: key }
}

export async function keyOf(
  house: Awaited<ReturnType<LeanHouse['open']>>,
  input: GoalInput,
  signal: AbortSignal,
): Promise<string> {
  const prepared = await prepareGoal(house, goalOf(input), signal)
  if (prepared.kind === 'ready') return prepared.problem.key
  throw new InputError('lean_statement', `Lean does not accept the goal: ${prepared.why}`)
}

/** Makes the goal known, and its receipt if there is one. */
export async function keep(
  ledger: Ledger,
  { key, input, receipt }: { key: string; input: GoalInput; receipt: Receipt | null },
): Promise<void> {
  if (receipt) await ledger.saveReceipt({ id: receipt.id, goalKey: key, body: receipt })
  const goal = { ...goalOf(input), id: `goal-${key.slice(-10)}`, key }
  await ledger.saveGoals([goal])
  if (receipt) await ledger.restateGoal(goal)
}

function goalOf({ statement, preamble = '', imports = [] }: GoalInput) {
  return makeGoal({ id: 'goal', text: statement, preamble, imports: [...imports] })
}
