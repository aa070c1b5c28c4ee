import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../config/index.ts'
import { LeanPool } from '../pool.ts'
import type { GoalInput } from '../statement.ts'
import { embeddedToolchain } from '../toolchains/index.ts'
import { Checker, type Proof, type Verdict } from './checker.ts'
import { parseReceipt, printReceipt, type Receipt, sealReceipt, sourceHash } from './receipt.ts'
import { verifyReceipt } from './verify.ts'

let pool: LeanPool
let checker: Checker
beforeAll(async () => {
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
})
afterAll(async () => {
  await Promise.all([checker.close(), pool.close()])
})

async function check(input: GoalInput, proof: Proof): Promise<Verdict> {
  return checker.check({ statement: await checker.fix(input), proof })
}

async function receiptFor(input: GoalInput, proof: Proof): Promise<Receipt> {
  const verdict = await check(input, proof)
  if (verdict.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(verdict)}`)
  return verdict.receipt
}

/** A receipt whose author lies and seals the lie properly. */
function forged(receipt: Receipt, lies: Partial<Receipt>): Receipt {
  const { schema: _schema, id: _id, outcome: _outcome, ...fields } = { ...receipt, ...lies }
  const proof = fields.proof
  return sealReceipt({ ...fields, source_hash: lies.source_hash ?? sourceHash(fields.preamble, proof) })
}

describe('a receipt', () => {
  it('is confirmed by running its check again', async () => {
    const receipt = await receiptFor({ statement: '∀ a b : Nat, a + b = b + a' }, { script: 'omega' })
    const again = await verifyReceipt(checker, parseReceipt(printReceipt(receipt)))
    expect(again).toMatchObject({ kind: 'confirmed', notes: [] })
  })

  it('is confirmed when its proof is a whole file with a name of its own', async () => {
    const source =
      'theorem helper (a : Nat) : a + 0 = a := rfl\ntheorem mine (a : Nat) : a + 0 = a := helper a'
    const receipt = await receiptFor({ statement: '∀ a : Nat, a + 0 = a' }, { source, theorem: 'mine' })
    expect(receipt).toMatchObject({ theorem: 'mine', declarations: 2 })
    expect((await verifyReceipt(checker, receipt)).kind).toBe('confirmed')
  })

  it('is confirmed for a statement with a preamble, and one with a match in it', async () => {
    const preamble = 'def double (n : Nat) : Nat := n + n'
    const doubled = await receiptFor({ statement: 'double 2 = 4', preamble }, { script: 'rfl' })
    expect((await verifyReceipt(checker, doubled)).kind).toBe('confirmed')
    const statement = 'theorem m (n : Nat) : (match n with | 0 => 0 | k + 1 => k) ≤ n'
    const matched = await receiptFor({ statement }, { script: 'cases n <;> simp' })
    expect((await verifyReceipt(checker, matched)).kind).toBe('confirmed')
  })

  it('notes another toolchain and checker without denying', async () => {
    const receipt = await receiptFor({ statement: '1 = 1' }, { script: 'rfl' })
    const elsewhere = forged(receipt, {
      toolchain: { ...receipt.toolchain, fingerprint: 'another' },
      checker: { program_hash: 'f'.repeat(64) },
    })
    const verification = await verifyReceipt(checker, elsewhere)
    expect(verification.kind === 'confirmed' && verification.notes).toHaveLength(2)
  })

  it.each<[string, Partial<Receipt>]>([
    ['another statement', { statement: '1 = 2' }],
    ['another statement hash', { statement_hash: '0'.repeat(64) }],
    ['a proof that does not work', { proof: { script: 'simp at nothing' } }],
    ['a proof with sorry', { proof: { script: 'sorry' } }],
    ['another source hash', { source_hash: '0'.repeat(64) }],
    ['axioms that it does not stand on', { axioms: ['propext'] }],
    ['that it stands on sorry, and allows itself that', { axioms: ['sorryAx'], allowed_axioms: ['sorryAx'] }],
    ['that all axioms are listed', { axioms_complete: true }],
    ['another type', { type: '∀ a b c n : Nat, 2 < n → 0 < a → a ^ n + b ^ n ≠ c ^ n' }],
    ['another theorem', { theorem: 'Nat.lt_irrefl' }],
    ['definitions that it does not speak of', { definitions: ['f'] }],
    ['another number of declarations', { declarations: 7 }],
    ['commands after its script', { proof: { script: 'rfl\naxiom evil : False' } }],
    ['lemmas that are no theorems', { proof: { script: 'rfl', lemmas: 'axiom evil : False' } }],
    ['a preamble that switches the kernel off', { preamble: 'set_option debug.skipKernelTC true' }],
    ['a statement that Lean does not accept', { statement: '1 = = 1' }],
    ['a preamble that Lean does not accept', { preamble: 'def' }],
    ['imports that do not exist', { imports: ['No.Such.Module'] }],
  ])('is denied if it claims %s, however well it is sealed', async (_, lies) => {
    const honest = await receiptFor({ statement: '1 = 1' }, { script: 'rfl' })
    const verification = await verifyReceipt(checker, parseReceipt(printReceipt(forged(honest, lies))))
    expect(verification.kind).toBe('denied')
  })

  it('is never confirmed when the check cannot be finished', async () => {
    const honest = await receiptFor({ statement: '1 = 1' }, { script: 'rfl' })
    const slow = forged(honest, {
      proof: { script: 'have : (List.replicate 200000 0).length = 200000 := by decide +kernel\nrfl' },
    })
    expect((await verifyReceipt(checker, slow, { timeoutMs: 3_000 })).kind).toBe('unknown')
    const controller = new AbortController()
    const aborted = verifyReceipt(checker, slow, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect((await verifyReceipt(checker, honest)).kind).toBe('confirmed')
  })
})
