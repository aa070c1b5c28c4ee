import { makeGoal, tacticsOf } from '../goal/index.ts'
import { type GoalInput, placeInScript, type Receipt, type TextPosition } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { fixGoal, judgeProof, keepIn } from '../search/index.ts'
import type { LazyLean } from './lazy-lean.ts'

export type CheckedProof =
  | { readonly kind: 'accepted'; readonly goal_hash: string; readonly receipt: Receipt }
  | {
      readonly kind: 'refused' | 'unknown'
      readonly detail: string
      /** Where in the script, if Lean refused a part of it. */
      readonly at: TextPosition | undefined
    }

const BUDGET = { seconds: 60 }

/** Lets the checker judge a script. An accepted one settles its goal in the ledger and leaves a receipt. */
export async function checkProof(
  { ledger, lean }: { readonly ledger: Ledger; readonly lean: LazyLean },
  { statement: text, preamble = '', imports = [] }: GoalInput,
  { script, strategy }: { readonly script: string; readonly strategy: string },
  signal: AbortSignal,
): Promise<CheckedProof> {
  const opened = await lean.open()
  const startedAt = Date.now()
  const problem = await fixGoal(
    opened,
    makeGoal({ id: 'goal', text, preamble, imports: [...imports] }),
    signal,
  )
  const { key, statement } = problem
  const goal = { ...problem.goal, id: `goal-${key.slice(-10)}` }
  const verdict = await judgeProof(opened.checker, { statement, proof: { script }, strategy }, signal)
  if (verdict.kind !== 'accepted') {
    const messages = verdict.kind === 'refused' ? verdict.messages : []
    const error = messages.find(({ severity }) => severity === 'error')
    const at = error && placeInScript(statement.header, error.start)
    return { kind: verdict.kind, detail: verdict.detail, at }
  }
  const { receipt } = verdict
  const timeSeconds = (Date.now() - startedAt) / 1000
  await ledger.saveGoals([{ ...goal, key }])
  await keepIn(ledger)({ key, goal }, receipt)
  await ledger.record({
    goalKey: key,
    goalText: text,
    strategy,
    strategyVersion: '1',
    outcome: 'proved',
    tactics: tacticsOf(script),
    timeSeconds,
    cpuSeconds: receipt.cpu_seconds ?? timeSeconds,
    budget: BUDGET,
    startedAt,
    receipt: receipt.id,
  })
  return { kind: 'accepted', goal_hash: key, receipt }
}
