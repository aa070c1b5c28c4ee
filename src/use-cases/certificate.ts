/** Turns a receipt into a certificate: both kernels replay it, and the second one writes down what it checked. */
import {
  type CertificateFacts,
  Checker,
  type LeanPool,
  type Receipt,
  type ShownStatement,
  type Verification,
  verifyReceipt,
} from '../lean/index.ts'

export interface CertificateOptions {
  /** Where the certificate goes, in the export format. */
  readonly out: string
  readonly timeoutMs: number
  /** Axioms that whoever asks accepts besides the usual three; what the receipt allows itself does not count. */
  readonly allowAxioms?: readonly string[] | undefined
  readonly cacheDir?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Told how many bytes of its library Lean has written, the first time it is needed. */
  readonly onLibrary?: ((bytes: number) => void) | undefined
}

export type Certified =
  | { readonly kind: 'written'; readonly facts: CertificateFacts; readonly shown: ShownStatement }
  | Exclude<Verification, { kind: 'confirmed' }>

export async function certifyReceipt(
  pool: LeanPool,
  receipt: Receipt,
  { out, timeoutMs, allowAxioms, cacheDir, signal, onLibrary }: CertificateOptions,
): Promise<Certified> {
  await using checker = new Checker(pool, {
    second: 'required',
    onLibrary,
    ...(cacheDir !== undefined && { cacheDir }),
  })
  const result = await verifyReceipt(checker, receipt, {
    timeoutMs,
    signal,
    certificate: out,
    allowAxioms,
  })
  if (result.kind !== 'confirmed') return result
  const { certificate: facts, shown } = result
  if (!facts) return { kind: 'unknown', why: 'the certificate was not written' }
  return { kind: 'written', facts, shown }
}
