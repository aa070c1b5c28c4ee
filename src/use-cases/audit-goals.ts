/**
 * Whether a goal's receipt is about that goal. A receipt may be true and hang on a row that says something else: it
 * proves a weaker statement with a hypothesis more, or refutes another one.
 */
import { type Checker, GoalError, isNegationOf, readReceipt } from '../lean/index.ts'
import type { Ledger, StoredGoal } from '../ledger/index.ts'
import { toInput } from '../search/index.ts'

interface StrayReceipt {
  readonly receipt: string
  readonly goal_hash: string
  readonly why: string
}

interface Parts {
  readonly ledger: Ledger
  readonly checker: Checker
}

export async function* strayReceipts(parts: Parts, signal: AbortSignal): AsyncGenerator<StrayReceipt> {
  for (const status of ['proved', 'refuted'] as const) {
    for (let after: number | undefined; ; ) {
      const page = await parts.ledger.goals({ status, ...(after !== undefined && { after }) })
      for (const goal of page.items) {
        signal.throwIfAborted()
        if (goal.receipt === undefined || goal.receipt.startsWith('arc:')) continue
        if (await isAbout(parts, goal, goal.receipt, signal)) continue
        const why = `it does not ${status === 'proved' ? 'prove' : 'refute'} the goal ${goal.id} that names it`
        yield { receipt: goal.receipt, goal_hash: goal.key, why }
      }
      after = page.next
      if (after === undefined) break
    }
  }
}

async function isAbout(
  { ledger, checker }: Parts,
  goal: StoredGoal,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { statement, preamble, imports, statement_hash } = readReceipt(await ledger.receipt(id))
  const input = toInput(goal)
  // The same words in the same context; that the receipt is right about them has been computed already.
  if (goal.status === 'proved' && statement === input.statement) return true
  try {
    const asked = await checker.fix(input, { signal })
    if (goal.status === 'proved') return asked.hash === statement_hash
    return isNegationOf(await checker.fix({ statement, preamble, imports }, { signal }), asked)
  } catch (error) {
    if (error instanceof GoalError) return false
    throw error
  }
}
