import type { CertificateFacts } from '../certificate/index.ts'
import { GoalError } from '../goal-error.ts'
import type { FixedStatement } from '../statement.ts'
import type { Checker, CheckOptions, ShownStatement } from './checker.ts'
import { ALLOWED_AXIOMS, goalOf, type Receipt, sourceHash } from './receipt.ts'

export type Verification =
  /** The check was run again and came out the same. `receipt` is the one recomputed here, `notes` say where. */
  | {
      readonly kind: 'confirmed'
      readonly receipt: Receipt
      readonly shown: ShownStatement
      readonly notes: readonly string[]
      /** What was written, where a certificate was asked for. */
      readonly certificate?: CertificateFacts | undefined
    }
  | { readonly kind: 'denied'; readonly why: string }
  /** The check could not be finished. Not a confirmation. */
  | { readonly kind: 'unknown'; readonly why: string }

export interface VerifyOptions extends CheckOptions {
  /** Axioms that whoever verifies accepts besides the usual three. What the receipt allows itself does not count. */
  readonly allowAxioms?: readonly string[] | undefined
}

/** Fields that are recomputed and must come out the same. */
const RECOMPUTED = [
  'theorem',
  'type',
  'definitions',
  'statement_hash',
  'source_hash',
  'axioms',
  'axioms_complete',
  'declarations',
] as const

/** Replays the check behind a receipt. Nothing in the receipt is believed, everything is recomputed. */
export async function verifyReceipt(
  checker: Checker,
  receipt: Receipt,
  { allowAxioms = [], ...options }: VerifyOptions = {},
): Promise<Verification> {
  if (sourceHash(receipt.preamble, receipt.proof) !== receipt.source_hash) {
    return denied('source_hash: it does not belong to the preamble and proof in the receipt')
  }
  const allowed = [...ALLOWED_AXIOMS, ...allowAxioms]
  const extra = receipt.axioms.find((name) => !allowed.includes(name))
  if (extra !== undefined) {
    return denied(`axioms: the proof stands on ${extra}. Say --allow-axiom ${extra} if you accept that`)
  }
  let statement: FixedStatement
  try {
    statement = await checker.fix(goalOf(receipt), options)
  } catch (error) {
    if (error instanceof GoalError) return denied(`Lean does not accept the ${error.place}: ${error.message}`)
    throw error
  }
  const proof = 'script' in receipt.proof ? receipt.proof : { ...receipt.proof, theorem: receipt.theorem }
  const verdict = await checker.check({ statement, proof, allowAxioms }, options)
  if (verdict.kind === 'unknown') return { kind: 'unknown', why: verdict.detail }
  if (verdict.kind === 'refused') return denied(verdict.detail)
  const again = verdict.receipt
  for (const field of RECOMPUTED) {
    if (JSON.stringify(again[field]) !== JSON.stringify(receipt[field])) {
      return denied(`${field}: the receipt says ${brief(receipt[field])}, here it is ${brief(again[field])}`)
    }
  }
  const lie = kernelLie(receipt, again)
  if (lie !== undefined) return denied(lie)
  const { shown, certificate } = verdict
  return { kind: 'confirmed', receipt: again, shown, certificate, notes: differences(receipt, again) }
}

function denied(why: string): Verification {
  return { kind: 'denied', why }
}

const BRIEF_CHARS = 200

function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > BRIEF_CHARS ? `${text.slice(0, BRIEF_CHARS)}…` : text
}

/** What a kernel was said to accept, and on how much, where the same version of it was asked again here. */
function kernelLie(before: Receipt, now: Receipt): string | undefined {
  for (const said of before.kernels) {
    const here = now.kernels.find(({ name, version }) => name === said.name && version === said.version)
    // A kernel that gave up where it had little time may accept where it has more.
    if (!here || said.declined !== undefined) continue
    if (here.declined !== undefined)
      return `kernels: the receipt says that ${said.name} accepted the proof, here it declined: ${here.declined}`
    if (here.assumptions !== said.assumptions)
      return `kernels: the receipt says that ${said.name} counted ${said.assumptions} assumptions, here it is ${here.assumptions}`
  }
  return undefined
}

/** Where the receipt was made says nothing about what it proves: it is named, not compared. */
function differences(before: Receipt, now: Receipt): string[] {
  const notes: string[] = []
  if (before.toolchain.fingerprint !== now.toolchain.fingerprint) {
    notes.push(
      `checked with ${now.toolchain.kind} Lean ${now.toolchain.lean}; the receipt says ${before.toolchain.kind} Lean ${before.toolchain.lean}`,
    )
  }
  if (before.checker.program_hash !== now.checker.program_hash)
    notes.push('the receipt was made by another version of the checker')
  return notes
}
