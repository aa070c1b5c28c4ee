/** From a checked proof to its certificate: exported once more with its preamble, judged by the second kernel. */
import { contextOf } from '../context.ts'
import { leanText } from '../lean-text.ts'
import type { LeanPool } from '../pool.ts'
import type { RequestOptions } from '../server.ts'
import { type FixedStatement, withScript } from '../statement.ts'
import type { SecondVerdict } from './check-proof.ts'
import { SecondKernel } from './kernel-thread.ts'
import { ensureLibrary, type LibraryOptions } from './library-store.ts'
import type { ProofTables } from './tables.ts'
import type { CertificateFacts } from './write-certificate.ts'

/** A proof as receipts hold it. */
export type ProofText =
  | { readonly script: string; readonly lemmas?: string | undefined }
  | { readonly source: string; readonly theorem: string }

export interface CertifyOptions extends LibraryOptions {
  /** Where the certificate goes. */
  readonly file: string
  readonly timeoutMs: number
}

export type Certified =
  | {
      readonly kind: 'written'
      readonly verdict: SecondVerdict & { kind: 'accepted' }
      readonly facts: CertificateFacts
    }
  | { readonly kind: 'refused'; readonly verdict: Exclude<SecondVerdict, { kind: 'accepted' }> }
  /** Lean did not export the proof. */
  | { readonly kind: 'failed'; readonly why: string }

export async function certify(
  pool: LeanPool,
  statement: FixedStatement,
  proof: ProofText,
  options: CertifyOptions,
): Promise<Certified> {
  const { imports = [] } = statement.input
  const { timeoutMs, signal, file } = options
  const exported = await exportWhole(pool, statement, proof, { timeoutMs, signal })
  if ('why' in exported) return { kind: 'failed', why: exported.why }
  await using kernel = new SecondKernel(await ensureLibrary(pool, { ...options, imports }))
  const job = { proof: exported.tables, limits: { millis: timeoutMs } }
  const { facts, ...verdict } = await kernel.check(job, { signal, certificate: file })
  if (verdict.kind !== 'accepted') return { kind: 'refused', verdict }
  if (!facts) return { kind: 'failed', why: 'the certificate was not written' }
  return { kind: 'written', verdict, facts }
}

/** The preamble is part of the text here, so that its declarations are exported too. */
async function exportWhole(
  pool: LeanPool,
  statement: FixedStatement,
  proof: ProofText,
  options: RequestOptions,
): Promise<{ readonly tables: ProofTables } | { readonly why: string }> {
  return await pool.use(async (server) => {
    const { imports = [], preamble = '' } = statement.input
    const isSource = 'source' in proof
    const { env } = await contextOf(server, { imports }, options)
    const text = isSource
      ? leanText(proof.source)
      : [leanText(preamble), leanText(proof.lemmas ?? ''), withScript(statement.header, proof.script)].join(
          '\n\n',
        )
    const theorem = isSource ? proof.theorem : statement.name
    const request = isSource ? { text, theorem, header: true } : { text, theorem, env }
    const answer = await server.request('export', request, options)
    if (answer.kind === 'timeout') return { why: 'exporting the proof took too long' }
    if (answer.kind === 'no') return { why: answer.failure.message }
    const { proof: tables, messages } = answer.value
    const error = messages.find(({ severity }) => severity === 'error')
    if (!tables) return { why: error?.text ?? `the text declares no theorem named ${theorem}` }
    return { tables: tables as unknown as ProofTables }
  }, options.signal)
}
