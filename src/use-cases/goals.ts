import { InputError } from '../errors.ts'
import { type Goal, makeGoal } from '../goal.ts'
import { appendEvents, type Ledger } from '../ledger/index.ts'
import { prepareGoal } from '../search/index.ts'
import type { LazyLean } from './lazy-lean.ts'

export interface SubmittedGoal {
  readonly goal_hash: string
  readonly id: string
  /** Whether the ledger had this goal already, perhaps under another name. */
  readonly known: boolean
}

/** Puts a goal into the ledger, if Lean accepts it; a running search takes it up. */
export async function submitGoal(
  { ledger, lean }: { readonly ledger: Ledger; readonly lean: LazyLean },
  parts: Partial<Goal> & Pick<Goal, 'text'>,
  signal: AbortSignal,
): Promise<SubmittedGoal> {
  const goal = makeGoal({ id: 'goal', ...parts })
  const prepared = await prepareGoal(await lean.open(), goal, signal)
  if (prepared.kind === 'ill-typed')
    throw new InputError('lean_statement', `Lean does not accept the goal: ${prepared.why}`)
  const { key } = prepared.problem
  const id = parts.id ?? `goal-${key.slice(-10)}`
  const known = await ledger.goal(key)
  if (!known) {
    await ledger.saveGoals([{ ...goal, id, key }])
    await appendEvents(ledger, [{ type: 'goal', data: { goal_hash: key, id } }])
  }
  return { goal_hash: key, id: known?.id ?? id, known: known !== undefined }
}
