import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { InputError } from '../../errors.ts'
import {
  ALLOWED_AXIOMS,
  parseReceipt,
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
  statement_hash: 'a'.repeat(64),
  proof,
  source_hash: sourceHash('', proof),
  axioms: [],
  allowed_axioms: ALLOWED_AXIOMS,
  axioms_complete: false,
  declarations: 1,
  toolchain: { kind: 'embedded', lean: '4.28.0', githash: 'abc', fingerprint: 'embedded-1' },
  checker: { program_hash: 'b'.repeat(64) },
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
    expect(parseReceipt(JSON.stringify(receipt, null, 2))).toEqual(receipt)
  })

  it('does not depend on the order in which its fields are written', () => {
    const reversed = Object.fromEntries(Object.entries(receipt).reverse())
    expect(parseReceipt(JSON.stringify(reversed))).toEqual(receipt)
  })

  it('is refused when any one field was changed', () => {
    for (const [key, value] of Object.entries(receipt)) {
      const changed =
        typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : undefined
      if (changed === undefined) continue
      const code = codeOf(JSON.stringify({ ...receipt, [key]: changed }))
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
      expect(codeOf(JSON.stringify({ ...receipt, ...change })), JSON.stringify(change)).toBe(
        'receipt_changed',
      )
    }
  })

  it('is refused when a field is missing or one is added', () => {
    const { theorem: _, ...rest } = receipt
    expect(codeOf(JSON.stringify(rest))).toBe('receipt_malformed')
    expect(codeOf(JSON.stringify({ ...receipt, note: 'trust me' }))).toBe('receipt_malformed')
    const toolchain = { ...receipt.toolchain, note: 'trust me' }
    expect(codeOf(JSON.stringify({ ...receipt, toolchain }))).not.toBe('accepted')
  })

  it('is refused, never half read, whatever the text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['receipt_not_json', 'receipt_malformed']).toContain(codeOf(text))
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
