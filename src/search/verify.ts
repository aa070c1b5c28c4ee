import type { Verdict as EngineVerdict, Verify } from '../engine/index.ts'
import type { Checker, Proof, Verdict } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { fixNegation } from '../strategies/index.ts'
import type { Evidence, GoalProblem } from './problem.ts'

/** Asks the checker about every claim and stores the receipt before anybody hears of a success. */
export function createVerify(checker: Checker, ledger: Ledger): Verify<GoalProblem, Evidence> {
  return async (problem, claim, { signal }) => {
    const statement =
      claim.kind === 'proved' ? problem.statement : await fixNegation(checker, problem.statement, signal)
    if (!statement)
      return { kind: 'rejected', reason: 'the negation of the statement cannot be written down' }
    const { script, strategy } = claim.evidence
    const proof: Proof = { script, ...(problem.lemmas && { lemmas: problem.lemmas }) }
    const verdict = await check(checker, { statement, proof, strategy }, signal)
    return store(ledger, problem, verdict)
  }
}

type CheckerClaim = Parameters<Checker['check']>[0]

/** No verdict is most often a Lean process that went away: it is asked for once more. */
async function check(checker: Checker, claim: CheckerClaim, signal: AbortSignal): Promise<Verdict> {
  const first = await checker.check(claim, { signal })
  if (first.kind !== 'unknown' || signal.aborted) return first
  const second = await checker.check(claim, { signal })
  return { ...second, cpuSeconds: sumOrNull(first.cpuSeconds, second.cpuSeconds) }
}

async function store(ledger: Ledger, { key, goal }: GoalProblem, verdict: Verdict): Promise<EngineVerdict> {
  const { cpuSeconds } = verdict
  if (verdict.kind !== 'accepted') return { kind: 'rejected', reason: verdict.detail, cpuSeconds }
  const { receipt } = verdict
  await ledger.saveReceipt({ id: receipt.id, goalKey: key, body: receipt })
  await ledger.restateGoal({ ...goal, key })
  return { kind: 'accepted', receipt: receipt.id, cpuSeconds }
}

function sumOrNull(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
