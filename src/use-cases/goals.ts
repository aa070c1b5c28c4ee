import { type Goal, makeGoal } from '../goal/index.ts'
import { appendEvents, type Ledger } from '../ledger/index.ts'
import { fixGoal } from '../search/index.ts'
import type { LazyLean } from './lazy-lean.ts'

export interface SubmittedGoal {
  readonly goal_hash: string
  readonly id: string
  /** Whether the ledger had this goal already, perhaps under another name. */
  readonly known: boolean
}

/** Puts a goal into the ledger; a running search takes it up. Throws `GoalError` if Lean does not accept it. */
export async function submitGoal(
  { ledger, lean }: { readonly ledger: Ledger; readonly lean: LazyLean },
  parts: Partial<Goal> & Pick<Goal, 'text'>,
  signal: AbortSignal,
): Promise<SubmittedGoal> {
  const goal = makeGoal({ id: 'goal', ...parts })
  const { key } = await fixGoal(await lean.open(), goal, signal)
  const id = parts.id ?? `goal-${key.slice(-10)}`
  const known = await ledger.goal(key)
  if (!known) {
    await ledger.saveGoals([{ ...goal, id, key }])
    await appendEvents(ledger, [{ type: 'goal', data: { goal_hash: key, id } }])
  }
  return { goal_hash: key, id: known?.id ?? id, known: known !== undefined }
}
