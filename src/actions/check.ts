import type { GoalInput, Receipt } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { LeanHouse } from './lean-house.ts'
import { keep, keyOf } from './prove.ts'

export type CheckedProof =
  | { readonly kind: 'accepted'; readonly goal_hash: string; readonly receipt: Receipt }
  | { readonly kind: 'refused' | 'unknown'; readonly detail: string }

/** Lets the checker judge a script. An accepted one settles its goal in the ledger and leaves a receipt. */
export async function checkProof(
  { ledger, lean }: { readonly ledger: Ledger; readonly lean: LeanHouse },
  input: GoalInput,
  { script, strategy }: { readonly script: string; readonly strategy: string },
  signal: AbortSignal,
): Promise<CheckedProof> {
  const house = await lean.open()
  const startedAt = Date.now()
  const statement = await house.checker.fix(input, { signal })
  const verdict = await house.checker.check({ statement, proof: { script }, strategy }, { signal })
  if (verdict.kind !== 'accepted') return { kind: verdict.kind, detail: verdict.detail }
  const { receipt } = verdict
  const key = await keyOf(house, input, signal)
  const timeSeconds = (Date.now() - startedAt) / 1000
  await keep(ledger, { key, input, receipt })
  await ledger.record({
    goalKey: key,
    goalText: input.statement,
    strategy,
    strategyVersion: '1',
    outcome: 'proved',
    tactics: script.trimEnd().split('\n'),
    timeSeconds,
    cpuSeconds: receipt.cpu_seconds ?? timeSeconds,
    budget: { seconds: 60 },
    startedAt,
    receipt: receipt.id,
  })
  return { kind: 'accepted', goal_hash: key, receipt }
}
