import { createHash } from 'node:crypto'
import { z } from 'zod'
import { InputError } from '../../errors.ts'
import type { GoalInput } from '../statement.ts'

const RECEIPT_SCHEMA = 'orch.receipt/1'

const toolchain = z.strictObject({
  kind: z.enum(['embedded', 'native']),
  lean: z.string().describe('version of Lean'),
  githash: z.string(),
  fingerprint: z.string().describe('changes with anything that can change what Lean answers'),
})

/** The evidence for a solved goal. Everything needed to replay the check, and what the check found. */
export const receiptSchema = z
  .strictObject({
    schema: z.literal(RECEIPT_SCHEMA),
    id: z.string().describe('SHA-256 of the other fields, as JSON with sorted keys'),
    outcome: z.literal('proved'),
    statement: z.string().describe('as the user gave it'),
    preamble: z.string().describe('Lean text that the statement builds on'),
    imports: z.array(z.string()),
    theorem: z.string().describe('name of the theorem that proves the statement'),
    type: z.string().describe('the elaborated statement, pretty-printed'),
    statement_hash: z
      .string()
      .describe('SHA-256 of the elaborated statement as data, fixed before the search'),
    proof: z.union([
      z.strictObject({
        script: z.string().describe('tactics that prove the statement'),
        lemmas: z.string().optional().describe('theorems that the script uses'),
      }),
      z.strictObject({ source: z.string().describe('a Lean file that declares the theorem') }),
    ]),
    source_hash: z.string().describe('SHA-256 of preamble and proof text'),
    axioms: z.array(z.string()).describe('axioms the proof stands on'),
    allowed_axioms: z.array(z.string()),
    axioms_complete: z
      .boolean()
      .describe('false where the library ships without its proofs, whose axioms are then not listed'),
    declarations: z.number().describe('declarations the kernel checked'),
    toolchain,
    checker: z.strictObject({ program_hash: z.string().describe('SHA-256 of the Lean program that judged') }),
    strategy: z.string().nullable(),
    cpu_seconds: z.number().nullable().describe('CPU time of the check'),
    checked_at: z.iso.datetime(),
  })
  .meta({
    title: 'Orch receipt',
    description: 'The evidence for a machine-checked proof; replay it with orch verify',
  })

export type Receipt = z.infer<typeof receiptSchema>

export const ALLOWED_AXIOMS = ['propext', 'Classical.choice', 'Quot.sound']

export function sealReceipt(fields: Omit<Receipt, 'schema' | 'id' | 'outcome'>): Receipt {
  const body = { schema: RECEIPT_SCHEMA, outcome: 'proved', ...fields } as const
  return { ...body, id: contentHash(body) }
}

const RECEIPT_HINT = 'A receipt is what "orch prove --receipt <file>" writes.'

/** Reads a receipt from JSON text. Anything off, down to one changed character, is an `InputError`. */
export function parseReceipt(text: string): Receipt {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new InputError('receipt_not_json', 'This is not a receipt: it is not JSON.', {
      hint: RECEIPT_HINT,
      cause,
    })
  }
  const parsed = receiptSchema.safeParse(json)
  if (!parsed.success) {
    throw new InputError('receipt_malformed', `This is not a receipt:\n${z.prettifyError(parsed.error)}`, {
      hint: RECEIPT_HINT,
    })
  }
  const { id, ...body } = parsed.data
  if (id !== contentHash(body)) {
    throw new InputError(
      'receipt_changed',
      'This receipt was changed after it was written: its id does not match.',
      {
        hint: 'Get the receipt again from where it was made, or prove the statement anew.',
      },
    )
  }
  return parsed.data
}

export function sourceHash(preamble: string, proof: Receipt['proof']): string {
  return sha256(JSON.stringify([preamble, proof]))
}

export function goalOf(receipt: Receipt): GoalInput {
  return { statement: receipt.statement, preamble: receipt.preamble, imports: receipt.imports }
}

function contentHash(body: Omit<Receipt, 'id'>): string {
  return sha256(
    JSON.stringify(body, (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
