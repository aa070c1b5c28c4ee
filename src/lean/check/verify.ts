import { GoalError } from '../context.ts'
import type { Checker, CheckOptions } from './checker.ts'
import { ALLOWED_AXIOMS, goalOf, type Receipt, sourceHash } from './receipt.ts'

export type Verification =
  /** The check was run again and came out the same. `notes` say what differs without mattering. */
  | { readonly kind: 'confirmed'; readonly receipt: Receipt; readonly notes: readonly string[] }
  | { readonly kind: 'denied'; readonly why: string }
  /** The check could not be finished. Not a confirmation. */
  | { readonly kind: 'unknown'; readonly why: string }

/** Replays the check behind a receipt. Nothing in the receipt is believed, everything is recomputed. */
export async function verifyReceipt(
  checker: Checker,
  receipt: Receipt,
  options: CheckOptions = {},
): Promise<Verification> {
  if (sourceHash(receipt.preamble, receipt.proof) !== receipt.source_hash) {
    return denied('the source hash does not belong to the preamble and proof in the receipt')
  }
  let statement: Awaited<ReturnType<Checker['fix']>>
  try {
    statement = await checker.fix(goalOf(receipt), options)
  } catch (error) {
    if (error instanceof GoalError) return denied(`Lean does not accept the ${error.place}: ${error.message}`)
    throw error
  }
  if (statement.hash !== receipt.statement_hash) {
    return denied('the statement elaborates to something else than the receipt says')
  }
  const proof = 'script' in receipt.proof ? receipt.proof : { ...receipt.proof, theorem: receipt.theorem }
  const allowAxioms = receipt.allowed_axioms.filter((name) => !ALLOWED_AXIOMS.includes(name))
  const verdict = await checker.check({ statement, proof, allowAxioms }, options)
  if (verdict.kind === 'unknown') return { kind: 'unknown', why: verdict.detail }
  if (verdict.kind === 'refused') return denied(verdict.detail)
  const again = verdict.receipt
  if (!sameNames(again.axioms, receipt.axioms) && again.axioms_complete === receipt.axioms_complete) {
    return denied(
      `the proof stands on other axioms than the receipt says: ${again.axioms.join(', ') || 'none'}`,
    )
  }
  return { kind: 'confirmed', receipt: again, notes: differences(receipt, again) }
}

function denied(why: string): Verification {
  return { kind: 'denied', why }
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name))
}

function differences(before: Receipt, now: Receipt): string[] {
  const notes: string[] = []
  if (before.toolchain.fingerprint !== now.toolchain.fingerprint) {
    notes.push(
      `checked with ${now.toolchain.kind} Lean ${now.toolchain.lean}; the receipt was made with ${before.toolchain.kind} Lean ${before.toolchain.lean}`,
    )
  }
  if (before.checker.program_hash !== now.checker.program_hash)
    notes.push('checked with another version of the checker')
  return notes
}
