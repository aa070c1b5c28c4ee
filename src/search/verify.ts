import type { SolutionVerdict as EngineVerdict, Verify } from '../engine/index.ts'
import type { Checker, Proof, Receipt, Verdict } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { fixNegation } from '../strategies/index.ts'
import type { GoalProblem, ProofEvidence } from './problem.ts'

/** Called with the receipt of an accepted claim before anybody hears of the success. */
export type KeepReceipt = (problem: Pick<GoalProblem, 'key' | 'goal'>, receipt: Receipt) => Promise<void>

export function keepIn(ledger: Ledger): KeepReceipt {
  return async ({ key, goal }, receipt) => {
    await ledger.saveReceipt({ id: receipt.id, goalKey: key, body: receipt })
    await ledger.restateGoal({ ...goal, key })
  }
}

/** Asks the checker about every claim, whoever made it. */
export function createVerify(checker: Checker, keep: KeepReceipt): Verify<GoalProblem, ProofEvidence> {
  return async (problem, claim, { signal }) => {
    const statement =
      claim.kind === 'proved' ? problem.statement : await fixNegation(checker, problem.statement, signal)
    if (!statement)
      return { kind: 'rejected', reason: 'the negation of the statement cannot be written down' }
    const { script, strategy } = claim.evidence
    const proof: Proof = { script, ...(problem.lemmas && { lemmas: problem.lemmas }) }
    return said(await judgeProof(checker, { statement, proof, strategy }, signal), (receipt) =>
      keep(problem, receipt),
    )
  }
}

type CheckerClaim = Parameters<Checker['check']>[0]

/** No verdict is most often a Lean process that went away: it is asked for once more. */
export async function judgeProof(
  checker: Checker,
  claim: CheckerClaim,
  signal: AbortSignal,
): Promise<Verdict> {
  const first = await checker.check(claim, { signal })
  if (first.kind !== 'unknown' || signal.aborted) return first
  const second = await checker.check(claim, { signal })
  return { ...second, cpuSeconds: sumOrNull(first.cpuSeconds, second.cpuSeconds) }
}

async function said(verdict: Verdict, keep: (receipt: Receipt) => Promise<void>): Promise<EngineVerdict> {
  const { cpuSeconds } = verdict
  if (verdict.kind !== 'accepted') return { kind: 'rejected', reason: verdict.detail, cpuSeconds }
  await keep(verdict.receipt)
  return { kind: 'accepted', receipt: verdict.receipt.id, cpuSeconds }
}

function sumOrNull(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
