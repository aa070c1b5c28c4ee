/** Writes the certificate of a proof that Lean has accepted, and says what it holds. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cacheDir } from '../config/index.ts'
import { InputError, OrchError } from '../errors.ts'
import {
  type CertificateFacts,
  certificatePage,
  certify,
  type ProofText,
  type Receipt,
} from '../lean/index.ts'
import { note } from './output.ts'
import { openProgress } from './progress.ts'
import type { LeanSession } from './session.ts'

export interface CertificateTargets {
  /** The certificate in the export format. */
  readonly out: string
  /** A page that holds it, too. */
  readonly html?: string | undefined
  readonly timeoutMs: number
  readonly json?: boolean | undefined
}

export async function writeCertificateOf(
  session: LeanSession,
  receipt: Receipt,
  { out, html, timeoutMs, json }: CertificateTargets,
): Promise<CertificateFacts> {
  const { pool, checker, signal } = session
  const { statement: asked, preamble, imports } = receipt
  const statement = await checker.fix({ statement: asked, preamble, imports }, { timeoutMs, signal })
  const proof: ProofText =
    'source' in receipt.proof ? { source: receipt.proof.source, theorem: receipt.theorem } : receipt.proof
  using progress = openProgress({ json })
  const certified = await certify(pool, statement, proof, {
    cacheDir: cacheDir(),
    file: out,
    timeoutMs,
    signal,
    onProgress: (bytes) =>
      progress.show({
        message: `Lean is writing out its library, ${Math.round(bytes / 1e6)} MB`,
        stage: 'library',
      }),
  })
  if (certified.kind === 'failed')
    throw new OrchError('certificate_failed', `There is no certificate: ${certified.why}`)
  if (certified.kind === 'refused') {
    const { verdict } = certified
    const why = verdict.kind === 'rejected' ? verdict.detail : verdict.why
    const does = verdict.kind === 'rejected' ? 'rejects' : 'declines'
    throw new OrchError('certificate_refused', `The second kernel ${does} the proof: ${why}`, {
      hint:
        verdict.kind === 'rejected'
          ? 'Lean accepts it, so one of the kernels is wrong. Please report it with the receipt.'
          : 'The receipt stands on Lean alone.',
    })
  }
  if (html !== undefined)
    write(
      html,
      certificatePage({ facts: certified.facts, statement: statement.type, ndjson: readFileSync(out) }),
    )
  return certified.facts
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
