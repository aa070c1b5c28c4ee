/** Writes the certificate of a proof, and says what it holds. */
import { readFileSync, writeFileSync } from 'node:fs'
import { InputError } from '../errors.ts'
import { type CertificateFacts, certificatePage, type Receipt } from '../lean/index.ts'
import { type Certified, certifyReceipt } from '../use-cases/index.ts'
import { note } from './output.ts'
import { openProgress } from './progress.ts'
import type { LeanSession } from './session.ts'

export interface CertificateTargets {
  /** The certificate in the export format. */
  readonly out: string
  /** A page that holds it, too. */
  readonly html?: string | undefined
  readonly timeoutMs: number
  readonly allowAxioms?: readonly string[] | undefined
  readonly json?: boolean | undefined
}

export async function writeCertificateOf(
  { pool, signal }: LeanSession,
  receipt: Receipt,
  { out, html, timeoutMs, allowAxioms, json }: CertificateTargets,
): Promise<Certified> {
  using progress = openProgress({ json })
  const onLibrary = (bytes: number) =>
    progress.show({
      message: `Lean is writing out its library, ${Math.round(bytes / 1e6)} MB`,
      stage: 'library',
    })
  const certified = await certifyReceipt(pool, receipt, { out, timeoutMs, allowAxioms, signal, onLibrary })
  if (certified.kind === 'written' && html !== undefined) {
    const { facts, shown } = certified
    write(html, certificatePage({ facts, statement: shown.type, ndjson: readFileSync(out) }))
  }
  return certified
}

export function tellCertificate(file: string, { declarations, axioms, assumptions }: CertificateFacts): void {
  note(
    `certificate: ${file}, ${declarations} declarations, ${axioms.length} axioms, ${assumptions.length} assumptions; check it with: orch kernel ${file}`,
  )
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new InputError('file_unwritable', `${file} could not be written: ${String(cause)}.`, { cause })
  }
}
