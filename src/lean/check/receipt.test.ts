import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { printCanonical } from '../../canonical-json.ts'
import { InputError } from '../../errors.ts'
import {
  ALLOWED_AXIOMS,
  parseReceipt,
  printReceipt,
  type Receipt,
  receiptSchema,
  sealReceipt,
  sourceHash,
} from './receipt.ts'

const proof = { script: 'rfl' }
const receipt: Receipt = sealReceipt({
  statement: '1 = 1',
  preamble: '',
  imports: [],
  theorem: 'orch_goal',
  type: '1 = 1',
  definitions: [],
  statement_hash: 'a'.repeat(64),
  proof,
  source_hash: sourceHash('', proof),
  axioms: [],
  allowed_axioms: ALLOWED_AXIOMS,
  axioms_complete: false,
  declarations: 1,
  toolchain: { kind: 'embedded', lean: '4.28.0', githash: 'abc', fingerprint: 'embedded-1' },
  checker: { program_hash: 'b'.repeat(64) },
  kernels: [{ name: 'lean', version: '4.28.0', seconds: 0.01, assumptions: null }],
  strategy: null,
  cpu_seconds: 0.01,
  checked_at: '2026-01-01T00:00:00.000Z',
})

function codeOf(text: string): string {
  try {
    parseReceipt(text)
  } catch (error) {
    if (error instanceof InputError) return error.code
    throw error
  }
  return 'accepted'
}

describe('a receipt', () => {
  it('reads back as it was written', () => {
    expect(parseReceipt(printReceipt(receipt))).toEqual(receipt)
  })

  it('has one byte form: other orders, spaces, doubled keys and numbers are refused', () => {
    const text = printReceipt(receipt)
    const others = [
      JSON.stringify(receipt),
      JSON.stringify(receipt, null, 2),
      ` ${text}`,
      text.trimEnd(),
      text.replace('"axioms":[]', '"axioms":["x"],"axioms":[]'),
      text.replace('"declarations":1', '"declarations":1.0'),
      text.replace('"declarations":1', '"declarations":-1'),
      text.replace('"statement":"1', '"statement":"\\u0031'),
      text.replace('"statement":"1', '"statement":"\\ud800'),
      text.replace('"statement":"1', '"statement":"\\u0000'),
    ]
    for (const other of others) expect(codeOf(other), other).toBe('receipt_not_canonical')
  })

  it('is refused if it is from the future, or its counts are no counts', () => {
    const { id: _id, schema: _schema, outcome: _outcome, ...fields } = receipt
    expect(codeOf(printReceipt(sealReceipt({ ...fields, checked_at: '2999-01-01T00:00:00.000Z' })))).toBe(
      'receipt_from_the_future',
    )
    expect(codeOf(printReceipt(sealReceipt({ ...fields, declarations: 0.5 })))).toBe('receipt_malformed')
  })

  it('of an older checker is refused with a sentence of its own', () => {
    expect(codeOf(JSON.stringify({ ...receipt, schema: 'orch.receipt/1' }))).toBe('receipt_older')
  })

  it('is refused when any one field was changed', () => {
    for (const [key, value] of Object.entries(receipt)) {
      const changed =
        typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : undefined
      if (changed === undefined) continue
      const code = codeOf(printCanonical({ ...receipt, [key]: changed }))
      expect(['receipt_changed', 'receipt_malformed'], key).toContain(code)
    }
  })

  it('is refused when its proof, axioms or toolchain were changed', () => {
    const changes = [
      { proof: { script: 'sorry' } },
      { axioms: ['cheat'] },
      { allowed_axioms: [...ALLOWED_AXIOMS, 'cheat'] },
      { axioms_complete: true },
      { toolchain: { ...receipt.toolchain, lean: '4.99.0' } },
      { strategy: 'luck' },
      { cpu_seconds: null },
    ]
    for (const change of changes) {
      expect(codeOf(printCanonical({ ...receipt, ...change })), JSON.stringify(change)).toBe(
        'receipt_changed',
      )
    }
  })

  it('is refused when a field is missing or one is added', () => {
    const { theorem: _, ...rest } = receipt
    expect(codeOf(printCanonical(rest))).toBe('receipt_malformed')
    expect(codeOf(printCanonical({ ...receipt, note: 'trust me' }))).toBe('receipt_malformed')
    const toolchain = { ...receipt.toolchain, note: 'trust me' }
    expect(codeOf(printCanonical({ ...receipt, toolchain }))).not.toBe('accepted')
  })

  it('is refused, never half read, whatever the text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['receipt_not_canonical', 'receipt_malformed']).toContain(codeOf(text))
      }),
    )
  })

  it('hashes preamble and proof apart, so that text cannot move between them', () => {
    expect(sourceHash('ab', { script: 'c' })).not.toBe(sourceHash('a', { script: 'bc' }))
  })

  it('has a schema that can be published', () => {
    expect(z.toJSONSchema(receiptSchema)).toMatchObject({ title: 'Orch receipt', type: 'object' })
  })
})
