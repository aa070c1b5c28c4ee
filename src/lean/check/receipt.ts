import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseCanonical, printCanonical } from '../../canonical-json.ts'
import { InputError } from '../../errors.ts'
import type { GoalInput } from '../statement.ts'

const RECEIPT_SCHEMA = 'orch.receipt/2'
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().nonnegative()

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
    id: hash.describe('SHA-256 of the other fields, as canonical JSON'),
    outcome: z.literal('proved'),
    statement: z.string().describe('as the user gave it'),
    preamble: z.string().describe('Lean text that the statement builds on'),
    imports: z.array(z.string()),
    theorem: z.string().describe('name of the theorem that proves the statement'),
    type: z.string().describe('what the judge was given to prove, in the notation of the library'),
    definitions: z
      .array(z.string())
      .describe('what the statement speaks of besides the library: declarations of the preamble, by name'),
    statement_hash: hash.describe(
      'SHA-256 of the elaborated statement with all declarations it depends on, fixed before the search',
    ),
    proof: z.union([
      z.strictObject({
        script: z.string().describe('tactics that prove the statement'),
        lemmas: z.string().optional().describe('theorems that the script uses'),
      }),
      z.strictObject({ source: z.string().describe('a Lean file that declares the theorem') }),
    ]),
    source_hash: hash.describe('SHA-256 of preamble and proof text'),
    axioms: z.array(z.string()).describe('axioms the proof stands on'),
    allowed_axioms: z.array(z.string()),
    axioms_complete: z
      .boolean()
      .describe('false where the library ships without its proofs, whose axioms are then not listed'),
    declarations: count.describe('declarations that the kernel was given and accepted'),
    toolchain,
    checker: z.strictObject({ program_hash: hash.describe('SHA-256 of the Lean program that judged') }),
    kernels: z
      .array(
        z.strictObject({
          name: z.enum(['lean', 'ts']).describe("lean: Lean's own; ts: the second one"),
          version: z.string(),
          seconds: z.number().nonnegative(),
          assumptions: count
            .nullable()
            .describe('library theorems without bodies that the proof stands on; null if not counted'),
          declined: z
            .string()
            .optional()
            .describe('why it did not judge; absent where it accepted the proof'),
        }),
      )
      .refine(
        (asked) => new Set(asked.map(({ name }) => name)).size === asked.length,
        'a kernel is named twice',
      )
      .describe('which kernels were asked: each accepted the proof, or says why it declined'),
    strategy: z.string().nullable(),
    cpu_seconds: z.number().nonnegative().nullable().describe('CPU time of the check'),
    checked_at: z.iso.datetime(),
  })
  .meta({
    title: 'Orch receipt',
    description: 'The evidence for a machine-checked proof; replay it with orch verify',
  })

export type Receipt = z.infer<typeof receiptSchema>

export const ALLOWED_AXIOMS = ['propext', 'Classical.choice', 'Quot.sound']
/** Nobody can allow these: they prove anything. */
export const NEVER_ALLOWED = ['sorryAx']

export function sealReceipt(fields: Omit<Receipt, 'schema' | 'id' | 'outcome'>): Receipt {
  const body = { schema: RECEIPT_SCHEMA, outcome: 'proved', ...fields } as const
  return { ...body, id: contentHash(body) }
}

const RECEIPT_HINT = 'A receipt is what "orch prove --receipt <file>" writes.'

/**
 * Reads a receipt. It has one byte form (canonical JSON); anything else, down to one changed character, is an
 * `InputError`. What it says is still only a claim: `verifyReceipt` finds out.
 */
export function parseReceipt(text: string): Receipt {
  refuseOlder(text)
  let json: unknown
  try {
    json = parseCanonical(text)
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause
    throw new InputError('receipt_not_canonical', `This is not a receipt. ${cause.message}`, {
      hint: RECEIPT_HINT,
      cause,
    })
  }
  return readReceipt(json)
}

/** A receipt from a value that was kept as such, in the ledger for instance. */
export function readReceipt(json: unknown): Receipt {
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
  if (Date.parse(body.checked_at) > Date.now() + CLOCK_SKEW_MS) {
    throw new InputError('receipt_from_the_future', `This receipt says it was made on ${body.checked_at}.`, {
      hint: 'Set the clock right, here or where the receipt was made.',
    })
  }
  return parsed.data
}

const CLOCK_SKEW_MS = 86_400_000

/** The text of a receipt's file. */
export function printReceipt(receipt: Receipt): string {
  return printCanonical(receipt)
}

/** Receipts of checkers before this one do not say enough to be held against a recomputation. */
function refuseOlder(text: string): void {
  if (text.length > MAX_OLDER_CHARS) return
  let schema: unknown
  try {
    schema = JSON.parse(text).schema
  } catch {
    return
  }
  if (schema === 'orch.receipt/1') {
    throw new InputError('receipt_older', 'This receipt was made by an older checker; prove again.', {
      hint: 'Its statement and script are still in it: "orch check" or "orch prove" makes a new receipt from them.',
    })
  }
}

const MAX_OLDER_CHARS = 4 * 1024 * 1024

export function sourceHash(preamble: string, proof: Receipt['proof']): string {
  return sha256(JSON.stringify([preamble, proof]))
}

export function goalOf(receipt: Receipt): GoalInput {
  return { statement: receipt.statement, preamble: receipt.preamble, imports: receipt.imports }
}

function contentHash(body: Omit<Receipt, 'id'>): string {
  return sha256(printCanonical(body))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
