/** Attempts as a run records them: a success with the receipt that bears it out. */
import type { Attempt } from '../attempt.ts'
import type { Ledger } from './index.ts'

/** As much of a receipt as the ledger looks at. */
export function receiptFor(
  goal: { key: string; text: string; preamble?: string; imports?: readonly string[] },
  id: string,
  statement: string = goal.text,
) {
  const { preamble = '', imports = [] } = goal
  return { id, goalKey: goal.key, body: { id, statement, preamble, imports } }
}

export async function recordHeld(ledger: Ledger, attempt: Attempt): Promise<void> {
  const { goalKey: key, goalText: text, outcome, receipt = `receipt-${attempt.goalKey}` } = attempt
  const statement = outcome === 'refuted' ? `¬ (${text}\n)` : text
  await ledger.saveReceipt(receiptFor({ key, text }, receipt, statement))
  await ledger.record({ ...attempt, receipt })
}
